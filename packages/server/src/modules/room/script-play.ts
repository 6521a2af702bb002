import { itemsBetween, type Script, type ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { ShownMark } from '@kaimai/contract/room/event-order.rules.ts'
import type { ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Secret } from '../../platform/secret.ts'
import type { RoomShow } from './room-show.ts'
import { scriptedEvents, shownMarks } from './scripted.ts'

export interface PlayedScript {
  /** As it plays, with the staff's cues. */
  readonly script: Script
  /** As the live keeps it. */
  readonly planned: Script
  readonly beginAtMs: number
  readonly eventOf: (item: ScriptItem) => ScriptedEvent | undefined
}

export const playedScriptOf = (show: RoomShow, secret: Pick<Secret, 'sign'>): PlayedScript => ({
  script: show.script,
  planned: show.planned ?? show.script,
  beginAtMs: show.live.beginAtMs,
  eventOf: scriptedEvents({
    secret,
    liveId: show.live.id,
    disclosure: show.disclosure,
    planned: show.planned ?? show.script,
  }),
})

/** A cue that reached this node so late still plays; a node finds out about a lost hint within 15 seconds. */
const lateWindowMs = 20_000
/** Items told late that are remembered for who was away at that moment. */
const lateMax = 200

const isCall = ({ kind }: ScriptItem): boolean => kind === 'callToAction' || kind === 'endCallToAction'

const isSame = (one: Script, other: Script): boolean =>
  one === other ||
  (one.length === other.length && one.every(({ id, atMs }, at) => id === other[at]?.id && atMs === other[at].atMs))

/**
 * Plays a script by the clock, on one node: every item once. A cue may put an item behind "now" before it was told here:
 * it is told late, at its place. One that was told already isn't told again, wherever a cue puts it.
 */
export const createScriptPlay = (first: PlayedScript, startMs: number) => {
  let played = first
  let nowMs = startMs
  let marks = shownMarks(first.script)
  let calls = first.script.filter(isCall)
  const roomMs = (): number => nowMs - played.beginAtMs
  /** How many items of the script lie behind. */
  let behind = itemsBetween(first.script, -1, roomMs()).length
  /** Ids of what was told before the last cue; empty until there is one. */
  let sent = new Set<string>()
  let late: readonly ScriptItem[] = []
  let sentLate: { readonly item: ScriptItem; readonly sentAtMs: number }[] = []

  const isLate = (item: ScriptItem): boolean => late.some(({ id }) => id === item.id)
  const withoutLate = (items: readonly ScriptItem[]): readonly ScriptItem[] =>
    late.length === 0 ? items : items.filter((item) => !isLate(item))

  return {
    nowMs: (): number => nowMs,
    roomMs,
    eventOf: (item: ScriptItem): ScriptedEvent | undefined => played.eventOf(item),

    /** Another script, other cues or another begin from now on; what has been told stays told. */
    play: (next: PlayedScript): void => {
      const isCued = next.beginAtMs === played.beginAtMs && isSame(next.planned, played.planned)
      if (isCued) {
        if (next.script !== played.script)
          for (const item of withoutLate(played.script.slice(0, behind))) sent.add(item.id)
      } else {
        // Its items are others, though their ids may be the same: what lies behind counts as told.
        sent = new Set()
        late = []
        sentLate = []
      }
      const isOther = next.script !== played.script
      played = next
      if (isOther) {
        marks = shownMarks(next.script)
        calls = next.script.filter(isCall)
      }
      const past = itemsBetween(next.script, -1, roomMs())
      behind = past.length
      if (!isCued || !isOther) return
      const since = roomMs() - lateWindowMs
      late = past.filter(({ id, atMs }) => atMs > since && !sent.has(id))
    },

    /** Goes on to `toMs`: what is to be told. A clock that stepped back plays nothing twice. */
    advance: (toMs: number): readonly ScriptItem[] => {
      const fromMs = roomMs()
      nowMs = Math.max(toMs, nowMs)
      const due = itemsBetween(played.script, fromMs, roomMs())
      behind += due.length
      if (sent.size === 0 && late.length === 0) return due
      const fresh = due.filter(({ id }) => !sent.has(id))
      if (late.length === 0) return fresh
      const announceLate = late
      late = []
      sentLate = [...sentLate, ...announceLate.map((item) => ({ item, sentAtMs: nowMs }))].slice(-lateMax)
      return [...announceLate, ...fresh]
    },

    /** The last items that lie behind, at most so many. */
    last: (count: number): readonly ScriptItem[] =>
      withoutLate(played.script.slice(Math.max(0, behind - count), behind)),

    /** What was told after an instant, epoch ms. */
    since: (sinceMs: number): readonly ScriptItem[] => {
      const items = withoutLate(itemsBetween(played.script, sinceMs - played.beginAtMs, roomMs()))
      const missed = sentLate.filter(
        ({ item, sentAtMs }) => sentAtMs > sinceMs && item.atMs <= sinceMs - played.beginAtMs,
      )
      return missed.length === 0 ? items : [...missed.map(({ item }) => item), ...items]
    },

    /** Calls to action that lie behind, and their ends. */
    calls: (): readonly ScriptedEvent[] => {
      const upTo = roomMs()
      return calls.filter(({ atMs }) => atMs <= upTo).flatMap((item) => played.eventOf(item) ?? [])
    },

    /** Those of the items that lie behind. */
    behind: (ids: readonly string[]): readonly ScriptItem[] =>
      ids.length === 0 ? [] : played.script.slice(0, behind).filter(({ id }) => ids.includes(id)),

    /** Showings and hidings of products that lie behind. */
    marks: (): readonly ShownMark[] => {
      const upTo = roomMs()
      return marks.filter(({ ms }) => ms <= upTo)
    },
  }
}
export type ScriptPlay = ReturnType<typeof createScriptPlay>
