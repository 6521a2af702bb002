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
export const notesMax = 20

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

/** Whether an answer says that pieces which were confirmed are held no longer. */
export const isTakenBack = ({ outcome, lines }: Ordered): boolean =>
  outcome === 'lowered' && lines.some(({ asked }) => asked > 0) && lines.every(({ holds }) => holds === 0)

/**
 * Of each comment the newest answer, by the event where it stands: what was asked first is settled by then. What is taken
 * back is so where it was confirmed. A comment that is no order has none.
 */
const answersOf = (events: readonly RoomEvent[], myId: string | undefined): ReadonlyMap<RoomEvent, Ordered> => {
  const newest = new Map<number, readonly [at: RoomEvent, Ordered]>()
  for (const event of events) {
    if (event.kind !== 'ordered' || event.user.userId !== myId) continue
    const [at, before] = newest.get(event.of) ?? []
    if (before === undefined || before.seq < event.seq)
      newest.set(event.of, [at && isTakenBack(event) ? at : event, event])
  }
  return new Map([...newest.values()].filter(([, { outcome }]) => outcome !== 'dismissed'))
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
  const answers = answersOf(events, myId)
  const last = Math.max(...[...answers.values()].flatMap(({ seq, heldUntilMs }) => (heldUntilMs === null ? [] : [seq])))
  for (const event of events) {
    const order = answers.get(event)
    const isSaid = event.kind === 'commented' || event.kind === 'announced'
    const row = order ? orderRowOf(order, order.seq === last) : isSaid ? messageRowOf(event, myId) : undefined
    if (row === undefined) continue
    while (left[0] !== undefined && left[0].ms < event.ms) rows.push(...left.splice(0, 1).map(noteRowOf))
    rows.push(row)
  }
  rows.push(...left.map(noteRowOf))
  rows.push(...pending.map(({ id, text, question = false }) => ({ kind: 'waiting' as const, key: id, text, question })))
  return rows
}

/** Lines below the one at which a reader went up: in a quiet room all there are. */
export const maxBelowReader = 100

/**
 * The lines that are drawn. Who has gone up from `seenKey` reads the lines above it: a busy room says thousands below
 * meanwhile, which are counted and drawn once the reader comes back to the end.
 */
export const rowsToDraw = (rows: readonly ChatRow[], seenKey: string | undefined): readonly ChatRow[] => {
  const seenAt = seenKey === undefined ? -1 : rows.findIndex(({ key }) => key === seenKey)
  return seenAt === -1 ? rows : rows.slice(0, seenAt + 1 + maxBelowReader)
}

/** Whether both lists are of the same lines: then none is drawn again. */
export const areSameRows = (before: readonly ChatRow[], now: readonly ChatRow[]): boolean =>
  before === now || (before.length === now.length && before.every((row, at) => row === now[at]))

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

/** When this viewer may write again under slow mode, in room ms; 0: now. */
export const mayWriteAt = (events: readonly RoomEvent[], myId: string | undefined, slowSeconds: number): number => {
  if (slowSeconds === 0) return 0
  const own = events.findLast((event) => event.kind === 'commented' && event.user.userId === myId && 'seq' in event)
  return own === undefined ? 0 : own.ms + slowSeconds * 1000
}
