import type { ChatUser, OrderAnswer, OrderOutcome } from '@kaimai/contract/room/room-event.schema.ts'

export interface OrderHoldRow {
  liveUserId: string
  variantId: string
  firmId: string
  liveId: string
  productId: string
  quantity: number
  heldUntil: Date
  seq: number
  /** Minor units, promised for each piece; null: of a hold from before prices were promised. */
  price: number | null
  createdAt: Date
}

export interface CommentOrderRow {
  liveId: string
  seq: number
  firmId: string
  liveUserId: string
  user: ChatUser
  text: string
  roomMs: number
  plainText: string
  outcome: OrderOutcome
  lines: OrderAnswer['lines']
  question: OrderAnswer['question']
  heldUntil: Date | null
  left: number
  said: string
  waits: boolean
  doubleOf: number | null
  settledBy: string
  answers: number
  loggedAnswers: number
  saidAt: Date
  changedAt: Date
}

export interface CommentOrderTables {
  orderHold: OrderHoldRow
  commentOrder: CommentOrderRow
}
