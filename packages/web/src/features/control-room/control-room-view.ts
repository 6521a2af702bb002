import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { announcedAt } from '@kaimai/contract/room/room.reducer.ts'
import { normalizeText } from '@kaimai/contract/common/normalize-text.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Announcement, Colleague } from '@kaimai/contract/room/room.protocol.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { CommentRow, ControlRoomRow } from './chat-rows.ts'
import { markKey, type MarkKind } from './comment-marks.ts'
import type { ControlRoomState } from './control-room-state.ts'

export interface By {
  readonly name: string
  readonly isMe: boolean
}

export type Outcome =
  | {
      readonly kind: 'blocked' | 'muted' | 'removed' | 'released' | 'dismissed' | 'answered'
      readonly by: By | undefined
    }
  | { readonly kind: 'order'; readonly answer: OrderAnswer }

export const chatTabs = ['all', 'real', 'held', 'marked', 'questions'] as const
export type ChatTab = (typeof chatTabs)[number]

/** The state as this page shows it: with the actions done here that the room has not published yet. */
export interface ControlRoomView {
  readonly state: ControlRoomState
  readonly cues: readonly Cue[]
  readonly scriptOn: boolean
  readonly holds: (kind: MarkKind, of: number | string) => boolean
  readonly who: (kind: MarkKind, of: number | string) => By | undefined
  readonly isMuted: (userId: string) => boolean
  readonly shown: readonly string[]
  readonly unlisted: readonly string[]
  readonly slow: number
  readonly anonymousAllowed: boolean
  readonly announcement: (roomMs: number) => Announcement | undefined
  /** Held and undecided. */
  readonly waits: (row: ControlRoomRow) => boolean
  readonly outcome: (row: CommentRow) => Outcome | undefined
  /** Unclear orders, the oldest first. */
  readonly queue: readonly {
    readonly seq: number
    readonly answer: OrderAnswer
    readonly row: CommentRow | undefined
  }[]
  readonly counts: Readonly<Record<ChatTab, number>>
  /** Colleagues who look at a comment. */
  readonly lookers: (seq: number | undefined) => readonly Colleague[]
  /** The quantity to add to a variant's stock, not published yet. */
  readonly stockBy: (variantId: string) => number
}

const without = (list: readonly string[], one: string): readonly string[] => list.filter((other) => other !== one)
const put = (list: readonly string[], one: string, isIn: boolean): readonly string[] =>
  isIn ? [...without(list, one), one] : without(list, one)

const noCues: readonly Cue[] = []
const cuesMade = new WeakMap<ControlRoom['cues'], readonly Cue[]>()
/** The same list as long as nothing changes: what plays is made of it. */
const cuesOf = (controlRoom: ControlRoom | undefined): readonly Cue[] => {
  if (controlRoom === undefined) return noCues
  const known = cuesMade.get(controlRoom.cues)
  if (known !== undefined) return known
  const cues = controlRoom.cues.map(({ cue }) => cue)
  cuesMade.set(controlRoom.cues, cues)
  return cues
}

const made = new WeakMap<ControlRoomState, ControlRoomView>()

const make = (state: ControlRoomState): ControlRoomView => {
  const overlay = new Map<string, boolean>()
  const settled = new Set<number>()
  const stock = new Map<string, number>()
  let { shown, unlisted, slow, announcement } = state.room
  let anonymousAllowed = state.controlRoom?.anonymousAllowed ?? true
  let cues = cuesOf(state.controlRoom)
  let scriptOn: boolean | undefined
  const me = state.controlRoom?.you ?? state.room.you
  for (const { action } of state.pendingActions) {
    switch (action.kind) {
      case 'mute':
        overlay.set(markKey('muted', action.userId), action.on)
        break
      case 'block':
      case 'unblock':
        overlay.set(markKey('blocked', action.userId), action.kind === 'block')
        if (action.kind === 'unblock') overlay.set(markKey('muted', action.userId), false)
        break
      case 'mark':
        overlay.set(markKey('marked', action.seq), action.on)
        break
      case 'decide':
        if (action.decision === 'release') overlay.set(markKey('released', action.seq), true)
        else if (action.decision === 'dismiss') overlay.set(markKey('dismissed', action.seq), true)
        else {
          overlay.set(markKey('removed', action.seq), action.decision === 'remove')
          if (action.decision === 'restore') overlay.set(markKey('dismissed', action.seq), false)
        }
        break
      case 'show':
        shown = put(shown, action.productId, action.on)
        break
      case 'list':
        unlisted = put(unlisted, action.productId, !action.on)
        break
      case 'broadcast':
        announcement =
          action.text === '' || me === undefined
            ? undefined
            : { seq: 0, user: state.controlRoom?.host ?? me, text: action.text, untilMs: null }
        break
      case 'slow':
        slow = action.seconds
        break
      case 'anonymous':
        anonymousAllowed = action.on
        break
      case 'settle':
        settled.add(action.seq)
        break
      case 'stock':
        stock.set(action.variantId, (stock.get(action.variantId) ?? 0) + action.by)
        break
      case 'cue':
        cues = [...cues, action.cue]
        break
      case 'uncue': {
        const last = cues.findLastIndex((cue) => cue.kind !== 'off' && cue.itemId === action.itemId)
        cues = cues.filter((_, at) => at !== last)
        break
      }
      case 'script':
        scriptOn = action.on
        break
      case 'say':
      case 'unsay':
    }
  }
  const muted = new Set(state.room.muted)
  const holds = (kind: MarkKind, of: number | string): boolean => {
    const key = markKey(kind, of)
    return overlay.get(key) ?? state.marks.get(key)?.on ?? false
  }
  const who = (kind: MarkKind, of: number | string): By | undefined => {
    const key = markKey(kind, of)
    if (overlay.has(key)) return { name: me?.name ?? '', isMe: true }
    const by = state.who.get(key)
    return by === undefined || !by.on
      ? undefined
      : { name: by.name, isMe: by.userId !== '' && by.userId === me?.userId }
  }
  const isMuted = (userId: string) => overlay.get(markKey('muted', userId)) ?? muted.has(userId)
  const waits = (row: ControlRoomRow): boolean =>
    row.kind === 'comment' &&
    row.held &&
    row.seq !== undefined &&
    !holds('released', row.seq) &&
    !holds('removed', row.seq) &&
    !holds('dismissed', row.seq) &&
    !holds('blocked', row.user.userId)
  const outcome = (row: CommentRow): Outcome | undefined => {
    const { seq, user } = row
    const isViewer = user.as === 'viewer'
    if (isViewer && holds('blocked', user.userId)) return { kind: 'blocked', by: who('blocked', user.userId) }
    if (seq === undefined) return undefined
    for (const kind of ['removed', 'released', 'dismissed'] as const)
      if (holds(kind, seq)) return { kind, by: who(kind, seq) }
    if (isViewer && isMuted(user.userId)) return { kind: 'muted', by: who('muted', user.userId) }
    const order = state.orders.get(seq)
    if (order !== undefined) {
      const answer = settled.has(seq) ? { ...order.answer, outcome: 'dismissed' as const } : order.answer
      return { kind: 'order', answer }
    }
    return isViewer && holds('answered', seq) ? { kind: 'answered', by: who('answered', seq) } : undefined
  }
  const bySeq = new Map<number, CommentRow>()
  const counts = { all: state.rows.length, real: 0, held: 0, marked: 0, questions: 0 }
  for (const row of state.rows) {
    if (row.kind !== 'comment') continue
    if (row.seq !== undefined) bySeq.set(row.seq, row)
    for (const tab of ['real', 'marked', 'questions'] as const) if (isIn(tab, row, holds)) counts[tab] += 1
    if (waits(row)) counts.held += 1
  }
  const queue = [...state.orders]
    .filter(([seq, { answer }]) => answer.outcome === 'unclear' && answer.question !== null && !settled.has(seq))
    .map(([seq, { answer }]) => ({ seq, answer, row: bySeq.get(seq) }))
    .toSorted((a, b) => a.seq - b.seq)
  return {
    state,
    cues,
    scriptOn: scriptOn ?? !cues.some((cue) => cue.kind === 'off' && cue.toMs === null),
    holds,
    who,
    isMuted,
    shown,
    unlisted,
    slow,
    anonymousAllowed,
    announcement: (roomMs) => announcedAt({ announcement }, roomMs),
    waits,
    outcome,
    queue,
    counts,
    lookers: (seq) =>
      seq === undefined ? [] : state.staff.filter((mate) => mate.of === seq && mate.userId !== me?.userId),
    stockBy: (variantId) => stock.get(variantId) ?? 0,
  }
}

const isIn = (tab: ChatTab, row: ControlRoomRow, holds: ControlRoomView['holds']): boolean => {
  if (tab === 'all') return true
  if (row.kind !== 'comment' || row.seq === undefined) return false
  switch (tab) {
    case 'real':
      return row.user.as === 'viewer'
    case 'held':
      return row.held
    case 'marked':
      return holds('marked', row.seq)
    case 'questions':
      return row.question && row.user.as === 'viewer'
  }
}

export const controlRoomView = (state: ControlRoomState): ControlRoomView => {
  const known = made.get(state)
  if (known !== undefined) return known
  const view = make(state)
  made.set(state, view)
  return view
}

/**
 * The rows of a tab in order. Of held ones those that wait, and those in `kept`: what was decided under the eyes stays
 * in its place. `upTo`: only what had arrived by then.
 */
export const rowsOf = (
  view: ControlRoomView,
  tab: ChatTab,
  search: string,
  kept: ReadonlySet<string> = new Set(),
  upTo = Number.POSITIVE_INFINITY,
): readonly ControlRoomRow[] => {
  const wanted = normalizeText(search)
  if (tab === 'all' && wanted === '' && upTo === Number.POSITIVE_INFINITY) return view.state.rows
  return view.state.rows.filter((row) => {
    if (row.arrival > upTo) return false
    if (tab === 'held' ? !(view.waits(row) || kept.has(row.key)) : !isIn(tab, row, view.holds) && !kept.has(row.key))
      return false
    if (wanted === '') return true
    return (
      row.kind === 'comment' &&
      (normalizeText(row.user.name).includes(wanted) || normalizeText(row.text).includes(wanted))
    )
  })
}
