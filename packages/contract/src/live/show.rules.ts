import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { GiveawayOffer } from '../room/giveaway.schema.ts'
import { PollQuestion } from '../room/poll.schema.ts'
import { HeartsOverTime } from './live-asked.schema.ts'

/**
 * The script of a room: what happens by itself at which second. Data, sorted by time; a live keeps its own copy from
 * the moment it is published, so that a later change of a comment group never changes a running room.
 */
const at = {
  /** Unique within the script; orders items of the same instant. */
  id: z.string().max(40),
  /** Milliseconds from the live's begin. */
  atMs: z.number().int().min(0).max(86_400_000),
}

export const ScriptItem = z.discriminatedUnion('kind', [
  z.object({
    ...at,
    kind: z.literal('comment'),
    name: z.string().max(40),
    imgUrl: z.string().max(300),
    text: z.string().max(300),
  }),
  z.object({ ...at, kind: z.literal('showProduct'), productId: Id }),
  z.object({ ...at, kind: z.literal('hideProduct'), productId: Id }),
  z.object({
    ...at,
    kind: z.literal('fakeTicket'),
    name: z.string().max(40),
    productId: Id,
    quantity: z.number().int().min(1).max(99),
  }),
  z.object({ ...at, kind: z.literal('callToAction'), text: z.string().max(80), url: z.string().max(300).optional() }),
  z.object({ ...at, kind: z.literal('endCallToAction') }),
  z.object({ ...at, kind: z.literal('poll'), ...PollQuestion.shape }),
  z.object({ ...at, kind: z.literal('giveaway'), ...GiveawayOffer.shape }),
  /** Simulated hearts, evenly over so many seconds; see room/hearts.rules.ts. */
  z.object({ ...at, kind: z.literal('hearts'), ...HeartsOverTime.shape }),
  /** Virtual audience from here on. */
  z.object({ ...at, kind: z.literal('audience'), count: z.number().int().min(0).max(100_000) }),
])
export type ScriptItem = z.output<typeof ScriptItem>
export const Script = z.array(ScriptItem).max(12_000)
export type Script = readonly ScriptItem[]

/** Sorted by time, then id: the one order every node and client shows. */
export const sortScript = (items: readonly ScriptItem[]): ScriptItem[] =>
  items.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** Index of the first item of a sorted script after `ms`. */
const firstAfter = (script: Script, ms: number): number => {
  let low = 0
  let high = script.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((script[middle]?.atMs ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Items with `atMs` in (fromMs, toMs]: any split of time gives the same items once. `fromMs` -1 includes those at 0. */
export const itemsBetween = (script: Script, fromMs: number, toMs: number): readonly ScriptItem[] =>
  toMs <= fromMs ? [] : script.slice(firstAfter(script, fromMs), firstAfter(script, toMs))

/** What stands at an instant: jumping there equals playing up to it. */
export interface ShowState {
  /** Product ids now shown, the newest last. */
  readonly shown: readonly string[]
  readonly audience: number
  readonly callToAction: { readonly text: string; readonly url?: string | undefined } | undefined
}
export const emptyShow: ShowState = { shown: [], audience: 0, callToAction: undefined }

/** One step of the show; comments and tickets are moments, not states. */
export const applyItem = (state: ShowState, item: ScriptItem): ShowState => {
  switch (item.kind) {
    case 'showProduct':
      return { ...state, shown: [...state.shown.filter((id) => id !== item.productId), item.productId] }
    case 'hideProduct':
      return { ...state, shown: state.shown.filter((id) => id !== item.productId) }
    case 'callToAction':
      return { ...state, callToAction: { text: item.text, url: item.url } }
    case 'endCallToAction':
      return { ...state, callToAction: undefined }
    case 'audience':
      return { ...state, audience: item.count }
    case 'comment':
    case 'fakeTicket':
    case 'poll':
    case 'giveaway':
    case 'hearts':
      return state
  }
}

/** The state of the show at `ms` of the live. */
export const showAt = (script: Script, ms: number): ShowState =>
  itemsBetween(script, -1, ms).reduce(applyItem, emptyShow)
