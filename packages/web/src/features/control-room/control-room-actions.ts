import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import type { ManyDecision } from '@kaimai/contract/control-room/many-comments.routes.ts'
import type { ChatUser, StaffAction, RealEvent } from '@kaimai/contract/room/room-event.schema.ts'

export type Decision = 'release' | 'remove' | 'restore' | 'dismiss'

/** What the staff does with one key or one click; it shows at once. */
export type Action =
  | { readonly kind: 'mute'; readonly userId: string; readonly name: string; readonly on: boolean }
  | { readonly kind: 'block'; readonly userId: string; readonly name: string; readonly permanent: boolean }
  | { readonly kind: 'unblock'; readonly userId: string; readonly name: string }
  | { readonly kind: 'mark'; readonly seq: number; readonly name: string; readonly on: boolean }
  | { readonly kind: 'decide'; readonly seq: number; readonly name: string; readonly decision: Decision }
  /** A viewer’s comment pinned for all; and what is pinned taken down. */
  | { readonly kind: 'pin' | 'unpin'; readonly seq: number; readonly user: ChatUser; readonly text: string }
  /** `untilMs`: when it ends, as far as this page knows. */
  | {
      readonly kind: 'timeOut'
      readonly userId: string
      readonly name: string
      readonly minutes: 5 | 15 | 60
      readonly untilMs: number
    }
  | { readonly kind: 'endTimeOut'; readonly userId: string; readonly name: string }
  | { readonly kind: 'many'; readonly seqs: readonly number[]; readonly decision: ManyDecision }
  | { readonly kind: 'show'; readonly productId: string; readonly name: string; readonly on: boolean }
  | { readonly kind: 'list'; readonly productId: string; readonly name: string; readonly on: boolean }
  | { readonly kind: 'broadcast'; readonly text: string; readonly seconds: number | null }
  | { readonly kind: 'slow'; readonly seconds: number }
  | { readonly kind: 'anonymous'; readonly on: boolean }
  /** `cue`: what it will come to, as far as this page knows. */
  | {
      readonly kind: 'cue'
      /** The moment; after it the further lines of its run of comments. */
      readonly itemIds: readonly string[]
      readonly name: string
      readonly action: 'now' | 'delay' | 'skip'
      readonly cue: Cue
      /** Of a product that is shown now: taking that back hides it again once it has played. */
      readonly productId: string | undefined
    }
  /** Takes back the cue that the message `of` made. */
  | {
      readonly kind: 'uncue'
      readonly itemId: string
      readonly of: string
      readonly productId: string | undefined
    }
  /** Takes back all cues of a moment. */
  | { readonly kind: 'plan'; readonly itemId: string; readonly name: string; readonly cues: readonly Cue[] }
  | { readonly kind: 'script'; readonly on: boolean }
  /** A call to action on the spot; `endCall` takes down the one that stands, which is named for its way back. */
  | { readonly kind: 'call'; readonly text: string; readonly url: string }
  | { readonly kind: 'endCall'; readonly text: string; readonly url: string }
  /** Takes down what the script has said, or gives it back. */
  | { readonly kind: 'line'; readonly itemId: string; readonly name: string; readonly on: boolean }
  | {
      readonly kind: 'settle'
      readonly seq: number
      readonly name: string
      readonly choice: { readonly variantId: string; readonly quantity: number } | null
    }
  | {
      readonly kind: 'stock'
      readonly productId: string
      readonly variantId: string
      readonly name: string
      readonly by: number
    }
  | {
      readonly kind: 'say'
      /** The same again says nothing twice. */
      readonly messageId: string
      readonly as: 'host' | 'staff' | 'virtual'
      readonly virtualUserId: string | null
      readonly text: string
      readonly to: number | null
    }
  /** Takes back what the message `of` said. */
  | { readonly kind: 'unsay'; readonly of: string }

export interface PendingAction {
  readonly id: string
  readonly action: Action
}

type Acted = Extract<RealEvent, { kind: 'acted' }>

const acts: Record<Decision, StaffAction> = {
  release: 'released',
  remove: 'removed',
  restore: 'restored',
  dismiss: 'dismissed',
}

/** Whether an event that the room publishes is the effect of this action. */
export const isEchoOf = (action: Action, { act, of, userId, productId, text }: Acted): boolean => {
  switch (action.kind) {
    case 'mute':
      return act === (action.on ? 'muted' : 'unmuted') && userId === action.userId
    case 'block':
      return act === 'blocked' && userId === action.userId
    case 'unblock':
      return act === 'unmuted' && userId === action.userId
    case 'mark':
      return act === (action.on ? 'marked' : 'unmarked') && of === action.seq
    case 'decide':
      return act === acts[action.decision] && of === action.seq
    case 'pin':
    case 'unpin':
      return act === (action.kind === 'pin' ? 'pinned' : 'unpinned')
    case 'timeOut':
    case 'endTimeOut':
      return act === (action.kind === 'timeOut' ? 'timedOut' : 'timeOutEnded') && userId === action.userId
    case 'show':
      return act === (action.on ? 'productShown' : 'productHidden') && productId === action.productId
    case 'list':
      return act === (action.on ? 'productListed' : 'productUnlisted') && productId === action.productId
    case 'broadcast':
      return act === (action.text === '' ? 'unannounced' : 'announced')
    case 'slow':
      return act === 'slowed'
    case 'call':
      return act === 'called' && text === action.text
    case 'endCall':
      return act === 'callEnded'
    case 'line':
      return act === (action.on ? 'lineRemoved' : 'lineRestored') && text === action.itemId
    case 'settle':
      return act === 'dismissed' && action.choice === null && of === action.seq
    case 'many':
    case 'cue':
    case 'uncue':
    case 'plan':
    case 'say':
    case 'unsay':
    case 'script':
    case 'anonymous':
    case 'stock':
      return false
  }
}

/** What an action waits for: actions of one subject are sent one after the other. */
export const subjectOf = (action: Action): string => {
  switch (action.kind) {
    case 'mute':
    case 'block':
    case 'unblock':
    case 'timeOut':
    case 'endTimeOut':
      return `person ${action.userId}`
    case 'mark':
    case 'decide':
    case 'settle':
      return `comment ${action.seq}`
    case 'pin':
    case 'unpin':
      return 'pin'
    case 'many':
      return 'many'
    case 'say':
    case 'unsay':
      return 'said'
    case 'show':
    case 'list':
    case 'stock':
      return `product ${action.productId}`
    case 'cue':
    case 'uncue':
    case 'plan':
    case 'script':
      return 'script'
    case 'call':
    case 'endCall':
      return 'call'
    case 'line':
      return `line ${action.itemId}`
    case 'broadcast':
    case 'slow':
    case 'anonymous':
      return action.kind
  }
}

/** The inverse of an action, from the state before it; undefined: the action can't be taken back. */
export const inverseOf = (
  action: Action,
  actionId: string,
  before: {
    readonly announced: string
    readonly slow: number
    /** The comment that was pinned. */
    readonly pinned?: { readonly of: number; readonly user: ChatUser; readonly text: string } | undefined
    /** The call to action that stood. */
    readonly call?: { readonly text: string; readonly url?: string | undefined } | undefined
  },
): Action | undefined => {
  switch (action.kind) {
    case 'mute':
    case 'mark':
    case 'show':
    case 'list':
    case 'script':
    case 'anonymous':
    case 'line':
      return { ...action, on: !action.on }
    case 'call':
      return before.call === undefined
        ? { kind: 'endCall', text: action.text, url: action.url }
        : { kind: 'call', text: before.call.text, url: before.call.url ?? '' }
    case 'endCall':
      return { kind: 'call', text: action.text, url: action.url }
    case 'block':
      return { kind: 'unblock', userId: action.userId, name: action.name }
    case 'unblock':
      return { kind: 'block', userId: action.userId, name: action.name, permanent: false }
    case 'decide': {
      // What was released can't be held again: it is taken away, under both of its numbers.
      return {
        ...action,
        decision: action.decision === 'restore' || action.decision === 'release' ? 'remove' : 'restore',
      }
    }
    case 'pin':
    case 'unpin': {
      if (before.pinned === undefined) return { ...action, kind: 'unpin' }
      const { of: seq, user, text } = before.pinned
      return { kind: 'pin', seq, user, text }
    }
    case 'timeOut':
      return { kind: 'endTimeOut', userId: action.userId, name: action.name }
    case 'many': {
      // As one by one: what was released can't be held again.
      const back = { release: 'remove', restore: 'remove', remove: 'restore', mark: 'unmark', unmark: 'mark' } as const
      return { ...action, decision: back[action.decision] }
    }
    case 'broadcast':
      return { kind: 'broadcast', text: before.announced, seconds: null }
    case 'slow':
      return { kind: 'slow', seconds: before.slow }
    case 'cue':
      return { kind: 'uncue', itemId: action.itemIds[0] ?? '', of: actionId, productId: action.productId }
    case 'stock':
      return { ...action, by: -action.by }
    case 'say':
      return { kind: 'unsay', of: actionId }
    case 'endTimeOut':
    case 'uncue':
    case 'plan':
    case 'settle':
    case 'unsay':
      return undefined
  }
}

/** Whether taking back can be offered at all. */
export const isUndoable = ({ kind }: Action): boolean =>
  kind !== 'endTimeOut' && kind !== 'uncue' && kind !== 'plan' && kind !== 'settle' && kind !== 'unsay'

/** The room publishes an action within a tick or two; a socket that is down gets it when it is back. */
const echoWithinMs = 6_000

/** Actions that no event confirms: their effect is shown for so long after they were carried out. */
export const shownAfterMs = (action: Action): number => {
  switch (action.kind) {
    case 'cue':
    case 'uncue':
    case 'anonymous':
    case 'say':
      return 0
    case 'stock':
    case 'script':
    case 'plan':
      return 1_200
    default:
      return echoWithinMs
  }
}
