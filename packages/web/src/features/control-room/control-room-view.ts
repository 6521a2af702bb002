import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { callNow } from '@kaimai/contract/room/call.rules.ts'
import { announcedAt } from '@kaimai/contract/room/room.reducer.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Announcement, Colleague } from '@kaimai/contract/room/room.protocol.ts'
import type { ManyDecision } from '@kaimai/contract/control-room/many-comments.routes.ts'
import type { ChatUser, OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { CommentRow, ControlRoomRow } from './chat-rows.ts'
import { isWaiting, listCount, type ListTab, listTabs } from './comment-lists.ts'
import { markKey, type MarkKind } from './comment-marks.ts'
import type { ControlRoomState } from './control-room-model.ts'

export interface By {
  readonly name: string
  readonly isMe: boolean
}

export type Outcome =
  | {
      readonly kind: 'blocked' | 'muted' | 'timedOut' | 'removed' | 'released' | 'dismissed' | 'answered'
      readonly by: By | undefined
      /** Of `timedOut`, epoch ms. */
      readonly untilMs?: number
    }
  | { readonly kind: 'order'; readonly answer: OrderAnswer }

export const chatTabs = ['all', ...listTabs] as const
export type ChatTab = (typeof chatTabs)[number]

/** The state as this page shows it: with the actions done here that the room has not published yet. */
export interface ControlRoomView {
  readonly state: ControlRoomState
  readonly cues: readonly Cue[]
  /** The call to action that stands. */
  readonly call: { readonly text: string; readonly url?: string | undefined } | undefined
  readonly scriptOn: boolean
  readonly holds: (kind: MarkKind, of: number | string) => boolean
  readonly who: (kind: MarkKind, of: number | string) => By | undefined
  readonly isMuted: (userId: string) => boolean
  /** The comment that is pinned for all. */
  readonly pinned: { readonly of: number; readonly user: ChatUser; readonly text: string } | undefined
  /** Until when a viewer may not comment, epoch ms; undefined: may. */
  readonly timeOut: (userId: string) => number | undefined
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
    /** What was written; empty: this page doesn't know. */
    readonly text: string
  }[]
  /** Of the server's lists, with what happened since it counted. */
  readonly counts: Readonly<Record<Exclude<ListTab, 'real'>, number>>
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

/** What one of several decisions shows at once. */
const overlayMany = (overlay: Map<string, boolean>, seq: number, decision: ManyDecision): void => {
  if (decision === 'mark' || decision === 'unmark') overlay.set(markKey('marked', seq), decision === 'mark')
  else if (decision === 'release') overlay.set(markKey('released', seq), true)
  else overlay.set(markKey('removed', seq), decision === 'remove')
}

const made = new WeakMap<ControlRoomState, ControlRoomView>()

const make = (state: ControlRoomState): ControlRoomView => {
  const overlay = new Map<string, boolean>()
  const settled = new Set<number>()
  const stock = new Map<string, number>()
  let { shown, unlisted, slow, announcement } = state.room
  let pinned: ControlRoomView['pinned'] = state.room.pinned
  const timeOuts = new Map([...state.timeOuts].map(([userId, { untilMs }]) => [userId, untilMs]))
  let anonymousAllowed = state.controlRoom?.anonymousAllowed ?? true
  let cues = cuesOf(state.controlRoom)
  let call: ControlRoomView['call'] = callNow(state.room)
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
      case 'pin':
      case 'unpin':
        pinned = action.kind === 'pin' ? { of: action.seq, user: action.user, text: action.text } : undefined
        break
      case 'timeOut':
      case 'endTimeOut':
        timeOuts.set(action.userId, action.kind === 'timeOut' ? action.untilMs : 0)
        overlay.set(markKey('timedOut', action.userId), action.kind === 'timeOut')
        break
      case 'many':
        for (const seq of action.seqs) overlayMany(overlay, seq, action.decision)
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
      case 'plan':
        cues = cues.filter((cue) => !action.cues.includes(cue))
        break
      case 'script':
        scriptOn = action.on
        break
      case 'call':
      case 'endCall':
        call = action.kind === 'call' ? { text: action.text, url: action.url } : undefined
        break
      case 'line':
        overlay.set(markKey('removed', action.itemId), action.on)
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
  const timeOut = (userId: string) => timeOuts.get(userId) || undefined
  const waits = (row: ControlRoomRow): boolean => row.kind === 'comment' && isWaiting(row, holds)
  const outcome = (row: CommentRow): Outcome | undefined => {
    const { seq, sid, user } = row
    if (sid !== undefined) return holds('removed', sid) ? { kind: 'removed', by: who('removed', sid) } : undefined
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
    const untilMs = isViewer ? timeOut(user.userId) : undefined
    if (untilMs !== undefined) return { kind: 'timedOut', by: who('timedOut', user.userId), untilMs }
    return isViewer && holds('answered', seq) ? { kind: 'answered', by: who('answered', seq) } : undefined
  }
  const { lists, unclear } = state
  const counts = {
    held: listCount('held', lists.held, holds),
    marked: listCount('marked', lists.marked, holds),
    questions: listCount('questions', lists.questions, holds),
  }
  const queue = [...unclear].flatMap(([seq, text]) => {
    const answer = settled.has(seq) ? undefined : state.orders.get(seq)?.answer
    return answer?.outcome === 'unclear' && answer.question !== null ? [{ seq, answer, text }] : []
  })
  return {
    state,
    cues,
    call,
    scriptOn: scriptOn ?? !cues.some((cue) => cue.kind === 'off' && cue.toMs === null),
    holds,
    who,
    isMuted,
    pinned,
    timeOut,
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

export const controlRoomView = (state: ControlRoomState): ControlRoomView => {
  const known = made.get(state)
  if (known !== undefined) return known
  const view = make(state)
  made.set(state, view)
  return view
}
