import { readReply, replyWithinMs } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ProductService } from '../product/product.service.ts'
import { earliest, plainAnswer } from './comment-order-answer.ts'
import type { Answered, CommentOrderStore } from './comment-order.store.ts'
import type { CommentOrderRow } from './comment-order.tables.ts'
import type { HoldRequest } from './hold-plan.ts'
import { type Selling, sellingAt } from './order-holds.ts'
import type { ShopLive } from './shop-access.ts'

export interface Choice {
  readonly variantId: string
  readonly quantity: number
}

/** What came of a request, and the viewer's earlier answers that it took back. */
export interface Applied {
  readonly answered: Answered
  readonly takenBack: readonly CommentOrderRow[]
}

/** Carries out what a viewer asks for, in a transaction that has locked the viewer. */
export type ApplyRequests = (
  tx: Tx,
  live: ShopLive,
  by: { readonly liveUserId: string; readonly seq: number; readonly selling: Selling },
  requests: readonly HoldRequest[],
) => Promise<Applied>

export interface CommentOrderQuestionsDeps {
  readonly clock: Clock
  readonly comments: Pick<CommentOrderStore, 'answer' | 'openQuestion'>
  readonly products: Pick<ProductService, 'variants'>
  /** Whether the staff took the product out of the room's list. */
  readonly isUnlisted: (firmId: string, liveId: string, productId: string, on: Tx) => Promise<boolean>
  readonly apply: ApplyRequests
}

/** Questions that orders by comment leave open, and what their answers come to. */
export const createCommentOrderQuestions = (deps: CommentOrderQuestionsDeps) => {
  const { clock, comments, products, isUnlisted, apply } = deps

  /** What an answer comes to, beside what was clear before it. */
  const beside = (row: CommentOrderRow, answered: Answered): Answered => {
    const answers = new Set(answered.lines.map(({ variantId }) => variantId))
    const clear = row.lines.filter(({ variantId, short }) => short !== true && !answers.has(variantId))
    const heldUntil = earliest([row.heldUntil, answered.heldUntil], clock.ms())
    return { ...answered, lines: [...clear, ...answered.lines], heldUntil }
  }

  /** What a choice comes to; undefined: it is none of what was asked. */
  const applyChoice = async (tx: Tx, live: ShopLive, row: CommentOrderRow, { variantId, quantity }: Choice) => {
    const { question, liveUserId, seq } = row
    const [variant] = await products.variants(live.firmId, [variantId], { on: tx })
    if (question === null || variant?.productId !== question.productId) return undefined
    const change = { add: question.quantity < 0 ? -quantity : quantity }
    const selling = sellingAt(live, clock.ms(), clock.ms())
    const request = { productId: question.productId, variantId, change }
    const { answered, takenBack } = await apply(tx, live, { liveUserId, seq, selling }, [request])
    return { variant, selling, answered: beside(row, answered), takenBack }
  }

  /** A viewer's choice; what was taken out of the list meanwhile can't be chosen any more. */
  const chosen = async (tx: Tx, live: ShopLive, row: CommentOrderRow, choice: Choice): Promise<Applied | undefined> =>
    (await isUnlisted(live.firmId, live.id, row.question?.productId ?? '', tx))
      ? { answered: beside(row, { ...plainAnswer, outcome: 'soldOut' }), takenBack: [] }
      : applyChoice(tx, live, row, choice)

  /**
   * Takes a comment as the answer to the viewer's newest open question: one variant decides it, several narrow it down,
   * and a number is how many. The viewer is locked already. Undefined: nothing is open, or something else was said.
   */
  const reply = async (
    tx: Tx,
    live: ShopLive,
    said: { readonly liveUserId: string; readonly seq: number; readonly text: string; readonly saidAt: Date },
  ): Promise<CommentOrderRow[] | undefined> => {
    const { firmId, id: liveId } = live
    const { liveUserId, seq: before, text, saidAt } = said
    const since = new Date(saidAt.getTime() - replyWithinMs)
    const row = await comments.openQuestion({ firmId, liveId, liveUserId }, { since, before }, tx)
    const { question } = row ?? {}
    if (!row || !question) return undefined
    const { productId } = question
    const variants = await products.variants(firmId, question.choices, { on: tx })
    const named = variants.map(({ variantId, variantName }) => ({ variantId, name: variantName }))
    const read = readReply(text, { productId, keyword: '', variants: named })
    if (!read) return undefined
    const quantity = read.quantity ?? Math.abs(question.quantity)
    const [only, ...others] = read.choices
    if (only !== undefined && others.length === 0) {
      const done = await chosen(tx, live, row, { variantId: only, quantity })
      if (!done) return undefined
      const answer = { ...done.answered, waits: false, question: null, changedAt: clock.now() }
      return [...done.takenBack, ...(await comments.answer(firmId, liveId, row.seq, answer, tx))]
    }
    const choices = only === undefined ? question.choices : [only, ...others]
    const asked = { productId, quantity: question.quantity < 0 ? -quantity : quantity, choices }
    return comments.answer(firmId, liveId, row.seq, { question: asked, changedAt: clock.now() }, tx)
  }

  return { beside, applyChoice, chosen, reply }
}
