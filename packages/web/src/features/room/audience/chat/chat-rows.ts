import { identityOf } from '@kaimai/contract/room/event-order.rules.ts'
import type { Addressee, ChatUser, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { PendingMessage } from '@kaimai/contract/room/room.state.ts'

/** What only this viewer sees, at the room time when it came up. */
export type Note =
  | {
      readonly id: string
      readonly ms: number
      readonly kind: 'added'
      readonly name: string
      readonly quantity: number
    }
  | { readonly id: string; readonly ms: number; readonly kind: 'notAdded'; readonly message: string }
  | {
      readonly id: string
      readonly ms: number
      readonly kind: 'refused'
      readonly text: string
      readonly message: string
    }

/** What an order by comment did; seen by who wrote it. */
export type Ordered = Extract<RoomEvent, { kind: 'ordered' }>

export type ChatRow =
  | {
      readonly kind: 'message'
      readonly key: string
      readonly user: ChatUser
      readonly text: string
      readonly mine: boolean
      readonly question: boolean
      readonly to: Addressee | undefined
      /** It answers this viewer. */
      readonly toMe: boolean
    }
  | { readonly kind: 'waiting'; readonly key: string; readonly text: string; readonly question: boolean }
  | { readonly kind: 'note'; readonly key: string; readonly note: Note }
  /** `newest`: of orders that hold stock, this one shows its time; of older ones only the result is shown. */
  | { readonly kind: 'order'; readonly key: string; readonly order: Ordered; readonly newest: boolean }

/** How many of the viewer's own notes stay in the list. */
export const notesKept = 20

type MessageRow = Extract<ChatRow, { kind: 'message' }>
type OrderRow = Extract<ChatRow, { kind: 'order' }>

/** A row is made once: the list is drawn ten times a second, its lines only when they are new. */
const messageRows = new WeakMap<RoomEvent, MessageRow>()
const orderRows = new WeakMap<Ordered, OrderRow>()
const noteRows = new WeakMap<Note, ChatRow>()

const messageRowOf = (
  event: Extract<RoomEvent, { kind: 'commented' | 'announced' }>,
  myId: string | undefined,
): MessageRow => {
  const mine = event.user.userId === myId
  const to = 'to' in event ? event.to : undefined
  const toMe = !mine && to !== undefined && to.userId === myId
  const made = messageRows.get(event)
  if (made?.mine === mine && made.toMe === toMe) return made
  const { user, text } = event
  const question = 'question' in event && event.question === true
  const row = { kind: 'message', key: identityOf(event), user, text, mine, question, to, toMe } as const
  messageRows.set(event, row)
  return row
}

const orderRowOf = (order: Ordered, newest: boolean): OrderRow => {
  const made = orderRows.get(order)
  if (made?.newest === newest) return made
  const row = { kind: 'order', key: identityOf(order), order, newest } as const
  orderRows.set(order, row)
  return row
}

const noteRowOf = (note: Note): ChatRow => {
  const row = noteRows.get(note) ?? { kind: 'note', key: note.id, note }
  noteRows.set(note, row)
  return row
}

/** Of each comment the newest answer: what was asked first is settled by then. One that is no order has none. */
export const answersOf = (events: readonly RoomEvent[], myId: string | undefined): readonly Ordered[] => {
  const newest = new Map<number, Ordered>()
  for (const event of events) {
    if (event.kind !== 'ordered' || event.user.userId !== myId) continue
    const before = newest.get(event.of)
    if (before === undefined || before.seq < event.seq) newest.set(event.of, event)
  }
  return [...newest.values()].filter(({ outcome }) => outcome !== 'dismissed')
}

/** What the chat shows, oldest first: what was said, the viewer's own notes where they came up, then what waits. */
export const chatRowsOf = (
  events: readonly RoomEvent[],
  notes: readonly Note[],
  pending: readonly PendingMessage[],
  myId: string | undefined,
): readonly ChatRow[] => {
  const rows: ChatRow[] = []
  const left = notes.toSorted((a, b) => a.ms - b.ms)
  const answers = new Set(answersOf(events, myId))
  const last = Math.max(...[...answers].flatMap(({ seq, heldUntilMs }) => (heldUntilMs === null ? [] : [seq])))
  for (const event of events) {
    if (event.kind !== 'commented' && event.kind !== 'announced' && event.kind !== 'ordered') continue
    if (event.kind === 'ordered' && !answers.has(event)) continue
    while (left[0] !== undefined && left[0].ms < event.ms) rows.push(...left.splice(0, 1).map(noteRowOf))
    rows.push(event.kind === 'ordered' ? orderRowOf(event, event.seq === last) : messageRowOf(event, myId))
  }
  rows.push(...left.map(noteRowOf))
  rows.push(...pending.map(({ id, text, question = false }) => ({ kind: 'waiting' as const, key: id, text, question })))
  return rows
}

/** The newest words of the shop's own people, for where there is no room for the chat. */
export const lastWordsOf = (
  events: readonly RoomEvent[],
): { readonly name: string; readonly text: string } | undefined => {
  const last = events.findLast(
    (event) => event.kind === 'announced' || (event.kind === 'commented' && isOfShop(event.user)),
  )
  return last?.kind === 'announced' || last?.kind === 'commented'
    ? { name: last.user.name, text: last.text }
    : undefined
}

export const isOfShop = (user: ChatUser): boolean => user.as === 'host' || user.as === 'staff'

/** The line that asks viewers to do something now; undefined once it ended. */
export const callToActionOf = (
  events: readonly RoomEvent[],
): Extract<RoomEvent, { kind: 'calledToAction' }> | undefined => {
  const last = events.findLast((event) => event.kind === 'calledToAction' || event.kind === 'callEnded')
  return last?.kind === 'calledToAction' ? last : undefined
}

/** When this viewer may write again under slow mode, in room ms; 0: now. */
export const mayWriteAt = (events: readonly RoomEvent[], myId: string | undefined, slowSeconds: number): number => {
  if (slowSeconds === 0) return 0
  const own = events.findLast((event) => event.kind === 'commented' && event.user.userId === myId && 'seq' in event)
  return own === undefined ? 0 : own.ms + slowSeconds * 1000
}
