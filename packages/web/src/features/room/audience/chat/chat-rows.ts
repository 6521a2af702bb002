import { identityOf } from '@kaimai/contract/room/place.rules.ts'
import type { ChatUser, RoomEvent } from '@kaimai/contract/room/room.protocol.ts'
import type { PendingMessage } from '@kaimai/contract/room/room.reducer.ts'

/** What only this viewer sees, at the room time when it came up. */
export type Note =
  | { readonly id: string; readonly ms: number; readonly kind: 'added'; readonly name: string; readonly pieces: number }
  | { readonly id: string; readonly ms: number; readonly kind: 'notAdded'; readonly message: string }
  | {
      readonly id: string
      readonly ms: number
      readonly kind: 'refused'
      readonly text: string
      readonly message: string
    }

export type ChatRow =
  | {
      readonly kind: 'message'
      readonly key: string
      readonly user: ChatUser
      readonly text: string
      readonly mine: boolean
    }
  | { readonly kind: 'waiting'; readonly key: string; readonly text: string }
  | { readonly kind: 'note'; readonly key: string; readonly note: Note }

/** How many of the viewer's own notes stay in the list. */
export const notesKept = 20

type MessageRow = Extract<ChatRow, { kind: 'message' }>

/** A row is made once: the list is drawn ten times a second, its lines only when they are new. */
const messageRows = new WeakMap<RoomEvent, MessageRow>()
const noteRows = new WeakMap<Note, ChatRow>()

const messageRowOf = (
  event: Extract<RoomEvent, { kind: 'commented' | 'announced' }>,
  myId: string | undefined,
): MessageRow => {
  const mine = event.user.userId === myId
  const made = messageRows.get(event)
  if (made?.mine === mine) return made
  const { user, text } = event
  const row = { kind: 'message', key: identityOf(event), user, text, mine } as const
  messageRows.set(event, row)
  return row
}

const noteRowOf = (note: Note): ChatRow => {
  const row = noteRows.get(note) ?? { kind: 'note', key: note.id, note }
  noteRows.set(note, row)
  return row
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
  for (const event of events) {
    if (event.kind !== 'commented' && event.kind !== 'announced') continue
    while (left[0] !== undefined && left[0].ms < event.ms) rows.push(...left.splice(0, 1).map(noteRowOf))
    rows.push(messageRowOf(event, myId))
  }
  rows.push(...left.map(noteRowOf))
  rows.push(...pending.map(({ id, text }) => ({ kind: 'waiting' as const, key: id, text })))
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

/** What the shop said to all last. */
export const announcementOf = (events: readonly RoomEvent[]): Extract<RoomEvent, { kind: 'announced' }> | undefined =>
  events.findLast((event) => event.kind === 'announced')

/** The line that asks viewers to do something now. */
export const callToActionOf = (
  events: readonly RoomEvent[],
): Extract<RoomEvent, { kind: 'calledToAction' }> | undefined =>
  events.findLast((event) => event.kind === 'calledToAction')
