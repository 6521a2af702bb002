import type { ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import { type CommentRow, fetchedRow, sortedRows } from './chat-rows.ts'
import { markKey, type MarkKind } from './comment-marks.ts'

/** Lists that the server keeps: what is in them stays there, whatever rolled by on the screen. */
export const listTabs = ['real', 'held', 'marked', 'questions'] as const
export type ListTab = (typeof listTabs)[number]

/** A part of one of the server's lists: its newest comments, and those that were asked for. */
export interface CommentList {
  /** In the room's order, at most `maxListRows`; of held and marked ones also those that were decided since. */
  readonly rows: readonly CommentRow[]
  /** How many more the server has than `rows` holds. */
  readonly rest: number
  /** The next older page ends before this seq; undefined: no page was fetched. */
  readonly before: number | undefined
  /** There are no older ones. */
  readonly ended: boolean
}
export type CommentLists = Readonly<Record<ListTab, CommentList>>

const emptyList: CommentList = { rows: [], rest: 0, before: undefined, ended: false }
export const emptyLists: CommentLists = { real: emptyList, held: emptyList, marked: emptyList, questions: emptyList }

/** Of each list; whoever looks for something older than that searches. */
export const maxListRows = 1_000

type Holds = (kind: MarkKind, of: number | string) => boolean

/** Held, and neither decided nor by somebody who is blocked. */
export const isWaiting = ({ held, seq, user }: CommentRow, holds: Holds): boolean =>
  held &&
  seq !== undefined &&
  !holds('released', seq) &&
  !holds('removed', seq) &&
  !holds('dismissed', seq) &&
  !holds('blocked', user.userId)

/** Whether a comment is in that list of the server now; what was released is there as it was said. */
export const isListed = (tab: ListTab, row: CommentRow, holds: Holds): boolean => {
  if (row.seq === undefined || row.of !== undefined) return false
  switch (tab) {
    case 'real':
      return row.user.as === 'viewer'
    case 'held':
      return isWaiting(row, holds)
    case 'marked':
      return holds('marked', row.seq)
    case 'questions':
      return row.question && row.user.as === 'viewer'
  }
}

const countIn = (tab: ListTab, rows: readonly CommentRow[], holds: Holds): number =>
  rows.reduce((sum, row) => sum + (isListed(tab, row, holds) ? 1 : 0), 0)

/** How many comments that list of the server holds. */
export const listCount = (tab: ListTab, list: CommentList, holds: Holds): number =>
  list.rest + countIn(tab, list.rows, holds)

/** With more comments; the oldest go where there are too many, and are counted instead. */
const withMore = (tab: ListTab, list: CommentList, more: readonly CommentRow[], holds: Holds): CommentList => {
  if (more.length === 0) return list
  const lastSeq = list.rows.at(-1)?.seq ?? 0
  // What comes after all of them is none of them.
  const isNewer = more.every(({ seq }) => (seq ?? 0) > lastSeq)
  const known = new Set(isNewer ? [] : list.rows.map(({ key }) => key))
  const fresh = more.filter(({ key }) => !known.has(key))
  if (fresh.length === 0) return list
  const all = sortedRows(list.rows, fresh)
  if (all.length <= maxListRows) return { ...list, rows: all }
  const rows = all.slice(-maxListRows)
  const gone = countIn(tab, all.slice(0, -maxListRows), holds)
  return { rows, rest: list.rest + gone, before: rows[0]?.seq, ended: false }
}

/** Each list with those of the arrived comments that belong to it. */
export const listsWithArrived = (lists: CommentLists, rows: readonly CommentRow[], holds: Holds): CommentLists => {
  let next = lists
  for (const tab of listTabs) {
    const list = withMore(
      tab,
      next[tab],
      rows.filter((row) => isListed(tab, row, holds) || (tab === 'held' && row.held && row.of === undefined)),
      holds,
    )
    if (list !== next[tab]) next = { ...next, [tab]: list }
  }
  return next
}

/** A page of comments as the server answered it. */
export interface CommentPage {
  /** The list that it was asked for; undefined: only to learn more of what the page shows. */
  readonly tab: ListTab | 'all' | undefined
  readonly comments: readonly ControlRoomComment[]
  readonly counts: Readonly<Record<Exclude<ListTab, 'real'>, number>>
  /** The room's newest number when it was counted. */
  readonly seq: number
  /** What was asked for: the page ends before it; undefined: the newest. */
  readonly before: number | undefined
  readonly isLast: boolean
}

const paged = (list: CommentList, { comments, before, isLast }: CommentPage): CommentList => {
  // A first page while older ones are here already changes nothing about where those go on.
  if (before === undefined && list.before !== undefined) return list
  const oldest = comments.reduce<number | undefined>((min, { seq }) => Math.min(min ?? seq, seq), before)
  return { ...list, before: oldest, ended: isLast }
}

/** The lists after a page: with its comments, and with the server's own counts. */
export const listsWithPage = (lists: CommentLists, page: CommentPage, holds: Holds): CommentLists => {
  let next = lists
  const { tab, counts, seq } = page
  if (tab !== undefined && tab !== 'all') {
    const rows = page.comments.map(fetchedRow).filter((row) => tab !== 'real' || isListed('real', row, holds))
    const list = withMore(tab, next[tab], rows, holds)
    // At the limit a page brings nothing more: the list ends there.
    const isFull = list.rows.length >= maxListRows
    const turned = paged(list, page)
    next = { ...next, [tab]: isFull ? { ...turned, ended: true } : turned }
  }
  for (const each of ['held', 'marked', 'questions'] as const) {
    const list = next[each]
    const known = list.rows.filter((row) => (row.seq ?? 0) <= seq)
    const rest = Math.max(0, counts[each] - countIn(each, known, holds))
    if (rest !== list.rest) next = { ...next, [each]: { ...list, rest } }
  }
  return next
}

/** The comment of that seq, where one of the lists holds it. */
export const listedRow = (lists: CommentLists, seq: number): CommentRow | undefined => {
  for (const tab of listTabs) {
    const found = lists[tab].rows.find((row) => row.seq === seq)
    if (found !== undefined) return found
  }
  return undefined
}

export const holdsIn =
  (marks: { readonly get: (key: string) => { readonly on: boolean } | undefined }): Holds =>
  (kind, of) =>
    marks.get(markKey(kind, of))?.on ?? false
