import type { CommentRow } from './chat-rows.ts'
import type { ControlRoomView } from './control-room-view.ts'
import type { OpenControlRoom } from './use-control-room.tsx'

/** What the row of a comment is drawn of. */
export interface RowParts {
  readonly row: CommentRow
  readonly view: ControlRoomView
  readonly open: OpenControlRoom
  readonly chosen: boolean
  /** One of several chosen ones; undefined: one chooses one at a time. */
  readonly picked: boolean | undefined
  /** Under the pointer. */
  readonly hovered: boolean
  /** Of several rooms: says which. */
  readonly withRoom?: boolean
}

/** What became of a comment and who looks at it, as its row shows them. */
const drawnOf = ({ row, view }: RowParts): string =>
  JSON.stringify([
    view.outcome(row),
    view.waits(row),
    row.seq !== undefined && view.holds('marked', row.seq) && (view.who('marked', row.seq) ?? true),
    view.lookers(row.seq).map(({ userId, name }) => [userId, name]),
    view.state.regulars.get(row.user.userId),
  ])

/**
 * What a row is drawn of: a frame of other people’s words leaves all of it as it was, and so do most acts. One whose
 * actions are in sight is drawn again with each act.
 */
export const isSameRow = (before: RowParts, after: RowParts): boolean => {
  if (
    before.row !== after.row ||
    before.chosen !== after.chosen ||
    before.picked !== after.picked ||
    before.hovered !== after.hovered ||
    before.withRoom !== after.withRoom ||
    before.open.controlRoom !== after.open.controlRoom
  )
    return false
  const [old, now] = [before.view.state, after.view.state]
  const isUntouched =
    old.marks === now.marks &&
    old.who === now.who &&
    old.orders === now.orders &&
    old.regulars === now.regulars &&
    old.staff === now.staff &&
    old.timeOuts === now.timeOuts &&
    old.room.pinned === now.room.pinned &&
    old.pendingActions === now.pendingActions &&
    old.room.muted === now.room.muted
  return isUntouched || (!after.chosen && !after.hovered && drawnOf(before) === drawnOf(after))
}
