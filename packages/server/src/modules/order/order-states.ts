import { fail } from '@kaimai/contract/common/error.ts'
import { canMove } from '@kaimai/contract/common/machine.ts'
import { maxRounding } from '@kaimai/contract/common/money.ts'
import { cancelWithoutRefund, paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProductService } from '../product/product.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { OrderEventPayload } from './order.events.ts'
import { paidForNothing } from './order-act-facts.ts'
import type { OrderChangeStore } from './order-change.store.ts'
import type { DueOrder, NewEvent, OrderState, OrderStore } from './order.store.ts'

/** How many orders expire in one transaction: on the embedded database nobody else gets a turn meanwhile. */
const expiryBatch = 50

export interface OrderStatesDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'audit'>
  readonly store: OrderStore
  readonly change: Pick<OrderChangeStore, 'setMethod' | 'addRefundDue'>
  readonly products: Pick<ProductService, 'reserve' | 'releaseStock' | 'countSold' | 'takeBackSold'>
  /** What orders of paid sign-ups hold beside their pieces. */
  readonly places: Pick<PaidSignUps, 'keep' | 'takeAgain' | 'releaseSeats' | 'rivals'>
  /** Asks the gateways of orders that are about to expire; answers those that nobody could say anything of yet. */
  readonly askFirst: (due: readonly DueOrder[]) => Promise<ReadonlySet<string>>
}

/** What was paid: by which way, minor units. */
export interface PaidTerms {
  readonly method: PaymentMethod
  readonly amount: number
}

/** What a verified payment did to its order. */
export type PaidOutcome = 'paid' | 'paidLate' | 'refundDue' | 'paidTwice'

/**
 * Every change of an order's payment state, by the machine of the contract, with its timeline and its event: paid,
 * cancelled, expired. An order that is cancelled or expires releases its stock and its seats in the same transaction.
 */
export const createOrderStates = ({ platform, store, change, products, places, askFirst }: OrderStatesDeps) => {
  const { db, clock, events } = platform

  const payloadOf = ({ firmId, id, liveId }: OrderState): OrderEventPayload => ({ firmId, orderId: id, liveId })

  const addEvent = (tx: Tx, { firmId, id }: Pick<OrderState, 'firmId' | 'id'>, event: NewEvent) =>
    store.addEvent(firmId, id, clock.now(), event, tx)

  const becomePaid = async (tx: Tx, order: OrderState, move: 'pay' | 'payLate', event: NewEvent): Promise<void> => {
    await store.move(order, move, { at: clock.now(), event, paid: true }, tx)
    await events.emit(tx, 'order.paid', payloadOf(order))
    await products.countSold(tx, order.firmId, order.lines)
  }

  /** An order that is paid when it is handed over has sold its pieces already. */
  const collect = async (tx: Tx, order: OrderState, event: NewEvent): Promise<'paid'> => {
    await store.move(order, 'pay', { at: clock.now(), event, paid: true }, tx)
    await events.emit(tx, 'order.paid', payloadOf(order))
    return 'paid'
  }

  /** Ends orders that nobody paid for, expired or cancelled, and releases their stock and seats. All are locked already. */
  const endUnpaid = async (
    tx: Tx,
    ended: readonly OrderState[],
    move: 'expire' | 'cancel' | 'cancelPaid',
    event: NewEvent,
  ) => {
    for (const order of ended) {
      await store.move(order, move, { at: clock.now(), event }, tx)
      await events.emit(tx, move === 'expire' ? 'order.expired' : 'order.cancelled', payloadOf(order))
    }
    for (const [firmId, ofFirm] of Map.groupBy(ended, (order) => order.firmId)) {
      // Places before pieces: everybody locks them in this order.
      const signups = ofFirm.filter(({ source }) => source === 'signup')
      await places.releaseSeats(
        tx,
        firmId,
        signups.map(({ id }) => id),
      )
      const [sold, held] = [ofFirm.filter(isConfirmed), ofFirm.filter((order) => !isConfirmed(order))]
      await products.releaseStock(
        tx,
        firmId,
        held.flatMap(({ lines }) => lines),
      )
      await products.takeBackSold(
        tx,
        firmId,
        sold.flatMap(({ lines }) => lines),
        true,
      )
    }
  }

  /** Its pieces are counted as sold: it is paid at the door, or cost nothing. */
  const isConfirmed = ({ paymentState }: OrderState): boolean =>
    paymentState === 'onDelivery' || paymentState === 'paid'

  const oweRefund = async (
    tx: Tx,
    order: OrderState,
    by: Omit<NewEvent, 'kind'>,
    owed: number,
  ): Promise<'refundDue'> => {
    await store.move(order, 'oweRefund', { at: clock.now(), event: { kind: 'refundDue', ...by }, paid: true }, tx)
    await change.addRefundDue(order.firmId, order.id, owed, tx)
    await events.emit(tx, 'order.refundDue', payloadOf(order))
    return 'refundDue'
  }

  /** What was paid is what it cost: a try from before the way was changed may still succeed, with another fee. */
  const takeTerms = async (tx: Tx, order: OrderState, paid: PaidTerms | undefined): Promise<void> => {
    if (paid === undefined || paid.amount === order.total) return
    const { method, amount } = paid
    const beside = amount - (order.total - order.rounding - order.paymentFee)
    const rounding = Math.abs(beside) <= maxRounding[order.currency] ? beside : 0
    const terms = { paymentMethod: method, paymentFee: beside - rounding, rounding, total: amount }
    await change.setMethod(order.firmId, order.id, terms, tx)
    await addEvent(tx, order, { kind: 'methodChanged', actorKind: 'gateway', memo: method })
  }

  /** A paid sign-up's other tries of the same person for the same session: nobody pays twice. */
  const cancelRivals = async (tx: Tx, { firmId, id }: OrderState): Promise<void> => {
    const rivals = await store.lockPending(firmId, await places.rivals(tx, firmId, id), tx)
    await endUnpaid(tx, rivals, 'cancel', { kind: 'cancelled', actorKind: 'system' })
  }

  const payInTime = async (
    tx: Tx,
    order: OrderState,
    by: Omit<NewEvent, 'kind'>,
    owed: number,
  ): Promise<PaidOutcome> => {
    const isSignup = order.source === 'signup'
    if (isSignup && !(await places.keep(tx, order.firmId, order.id))) {
      await endUnpaid(tx, [order], 'cancel', { kind: 'cancelled', actorKind: 'system' })
      return oweRefund(tx, order, by, owed)
    }
    await becomePaid(tx, order, 'pay', { kind: 'paid', ...by })
    if (isSignup) await cancelRivals(tx, order)
    return 'paid'
  }

  const payAfterEnd = async (
    tx: Tx,
    order: OrderState,
    by: Omit<NewEvent, 'kind'>,
    owed: number,
  ): Promise<PaidOutcome> => {
    const { firmId, id, source, lines } = order
    if (source === 'signup' && !(await places.takeAgain(tx, firmId, id))) return oweRefund(tx, order, by, owed)
    const reserved = await products.reserve(tx, firmId, lines)
    if (!reserved.ok) {
      if (source === 'signup') await places.releaseSeats(tx, firmId, [id])
      return oweRefund(tx, order, by, owed)
    }
    await becomePaid(tx, order, 'payLate', { kind: 'paidLate', ...by })
    return 'paidLate'
  }

  /** Money beside what the order was paid with, minor units: it is owed back, and nothing else moves. */
  const owePaidTwice = async (
    tx: Tx,
    order: OrderState,
    by: Omit<NewEvent, 'kind'>,
    owed: number,
  ): Promise<'paidTwice'> => {
    await addEvent(tx, order, { kind: 'paidTwice', ...by })
    await change.addRefundDue(order.firmId, order.id, owed, tx)
    return 'paidTwice'
  }

  return {
    /** Locks an order for a change of its money until the transaction ends. */
    lock: (tx: Tx, firmId: string, orderId: string) => store.lock(firmId, orderId, tx),

    addEvent,

    /** Holds the pieces of an unpaid order longer (an ATM code's own time). */
    holdUntil: async (tx: Tx, order: OrderState, until: Date): Promise<void> => {
      if (order.paymentState === 'pending') await store.holdUntil(order.firmId, order.id, until, tx)
    },

    /**
     * A verified payment of a locked order. One that comes after the order's end reserves again, or leaves the order
     * owing a refund, as does one for places that the person holds by then; one for an order that is paid already only
     * stands in its timeline. `paid`: as the order says unless given. `who` says so: its gateway, or the staff.
     */
    pay: async (
      tx: Tx,
      order: OrderState,
      memo: string,
      paid?: PaidTerms,
      who: Pick<NewEvent, 'actorKind' | 'actor'> = { actorKind: 'gateway' },
    ): Promise<PaidOutcome> => {
      const by = { ...who, memo }
      const owed = paid?.amount ?? order.total
      switch (order.paymentState) {
        case 'pending':
          await takeTerms(tx, order, paid)
          return payInTime(tx, order, by, owed)
        case 'onDelivery':
          return collect(tx, order, { kind: 'paid', ...by })
        case 'expired':
        case 'cancelled':
          // It was paid before it was cancelled: it is not sold once more.
          if (order.refunded > 0) return owePaidTwice(tx, order, by, owed)
          await takeTerms(tx, order, paid)
          return payAfterEnd(tx, order, by, owed)
        case 'paid':
        case 'partlyRefunded':
        case 'refunded':
        case 'refundDue':
          return owePaidTwice(tx, order, by, owed)
      }
    },

    /** An order that costs nothing is paid as soon as it is placed: no gateway has anything to do with it. */
    confirmFree: async (tx: Tx, firmId: string, orderId: string): Promise<void> => {
      const order = await store.lock(firmId, orderId, tx)
      if (!order) return
      await payInTime(tx, order, { actorKind: 'system' }, 0)
      await paidForNothing(firmId, orderId).execute(tx.as())
    },

    /** It is paid when it is handed over: it is sent unpaid, and its pieces are sold. */
    confirmOnDelivery: async (tx: Tx, firmId: string, orderId: string): Promise<void> => {
      const order = await store.lock(firmId, orderId, tx)
      if (!order) return
      await store.move(order, 'confirm', { at: clock.now(), event: { kind: 'confirmed', actorKind: 'system' } }, tx)
      await products.countSold(tx, firmId, order.lines)
    },

    /** Takes back an unpaid order; false when it is not one. */
    cancel: (firmId: string, orderId: string, by: Omit<NewEvent, 'kind'>): Promise<boolean> =>
      db.transaction(async (tx) => {
        const order = await store.lock(firmId, orderId, tx)
        if (order?.paymentState !== 'pending') return false
        await endUnpaid(tx, [order], 'cancel', { kind: 'cancelled', ...by })
        return true
      }),

    /**
     * The buyer gives up an unpaid order. Throws `gone` for one that has expired, `conflict` for one that is paid or
     * cancelled already.
     */
    cancelByShopper: (firmId: string, orderId: string, memo: string): Promise<void> =>
      db.transaction(async (tx) => {
        const order = await store.lock(firmId, orderId, tx)
        if (!order) throw fail('notFound')
        if (order.paymentState === 'expired') throw fail('gone', { reason: orderErrors.orderClosed })
        if (!canMove(paymentMachine, order.paymentState, 'cancel') || order.fulfilmentState !== 'none')
          throw fail('conflict', { reason: orderErrors.orderNotUnpaid })
        await endUnpaid(tx, [order], 'cancel', { kind: 'cancelled', actorKind: 'shopper', memo })
      }),

    /**
     * The staff cancels an order of which no money has to go back: its pieces and places are on sale again. Throws
     * `notFound`, and `conflict` for one that is paid, sent, or cancelled already.
     */
    cancelByStaff: (by: Actor, orderId: string, memo: string): Promise<void> =>
      db.transaction(async (tx) => {
        const order = await store.lock(by.firmId, orderId, tx)
        if (!order) throw fail('notFound')
        const move = cancelWithoutRefund(order)
        if (move === undefined) throw fail('conflict', { reason: orderErrors.orderNotUnpaid })
        await endUnpaid(tx, [order], move, { kind: 'cancelled', actorKind: 'member', actor: by.actorName, memo })
        await platform.audit.record(tx, by, 'order.cancel', { id: orderId, name: order.orderNo }, { memo })
      }),

    /**
     * Expires the unpaid orders whose time is over, in batches; two workers share them. Gateways are asked first: an order
     * that was paid while its notice is lost is paid by that, and one whose gateway is away waits. Answers how many ended.
     */
    expireUnpaidOrders: async (): Promise<number> => {
      const undecided = new Set<string>()
      for (let all = 0; ; ) {
        const due = await store.due(clock.now(), expiryBatch, [...undecided])
        const before = undecided.size
        for (const id of await askFirst(due)) undecided.add(id)
        const over = due.map(({ id }) => id).filter((id) => !undecided.has(id))
        const ended = await db.transaction(async (tx) => {
          const locked = await store.lockDue(clock.now(), over, tx)
          await endUnpaid(tx, locked, 'expire', { kind: 'expired', actorKind: 'system' })
          return locked.length
        })
        all += ended
        if (due.length < expiryBatch || ended + undecided.size === before) return all
      }
    },
  }
}
export type OrderStates = ReturnType<typeof createOrderStates>
