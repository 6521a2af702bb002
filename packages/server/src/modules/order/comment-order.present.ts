import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { CommentOrderRow } from './comment-order.tables.ts'

/** What came of a comment, beside whose it is. */
export type CommentOrdered = Omit<OrderAnswer, 'of' | 'user'>

export const presentOrdered = (row: CommentOrderRow): CommentOrdered => ({
  outcome: row.outcome,
  lines: row.lines,
  heldUntilMs: row.heldUntil?.getTime() ?? null,
  question: row.question,
  left: row.left,
  said: row.said,
})

export const presentAnswer = (row: CommentOrderRow): OrderAnswer => ({
  of: row.seq,
  user: row.user,
  ...presentOrdered(row),
})

export const presentCommentOrder = (row: CommentOrderRow): CommentOrder => ({
  ...presentOrdered(row),
  user: row.user,
  seq: row.seq,
  ms: row.roomMs,
  at: row.saidAt.toISOString(),
  text: row.text,
  waits: row.waits,
  byName: row.settledBy,
})
