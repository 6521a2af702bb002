import { normalizeText } from '@kaimai/contract/common/normalize-text.ts'
import { type ControlRoomRow, sortedRows } from './chat-rows.ts'
import { isListed } from './comment-lists.ts'
import type { ChatTab, ControlRoomView } from './control-room-view.ts'

/** What a list shows while it stands still: the rows of that moment, whatever has rolled by since. */
export interface FrozenRows {
  readonly tab: ChatTab
  readonly rows: readonly ControlRoomRow[]
  readonly arrivals: number
}

/** The rows of a tab that this page holds, in order, whether or not they are in it still. */
export const heldRows = ({ state }: ControlRoomView, tab: ChatTab): readonly ControlRoomRow[] =>
  tab === 'all' ? state.rows : state.lists[tab].rows

/** Rows of both, each once. */
const joined = (some: readonly ControlRoomRow[], others: readonly ControlRoomRow[]): readonly ControlRoomRow[] => {
  const known = new Set(some.map(({ key }) => key))
  const more = others.filter(({ key }) => !known.has(key))
  return more.length === 0 ? some : sortedRows(some, more)
}

/** As the list stood, with what was fetched for it since; what has arrived waits. */
const standing = (view: ControlRoomView, tab: ChatTab, frozen: FrozenRows): readonly ControlRoomRow[] =>
  tab === 'all'
    ? frozen.rows
    : joined(
        frozen.rows,
        heldRows(view, tab).filter(({ arrival }) => arrival <= frozen.arrivals),
      )

/**
 * The rows of a tab in order. Of held ones those that wait, and those in `retained`: what was decided under the eyes stays
 * in its place.
 */
export const rowsOf = (
  view: ControlRoomView,
  tab: ChatTab,
  search: string,
  retained: ReadonlySet<string> = new Set(),
  frozen?: FrozenRows,
): readonly ControlRoomRow[] => {
  const wanted = normalizeText(search)
  const still = frozen?.tab === tab ? standing(view, tab, frozen) : heldRows(view, tab)
  const { older } = view.state
  const rows = tab === 'all' && older.rows.length > 0 ? joined(older.rows, still) : still
  if (tab === 'all' && wanted === '') return rows
  return rows.filter((row) => {
    if (tab !== 'all' && !retained.has(row.key) && !(row.kind === 'comment' && isListed(tab, row, view.holds)))
      return false
    if (wanted === '') return true
    return (
      row.kind === 'comment' &&
      (normalizeText(row.user.name).includes(wanted) || normalizeText(row.text).includes(wanted))
    )
  })
}
