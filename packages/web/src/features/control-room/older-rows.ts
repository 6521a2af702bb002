import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { itemsBetween, type Script } from '@kaimai/contract/live/show.rules.ts'
import { comparePlace } from '@kaimai/contract/room/event-order.rules.ts'
import { scriptedEventOf } from '@kaimai/contract/room/scripted.rules.ts'
import { type ControlRoomRow, fetchedRow, placeOf, rowOf, sortedRows } from './chat-rows.ts'
import type { CommentPage } from './comment-lists.ts'

/** What stood in the list before the rows that are followed: fetched as somebody scrolls up, left when they go on. */
export interface OlderRows {
  /** In the room's order, at most `maxOlderRows`. */
  readonly rows: readonly ControlRoomRow[]
  /** The next page of comments ends before this seq. */
  readonly before: number | undefined
  readonly ended: boolean
}
export const noOlder: OlderRows = { rows: [], before: undefined, ended: false }

/** Of one page, its scripted lines included. */
const pageRows = 400
/** Whoever looks for something older than that searches. */
export const maxOlderRows = 2_000

interface RowsSoFar {
  readonly rows: readonly ControlRoomRow[]
  readonly older: OlderRows
  readonly controlRoom: ControlRoom | undefined
}

const played = new WeakMap<ControlRoom['cues'], Script>()
const playedScriptOf = ({ script, cues }: ControlRoom): Script => {
  const known = played.get(cues)
  if (known !== undefined) return known
  const made = cuedScript(
    script,
    cues.map(({ cue }): Cue => cue),
  )
  played.set(cues, made)
  return made
}

/** Lines of the script between two moments of the room: the page has the script, the server's list has only what people said. */
const scriptedBetween = (controlRoom: ControlRoom | undefined, fromMs: number, untilMs: number): ControlRoomRow[] =>
  controlRoom === undefined
    ? []
    : itemsBetween(playedScriptOf(controlRoom), fromMs, untilMs).flatMap((item) => {
        if (controlRoom.removedLines.includes(item.id)) return []
        const event = scriptedEventOf(item, (name) => ({ userId: `virtual ${name}`, as: 'virtual' }))
        return (event && rowOf(event, false)) ?? []
      })

/** The oldest comment of somebody that this page shows: what is older is asked for from there. */
export const oldestSeq = ({ rows, older }: Pick<RowsSoFar, 'rows' | 'older'>): number | undefined =>
  older.before ?? rows.find(({ kind, seq }) => kind === 'comment' && seq !== undefined)?.seq

/** With one more page above: real comments as the server lists them, between them what the script said. */
export const olderWithPage = (state: RowsSoFar, page: CommentPage): OlderRows => {
  const { older, rows, controlRoom } = state
  // A page that was asked for twice, or before the list went on, is no longer the next.
  if (page.before !== oldestSeq(state)) return older
  const first = older.rows[0] ?? rows[0]
  const comments = page.comments.map(fetchedRow)
  const oldestMs = comments.reduce((min, { ms }) => Math.min(min, ms), Number.POSITIVE_INFINITY)
  const fromMs = page.isLast ? -1 : oldestMs
  const known = new Set([...older.rows, ...rows].map(({ key }) => key))
  const fresh = sortedRows<ControlRoomRow>(
    [],
    [...comments, ...scriptedBetween(controlRoom, fromMs, first?.ms ?? Number.POSITIVE_INFINITY)],
  ).filter((row) => !known.has(row.key) && (first === undefined || comparePlace(placeOf(row), placeOf(first)) < 0))
  const taken = fresh.slice(-pageRows)
  const isCut = taken.length < fresh.length
  const takenSeq = taken.find(({ kind, seq }) => kind === 'comment' && seq !== undefined)?.seq
  const before = isCut
    ? (takenSeq ?? page.before)
    : comments.reduce((min, { seq }) => Math.min(min, seq ?? min), page.before ?? Number.POSITIVE_INFINITY)
  const all = sortedRows(taken, older.rows)
  return {
    rows: all.slice(-maxOlderRows),
    before: Number.isFinite(before) ? before : undefined,
    ended: (page.isLast && !isCut) || all.length >= maxOlderRows,
  }
}
