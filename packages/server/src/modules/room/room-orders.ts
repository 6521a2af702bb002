import { readComment } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import { createPendingCommentOrders } from './pending-comment-orders.ts'
import type { BroughtCart, OrderableRoom, RoomOrders } from './order-port.ts'
import type { RoomLog } from './room-log.ts'
import { staffId } from './staff-id.ts'

/** Module order's side: carries out what stands asked in the log. */
export interface CarriedOut {
  carryOut(firmId: string, liveId: string, liveUserId: string): Promise<void>
  choose(
    of: { firmId: string; liveId: string; liveUserId: string },
    choice: { of: number; variantId: string; quantity: number },
  ): Promise<void>
}

export interface OrdersOfRoom {
  readonly byComment: CarriedOut
  readonly bringCart: (
    firmId: string,
    liveId: string,
    fromId: string,
    to: Parameters<RoomOrders['bringCart']>[2],
  ) => Promise<BroughtCart>
}

interface TurnLimits {
  readonly atOnce: number
  /** Names that wait their turn. */
  readonly waiting: number
}
/** Of one node: the database takes turns anyway, and comments must still get through. What is left out the sweep does. */
const maxOrders: TurnLimits = { atOnce: 8, waiting: 5_000 }
/** Apart from them, so that no choice takes an order's place; what is left out the viewer taps again. */
const maxChoices: TurnLimits = { atOnce: 2, waiting: 1_000 }

/** Runs at most so many at once, those of one name one after another and only once more while one runs. */
const createOrderSlots = (log: Pick<Log, 'warn'>, max: TurnLimits) => {
  const waiting = new Map<string, { run: () => Promise<void>; ended: (() => void)[] }>()
  const running = new Set<string>()

  const start = (): void => {
    for (const [name, turn] of waiting) {
      if (running.size >= max.atOnce) return
      if (running.has(name)) continue
      waiting.delete(name)
      running.add(name)
      turn
        .run()
        .catch((error: unknown) => log.warn({ err: error }, 'an order by comment waits for the sweep'))
        .finally(() => {
          running.delete(name)
          for (const end of turn.ended) end()
          start()
        })
    }
  }

  return (name: string, run: () => Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const present = waiting.get(name)
      if (present) present.ended.push(resolve)
      else if (waiting.size >= max.waiting) resolve()
      else waiting.set(name, { run, ended: [resolve] })
      start()
    })
}

/**
 * Orders by comment as the nodes of a room use them: read before a comment is written, carried out after its commit,
 * beside everything else and not all at once.
 */
export const createRoomOrders = (orders: () => OrdersOfRoom, log: Pick<Log, 'warn'>): RoomOrders => {
  const inTurn = createOrderSlots(log, maxOrders)
  const choiceInTurn = createOrderSlots(log, maxChoices)
  const choosing = new Set<string>()
  return {
    read: (text: string, { productsOfRoom, shownProductId }: OrderableRoom) =>
      readComment(text, {
        products: productsOfRoom,
        shown: productsOfRoom.find(({ productId }) => productId === shownProductId),
      }),
    // All that the viewer has asked for is done in one go, this comment with it: the log knows it.
    carryOut: ({ firmId, liveId }, { liveUserId }) =>
      inTurn(liveUserId, () => orders().byComment.carryOut(firmId, liveId, liveUserId)),
    bringCart: ({ firmId, liveId }, fromId, to) => orders().bringCart(firmId, liveId, fromId, to),
    choose: async ({ firmId, liveId }, { liveUserId, of, variantId, quantity }) => {
      if (choosing.has(liveUserId)) return
      choosing.add(liveUserId)
      await choiceInTurn(liveUserId, () =>
        orders().byComment.choose({ firmId, liveId, liveUserId }, { of, variantId, quantity }),
      )
      choosing.delete(liveUserId)
    },
  }
}

/** The room's log, as module order uses it. */
export const createOrderingLog = ({
  db,
  roomLog,
  secret,
}: {
  db: Database
  roomLog: Pick<RoomLog, 'append'>
  secret: Pick<Secret, 'sign'>
}) => {
  const asked = createPendingCommentOrders(db)
  return {
    takePending: asked.take,
    stillAsking: asked.stillAsking,
    isUnlisted: asked.isUnlisted,
    publishAnswer: async (
      { live, liveUserId }: { live: { id: string; firmId: string; beginAtMs: number }; liveUserId: string },
      answer: OrderAnswer,
      number: number,
    ): Promise<void> => {
      await roomLog.append(
        { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs },
        {
          event: { kind: 'ordered', ...answer },
          liveUserId,
          key: `ordered ${live.id} ${answer.of} ${number}`,
          held: true,
        },
      )
    },
    publishSettled: async (
      live: { id: string; firmId: string; beginAtMs: number },
      { memberId, actorName }: Pick<Actor, 'memberId' | 'actorName'>,
      { of, user, outcome }: OrderAnswer,
    ): Promise<void> => {
      await roomLog.append(
        { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs },
        {
          event: {
            kind: 'acted',
            act: outcome === 'dismissed' ? 'dismissed' : 'answered',
            by: { userId: staffId(secret, live.id, memberId ?? ''), name: actorName },
            of,
            userId: user.userId,
          },
          liveUserId: null,
          key: `acted settle ${live.id} ${of}`,
          held: true,
        },
      )
    },
  }
}
