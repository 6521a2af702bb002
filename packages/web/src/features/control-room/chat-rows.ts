import type { ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import { comparePlace, identityOf, type Placed } from '@kaimai/contract/room/event-order.rules.ts'
import { isQuestion } from '@kaimai/contract/room/question.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import type { Addressee, ChatUser, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'

interface Row {
  /** The identity of a row within its room: see `identityOf`. */
  readonly key: string
  readonly ms: number
  readonly seq: number | undefined
  readonly sid: string | undefined
  /** Counts up as rows reach this page; 0: fetched. What is frozen shows what had arrived by then. */
  readonly arrival: number
}

export interface CommentRow extends Row {
  readonly kind: 'comment'
  readonly user: ChatUser
  readonly text: string
  readonly to: Addressee | undefined
  readonly question: boolean
  /** Came as one that only its writer sees. */
  readonly held: boolean
  /** A released one: the seq under which it was held. */
  readonly of: number | undefined
}

const noteKinds = [
  'productShown',
  'productHidden',
  'calledToAction',
  'callEnded',
  'announced',
  'unannounced',
  'slowed',
  'pollOpened',
  'pollClosed',
  'giveawayOpened',
  'giveawayDrawn',
  'ticketShown',
  'scriptOff',
  'scriptOn',
  'messagePinned',
  'messageUnpinned',
] as const
export type NoteKind = (typeof noteKinds)[number]

/** What happened in the room beside the talk. */
export interface NoteRow extends Row {
  readonly kind: 'note'
  readonly note: NoteKind
  readonly productId: string | undefined
  readonly text: string
  /** Of `slowed` seconds, of `ticketShown` pieces. */
  readonly count: number
}

export type ControlRoomRow = CommentRow | NoteRow

export const placeOf = ({ ms, seq, sid }: Row): Placed => (sid === undefined ? { ms, seq: seq ?? 0 } : { ms, sid })

/** The row that an event makes; undefined: none. `held`: only its writer sees it. */
export const rowOf = (event: RoomEvent, held: boolean): ControlRoomRow | undefined => {
  const seq = 'seq' in event ? event.seq : undefined
  const sid = 'sid' in event ? event.sid : undefined
  const base = { key: identityOf(event), ms: event.ms, seq, sid, arrival: 0 }
  const note = (kind: NoteKind, more: Partial<Pick<NoteRow, 'productId' | 'text' | 'count'>> = {}): NoteRow => ({
    ...base,
    kind: 'note',
    note: kind,
    productId: undefined,
    text: '',
    count: 0,
    ...more,
  })
  switch (event.kind) {
    case 'commented': {
      const { user, text } = event
      const sent = 'seq' in event ? event : undefined
      const isAsked = sent?.question === true || (sent !== undefined && user.as === 'viewer' && isQuestion(text))
      const more = { to: sent?.to, question: isAsked, of: sent?.of }
      return { ...base, kind: 'comment', user, text, held, ...more }
    }
    case 'productShown':
    case 'productHidden':
      return note(event.kind, { productId: event.productId })
    case 'calledToAction':
    case 'announced':
      return note(event.kind, { text: event.text })
    case 'pollOpened':
      return note('pollOpened', { text: event.question })
    case 'pollClosed':
      return note('pollClosed', { count: event.counts.reduce((sum, votes) => sum + votes, 0) })
    case 'giveawayOpened':
      return note('giveawayOpened', { text: event.prize })
    case 'giveawayDrawn':
      return note('giveawayDrawn', {
        text: event.winners.map(({ name }) => name).join('、'),
        count: event.entrants,
      })
    case 'callEnded':
    case 'unannounced':
      return note(event.kind)
    case 'messagePinned':
      return note(event.kind, { text: event.text })
    case 'messageUnpinned':
      return note(event.kind)
    case 'slowed':
      return note('slowed', { count: event.seconds })
    case 'ticketShown':
      return note('ticketShown', { text: event.name, productId: event.productId, count: event.quantity })
    case 'acted':
      return event.act === 'scriptOff' || event.act === 'scriptOn'
        ? note(event.act, { text: event.by.name })
        : undefined
    default:
      return undefined
  }
}

interface RowList {
  readonly rows: readonly ControlRoomRow[]
  readonly arrivals: number
}

const byPlace = (a: ControlRoomRow, b: ControlRoomRow): number => comparePlace(placeOf(a), placeOf(b))

/** Both in the room's order; what comes after all that is there is only appended. */
export const sortedRows = <R extends ControlRoomRow>(rows: readonly R[], fresh: readonly R[]): R[] => {
  const more = fresh.toSorted(byPlace)
  const [last, first] = [rows.at(-1), more[0]]
  const all = [...rows, ...more]
  return last === undefined || first === undefined || byPlace(last, first) <= 0 ? all : all.sort(byPlace)
}

/** The list with rows in their places, each once; the newest remain. `fetched`: they count as no arrivals. */
export const withRows = <S extends RowList>(state: S, incoming: readonly ControlRoomRow[], fetched: boolean): S => {
  if (incoming.length === 0) return state
  let { arrivals } = state
  const last = state.rows.at(-1)
  const isAfterAll = (row: ControlRoomRow) => last === undefined || comparePlace(placeOf(last), placeOf(row)) < 0
  const known = incoming.every(isAfterAll) ? new Set<string>() : new Set(state.rows.map(({ key }) => key))
  const fresh: ControlRoomRow[] = []
  for (const row of incoming) {
    if (known.has(row.key)) continue
    known.add(row.key)
    fresh.push(fetched ? row : { ...row, arrival: ++arrivals })
  }
  if (fresh.length === 0) return state
  const rows = sortedRows(state.rows, fresh)
  return {
    ...state,
    rows: rows.length > roomLimits.controlRoomRows ? rows.slice(-roomLimits.controlRoomRows) : rows,
    arrivals,
  }
}

/** The row of a comment that was fetched. */
export const fetchedRow = (comment: ControlRoomComment): CommentRow => ({
  key: `r${comment.seq}`,
  ms: comment.ms,
  seq: comment.seq,
  sid: undefined,
  arrival: 0,
  kind: 'comment',
  user: comment.user,
  text: comment.text,
  to: comment.to ?? undefined,
  question: comment.question,
  held: comment.held || comment.dismissed || comment.releasedAs !== null,
  of: undefined,
})
