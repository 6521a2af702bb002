import { fail } from '@kaimai/contract/common/error.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProductService } from '../product/product.service.ts'
import { limitReached, soldOut, unpaidLimitReached } from './stock-errors.ts'
import { plainAnswer } from './comment-order-answer.ts'
import type { Applied, Choice } from './comment-order-questions.ts'
import { createCommentOrderWorker, type OrderingLog } from './comment-order-worker.ts'
import { type CommentOrdered, presentAnswer, presentCommentOrder, presentOrdered } from './comment-order.present.ts'
import type { Answered, CommentOrderStore, OverHold } from './comment-order.store.ts'
import type { CommentOrderRow } from './comment-order.tables.ts'
import type { OrderHolds } from './order-holds.ts'
import type { EndedHold, OrderHoldStore } from './order-hold.store.ts'
import type { ShopLives, Shoppers } from './shop-access.ts'

export interface CommentOrderDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'audit' | 'log'>
  readonly stores: { readonly comments: CommentOrderStore; readonly holds: Pick<OrderHoldStore, 'heldIn'> }
  readonly holds: OrderHolds
  readonly products: Pick<ProductService, 'variants'>
  readonly lives: Pick<ShopLives, 'find'>
  readonly shoppers: Pick<Shoppers, 'get' | 'byPublicId'>
  readonly log: OrderingLog
}

/** What an answer to a question comes to; `settledBy`: a member of the staff. */
type Decided = Applied & { readonly settledBy?: string }

const heldOf = ({ lines }: Answered, variantId: string): number =>
  lines.find((line) => line.variantId === variantId)?.holds ?? 0

const expirySeconds = 15
const expiryBatch = 50
const sweepSeconds = 10
/** What is younger is being carried out by its own node. */
const sweepAfterMs = 10_000
const sweepBatch = 500

/** Orders by comment: what viewers and the staff make of them, and what becomes of them with time. */
export const createCommentOrders = ({ platform, stores, holds, products, lives, shoppers, log }: CommentOrderDeps) => {
  const { db, clock, jobs, audit } = platform
  const { comments } = stores
  const { publishAnswer, questions, carryOut } = createCommentOrderWorker({
    platform,
    comments,
    holds,
    products,
    lives,
    shoppers,
    log,
  })

  /** The comment whose question this is: of a double tap, the first one's. */
  const questionOf = async (firmId: string, liveId: string, seq: number): Promise<CommentOrderRow | undefined> => {
    const row = await comments.find(firmId, liveId, seq)
    return row?.doubleOf == null ? row : comments.find(firmId, liveId, row.doubleOf)
  }

  /**
   * Answers a question, once: undefined when somebody else was quicker. `decide` may throw, and then nothing happened.
   * The question itself is published first, so that its answer never comes before it.
   */
  const answerQuestion = async (
    row: CommentOrderRow,
    decide: (tx: Tx, row: CommentOrderRow) => Promise<Decided | undefined>,
  ): Promise<CommentOrderRow | undefined> => {
    const { firmId, liveId, liveUserId, seq } = row
    if (row.loggedAnswers < row.answers) await publishAnswer([row])
    const rows = await db.transaction(async (tx) => {
      await holds.lockViewer(liveUserId, tx)
      const now = await comments.find(firmId, liveId, seq, tx)
      const decided = now?.waits === true ? await decide(tx, now) : undefined
      if (!decided) return []
      const { answered, takenBack, settledBy = '' } = decided
      const answer = { ...answered, settledBy, waits: false, changedAt: clock.now() }
      return [...takenBack, ...(await comments.answer(firmId, liveId, seq, answer, tx))]
    })
    await publishAnswer(rows)
    return rows.find((answered) => answered.seq === seq)
  }

  /** A viewer answers the question of an own comment; the result is published. */
  const choose = async (
    { firmId, liveId, liveUserId }: { firmId: string; liveId: string; liveUserId: string },
    choice: Choice & { readonly of: number },
  ): Promise<void> => {
    const [live, row] = await Promise.all([lives.find(firmId, liveId), questionOf(firmId, liveId, choice.of)])
    if (!live || row?.liveUserId !== liveUserId || !row.waits) return
    // What was said before it comes first.
    await carryOut(firmId, liveId, liveUserId)
    await answerQuestion(row, (tx, now) => questions.chosen(tx, live, now, choice))
  }

  /** The staff answers for the viewer, or (null) says that it is no order. Throws `noData`, `conflict`, `soldOut`. */
  const settle = async (
    by: Actor,
    { liveId, seq, choice }: { liveId: string; seq: number; choice: Choice | null },
  ): Promise<OrderAnswer> => {
    const { firmId } = by
    const [live, row] = await Promise.all([lives.find(firmId, liveId), questionOf(firmId, liveId, seq)])
    if (!live || !row) throw fail('noData')
    const settled = await answerQuestion(row, async (tx, now) => {
      const record = (change: Readonly<Record<string, unknown>>) =>
        audit.record(
          tx,
          by,
          'order.settle',
          { id: liveId, name: live.liveName },
          { seq: now.seq, text: now.text, ...change },
        )
      if (choice === null) {
        await record({ outcome: 'dismissed' })
        const clear = questions.beside(now, { ...plainAnswer, outcome: 'dismissed' })
        const outcome = clear.lines.some(({ holds }) => holds > 0) ? 'held' : 'dismissed'
        return { answered: { ...clear, outcome }, takenBack: [], settledBy: by.actorName } as const
      }
      const done = await questions.applyChoice(tx, live, now, choice)
      if (!done) throw fail('noData')
      const { variant, selling, answered, takenBack } = done
      if (selling === 'notYet') throw fail('conflict', { reason: orderErrors.shopNotOpen })
      if (selling === 'never') throw fail('conflict', { reason: orderErrors.shopClosed })
      if (answered.outcome === 'soldOut') throw soldOut(variant, answered.left)
      if (answered.outcome === 'overLimit') throw limitReached(variant, variant.perPersonLimit ?? answered.left)
      if (answered.outcome === 'unpaidLimit')
        throw unpaidLimitReached(variant, heldOf(answered, choice.variantId) + answered.left)
      await record({ variantId: choice.variantId, quantity: choice.quantity })
      return { answered, takenBack, settledBy: by.actorName }
    })
    if (!settled) throw fail('conflict', { reason: orderErrors.alreadySettled })
    const answer = presentAnswer(settled)
    await log.publishSettled(live, by, answer).catch((error: unknown) => {
      platform.log.warn({ err: error, liveId, seq }, 'colleagues were not notified who settled an order by comment')
    })
    return answer
  }

  /** The answers that confirmed pieces of holds that are over, taken back in the transaction that ends them. */
  const takeBack = (
    tx: Tx,
    { firmId, liveId, liveUserId }: Pick<CommentOrderRow, 'firmId' | 'liveId' | 'liveUserId'>,
    over: readonly OverHold[],
    except: readonly number[] = [],
  ): Promise<CommentOrderRow[]> =>
    comments.takeBack({ firmId, liveId, liveUserId, changedAt: clock.now() }, over, except, tx)

  /** Answers the comments whose pieces are held no longer, in the transaction that gives them back. */
  const answerEnded = async (tx: Tx, ended: readonly EndedHold[]): Promise<CommentOrderRow[]> => {
    const answered: CommentOrderRow[] = []
    for (const ofComment of Map.groupBy(ended, ({ liveId, seq }) => `${liveId} ${seq}`).values()) {
      const [first] = ofComment
      if (!first) continue
      const { firmId, liveId, seq } = first
      // Nobody asked for it: that distinguishes it from a viewer's own cancellation.
      const lines = ofComment.map(({ productId, variantId }) => ({ productId, variantId, asked: 0, holds: 0 }))
      const row = await comments.find(firmId, liveId, seq, tx)
      const answer = row?.waits === true ? { heldUntil: null } : { ...plainAnswer, outcome: 'lowered' as const }
      answered.push(...(await comments.answer(firmId, liveId, seq, { ...answer, lines, changedAt: clock.now() }, tx)))
    }
    for (const ofViewer of Map.groupBy(ended, ({ liveUserId }) => liveUserId).values()) {
      const [first] = ofViewer
      if (!first) continue
      const over = ofViewer.map(({ variantId, createdAt }) => ({ variantId, since: createdAt }))
      // The comments before the last one confirmed the same pieces.
      const except = answered.map(({ seq }) => seq)
      answered.push(...(await takeBack(tx, first, over, except)))
    }
    return answered
  }

  /** Ends all that a viewer holds, and notifies that viewer. Answers the quantity; `then` joins the transaction. */
  const endAll = async (
    firmId: string,
    liveUserId: string,
    then: (tx: Tx, released: number) => Promise<void> = async () => {},
  ): Promise<number> => {
    const { released, rows } = await db.transaction(async (tx) => {
      await holds.lockViewer(liveUserId, tx)
      const ended = await holds.endAll(tx, firmId, liveUserId)
      const all = ended.reduce((sum, { quantity }) => sum + quantity, 0)
      if (all > 0) await then(tx, all)
      return { released: all, rows: await answerEnded(tx, ended) }
    })
    await publishAnswer(rows)
    return released
  }

  /** The staff puts what a viewer holds back on sale; answers the pieces. Throws `noData`. */
  const release = async (by: Actor, { liveId, userId }: { liveId: string; userId: string }): Promise<number> => {
    const [live, shopper] = await Promise.all([
      lives.find(by.firmId, liveId),
      shoppers.byPublicId(by.firmId, liveId, userId),
    ])
    if (!live || !shopper) throw fail('noData')
    return endAll(by.firmId, shopper.id, (tx, quantity) =>
      audit.record(tx, by, 'order.release', { id: liveId, name: live.liveName }, { userId, quantity }),
    )
  }

  /** Handles 'block.changed': a blocked viewer holds nothing; a block that is lifted brings nothing back. */
  const blockChanged = async ({ firmId, liveUserIds }: { firmId: string; liveUserIds: readonly string[] }) => {
    for (const liveUserId of liveUserIds)
      if ((await shoppers.get(firmId, liveUserId))?.blocked === true) await endAll(firmId, liveUserId)
  }

  /** Ends holds whose time is over, in batches, and notifies their viewers. Answers how many. */
  const endDue = async (): Promise<number> => {
    for (let all = 0; ; ) {
      const { ended, rows } = await db.transaction(async (tx) => {
        const due = await holds.endDue(tx, expiryBatch)
        return { ended: due.length, rows: await answerEnded(tx, due) }
      })
      await publishAnswer(rows)
      all += ended
      if (ended < expiryBatch) return all
    }
  }

  /** What a process that died, or a database that was away, left undone or untold. */
  const sweep = async (): Promise<void> => {
    const before = new Date(clock.ms() - sweepAfterMs)
    const asking = await log.stillAsking(before, sweepBatch)
    for (const { firmId, liveId, liveUserId } of asking) {
      await carryOut(firmId, liveId, liveUserId).catch((error: unknown) =>
        platform.log.error({ err: error, liveId }, 'an order by comment could not be carried out'),
      )
    }
    await publishAnswer(await comments.unpublished(before, sweepBatch))
  }

  jobs.every('order/expire-holds', expirySeconds, async () => void (await endDue()))
  jobs.every('order/sweep-comments', sweepSeconds, sweep)

  return {
    takeBack,
    publishAnswer,
    giveTo: (tx: Tx, of: Pick<CommentOrderRow, 'firmId' | 'liveId' | 'liveUserId'>, toId: string): Promise<void> =>
      comments.giveTo(of, toId, tx),
    carryOut,
    choose,
    settle,
    release,
    blockChanged,
    endDue,
    sweep,

    /** The staff's queue of a live: those that wait first, then the newest. */
    list: async (
      firmId: string,
      query: { liveId: string; waits?: 'yes' | 'no' | undefined; limit: number; cursor?: string | undefined },
    ): Promise<Page<CommentOrder>> => {
      if (!(await lives.find(firmId, query.liveId))) throw fail('notFound')
      const offset = offsetOf(query.cursor)
      const waits = query.waits === undefined ? undefined : query.waits === 'yes'
      const { rows, total } = await comments.list(firmId, query.liveId, { waits, limit: query.limit, offset })
      return pageAt(rows.map(presentCommentOrder), total, offset)
    },

    /** What came of those comments, by seq; of one that was no order there is nothing. */
    ordersOf: async (firmId: string, liveId: string, seqs: readonly number[]): Promise<Map<number, CommentOrdered>> =>
      new Map((await comments.ofSeqs(firmId, liveId, seqs)).map((row) => [row.seq, presentOrdered(row)])),

    /** Seqs of the comments that were orders, the newest first, below `before`; and how many there are in all. */
    seqsIn: comments.seqsIn,
    /** Unclear orders that nobody has decided, by live. */
    waitingIn: comments.waitingIn,
    /** Pieces held by orders by comment in a live, by product. */
    heldIn: stores.holds.heldIn,
  }
}
export type CommentOrderService = ReturnType<typeof createCommentOrders>
