import { doubleTapMs } from '@kaimai/contract/order/order.rules.ts'
import type { CommentReading } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import type { OrderReading } from '@kaimai/contract/order/comment-order-parser.rules.ts'
import { normalizeText } from '@kaimai/contract/common/normalize-text.ts'
import type { ChatUser, OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProductService } from '../product/product.service.ts'
import { earliest, plainAnswer } from './comment-order-answer.ts'
import { createCommentOrderQuestions, type Applied, type ApplyRequests } from './comment-order-questions.ts'
import { presentAnswer } from './comment-order.present.ts'
import type { Answered, CommentOrderStore } from './comment-order.store.ts'
import type { CommentOrderRow } from './comment-order.tables.ts'
import { type HoldRequest, outcomeOf } from './hold-plan.ts'
import { heldUntil, type OrderHolds, sellingAt } from './order-holds.ts'
import type { ShopLive, ShopLives, Shoppers } from './shop-access.ts'

/** A comment in a room's log that asks for something. */
export interface PendingComment {
  readonly seq: number
  readonly ms: number
  readonly user: ChatUser
  readonly text: string
  readonly reading: CommentReading
  readonly saidAt: Date
}

/** The room's log, as orders by comment use it. */
export interface OrderingLog {
  /** What this viewer has asked for first; it is carried out once `on` commits. `more`: there is something after it. */
  takePending(
    firmId: string,
    liveId: string,
    liveUserId: string,
    on: Executor,
  ): Promise<(PendingComment & { readonly more: boolean }) | undefined>
  /** Viewers with something asked since before then, the oldest first. */
  stillAsking(before: Date, limit: number): Promise<{ firmId: string; liveId: string; liveUserId: string }[]>
  /** Product ids that the staff took out of the room's list. */
  isUnlisted(firmId: string, liveId: string, productId: string, on: Executor): Promise<boolean>
  /** Publishes an answer; the same number again publishes nothing. */
  publishAnswer(of: { live: ShopLive; liveUserId: string }, answer: OrderAnswer, number: number): Promise<void>
  /** Tells the staff who has settled a comment, and how. */
  publishSettled(live: ShopLive, by: Actor, answer: OrderAnswer): Promise<void>
}

const markAfterMs = 250

export interface CommentOrderWorkerDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log'>
  readonly comments: CommentOrderStore
  readonly holds: OrderHolds
  readonly products: Pick<ProductService, 'variants'>
  readonly lives: Pick<ShopLives, 'find'>
  readonly shoppers: Pick<Shoppers, 'get'>
  readonly log: OrderingLog
}

const isMore = ({ change }: HoldRequest): boolean => 'add' in change && change.add > 0

/**
 * Carries out what viewers ask for by comment: each once, in one transaction of stock, hold, cart, what came of it, and
 * the mark in the log that it is still to be done. The answer is written to the log afterwards, under a number of its own.
 * A viewer's comments are carried out in their order.
 */
export const createCommentOrderWorker = ({
  platform,
  comments,
  holds,
  products,
  lives,
  shoppers,
  log,
}: CommentOrderWorkerDeps) => {
  const { db, clock } = platform

  const toMark: CommentOrderRow[] = []
  let marking: NodeJS.Timeout | undefined

  /** Many in one statement, a moment later: one that is forgotten is published again, under the same number. */
  const mark = (): void => {
    marking = undefined
    for (const [firmId, ofFirm] of Map.groupBy(toMark.splice(0), (row) => row.firmId)) {
      guarded(platform.log, 'answers to orders could not be marked as published', comments.markLogged)(firmId, ofFirm)
    }
  }
  const onMark = guarded(platform.log, 'answers to orders wait for the sweep', mark)

  /** Writes answers to the log. What can't be written now is left to the sweep: it is done, as its row says. */
  const publishAnswer = async (rows: readonly CommentOrderRow[]): Promise<void> => {
    const answered: CommentOrderRow[] = []
    for (const row of rows) {
      try {
        const live = await lives.find(row.firmId, row.liveId)
        if (live) await log.publishAnswer({ live, liveUserId: row.liveUserId }, presentAnswer(row), row.answers)
        answered.push(row)
      } catch (error) {
        platform.log.warn({ err: error, liveId: row.liveId, seq: row.seq }, 'an order by comment waits for its answer')
      }
    }
    toMark.push(...answered)
    marking ??= setTimeout(onMark, markAfterMs)
  }

  /** Does it; the viewer is locked already. */
  const apply: ApplyRequests = async (tx, live, { liveUserId, seq, selling }, requests) => {
    const now = clock.now()
    const until = heldUntil(live, now.getTime())
    const asksForMore = requests.some(isMore)
    // The viewer is locked: a viewer who is blocked after this check loses what is held now.
    const mayAsk = asksForMore && selling === 'now' && until !== undefined
    const shopper = mayAsk ? await shoppers.get(live.firmId, liveUserId, tx) : undefined
    const mayHold = mayAsk && shopper?.blocked !== true
    // What is asked for too early or too late is not held; giving back is never too late.
    const doable = mayHold ? requests : requests.filter((request) => !isMore(request))
    const steps = await holds.carryOut(
      tx,
      live,
      { liveUserId, phone: shopper?.phone ?? '', email: shopper?.email ?? '', seq, until: until ?? now },
      doable,
    )
    const result = outcomeOf(steps)
    const ends = steps.filter(({ variantId }) => result.lines.some((line) => line.variantId === variantId))
    const over = steps.flatMap(({ variantId, before, held, trouble, since }) =>
      trouble === undefined && before.held > 0 && held === 0 && since !== undefined ? [{ variantId, since }] : [],
    )
    const of = { firmId: live.firmId, liveId: live.id, liveUserId, changedAt: now }
    return {
      takenBack: await comments.takeBack(of, over, [seq], tx),
      answered: {
        ...plainAnswer,
        ...result,
        ...(result.outcome === 'nothing' && asksForMore && selling === 'notYet' ? { outcome: 'notYet' as const } : {}),
        heldUntil: earliest(
          ends.map((step) => step.until),
          now.getTime(),
        ),
      },
    }
  }

  const questions = createCommentOrderQuestions({ clock, comments, products, isUnlisted: log.isUnlisted, apply })

  const just = (answered: Partial<Answered>): Applied => ({ takenBack: [], answered: { ...plainAnswer, ...answered } })

  const answerOf = async (
    tx: Tx,
    live: ShopLive,
    { seq, saidAt }: PendingComment,
    reading: OrderReading,
    liveUserId: string,
  ): Promise<Applied> => {
    const selling = sellingAt(live, saidAt.getTime(), clock.ms())
    switch (reading.kind) {
      case 'refused':
        return just({ outcome: reading.why === 'none' ? 'nothing' : reading.why, said: reading.said })
      case 'unclear': {
        if (selling !== 'now') return just({ outcome: selling === 'notYet' ? 'notYet' : 'nothing' })
        const { lines, productId, quantity, choices } = reading
        // What is clear doesn't wait for the answer.
        const clear = lines.length === 0 ? just({}) : await apply(tx, live, { liveUserId, seq, selling }, lines)
        const question = { productId, quantity, choices: [...choices] }
        return { ...clear, answered: { ...clear.answered, outcome: 'unclear', left: 0, waits: true, question } }
      }
      case 'order':
        return apply(tx, live, { liveUserId, seq, selling }, reading.lines)
    }
  }

  /** The next thing that this viewer has asked for: the answers, and whether there is more; undefined: nothing is left. */
  const carryNext = (
    live: ShopLive,
    liveUserId: string,
  ): Promise<{ rows: readonly CommentOrderRow[]; more: boolean } | undefined> =>
    db.transaction(async (tx) => {
      const { firmId, id: liveId } = live
      await holds.lockViewer(liveUserId, tx)
      const asked = await log.takePending(firmId, liveId, liveUserId, tx)
      if (!asked) return undefined
      const { seq, text, saidAt, more } = asked
      let { reading } = asked
      if (reading.kind === 'reply') {
        const rows = await questions.reply(tx, live, { liveUserId, seq, text, saidAt })
        if (rows || reading.otherwise === undefined) return { rows: rows ?? [], more }
        reading = reading.otherwise
      }
      const plainText = normalizeText(text)
      const since = new Date(saidAt.getTime() - doubleTapMs)
      const first = await comments.lastEqual({ firmId, liveId, liveUserId, plainText }, { since, before: seq }, tx)
      const { answered, takenBack } = first
        ? just({ ...first, waits: false })
        : await answerOf(tx, live, asked, reading, liveUserId)
      const { outcome, lines, question, heldUntil: until, left, said, waits } = answered
      const row = {
        liveId,
        seq,
        firmId,
        liveUserId,
        user: asked.user,
        text,
        roomMs: asked.ms,
        plainText,
        outcome,
        lines,
        question,
        heldUntil: until,
        left,
        said,
        waits,
        doubleOf: first?.seq ?? null,
        saidAt,
        changedAt: clock.now(),
      }
      await comments.insert(row, tx)
      return { rows: [...takenBack, { ...row, settledBy: '', answers: 1, loggedAnswers: 0 }], more }
    })

  /** Carries out all that a viewer has asked for in a live, in order. */
  const carryOut = async (firmId: string, liveId: string, liveUserId: string): Promise<void> => {
    const live = await lives.find(firmId, liveId)
    if (!live) return
    for (;;) {
      const carried = await carryNext(live, liveUserId)
      if (!carried) return
      await publishAnswer(carried.rows)
      if (!carried.more) return
    }
  }

  return { publishAnswer, questions, carryOut }
}
export type CommentOrderWorker = ReturnType<typeof createCommentOrderWorker>
