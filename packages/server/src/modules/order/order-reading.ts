import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { withPaymentFee } from '@kaimai/contract/order/payment-fee.rules.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type {
  OrderRow as ListedOrder,
  OrderSource,
  ShopperOrder,
  StaffOrder,
} from '@kaimai/contract/order/order.schema.ts'
import type { ShopperRefund, StaffRefund } from '@kaimai/contract/refund/refund.schema.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { takesAmount } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import type { PaymentOffers } from '../gateway/gateway.service.ts'
import { choiceOf } from './payment-choice.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import { type PaymentRecord, presentListedOrder, presentShopperOrder, presentStaffOrder } from './order.present.ts'
import type { DeliveryMethods } from './delivery-methods.ts'
import type { OrderRow } from './order.tables.ts'
import type { OrderChangeStore } from './order-change.store.ts'
import { type OrderListStore, orderSorts } from './order-list.store.ts'
import type { ShopSources } from './order-sources.ts'

export interface OrderReadingDeps {
  readonly clock: Clock
  readonly list: OrderListStore
  readonly change: Pick<OrderChangeStore, 'messages'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly sources: Pick<ShopSources, 'namesOf' | 'pathBack'>
  readonly forms: Pick<PaidSignUps, 'sessionsOf'>
  readonly payments: {
    readonly offers: PaymentOffers
    readonly ofOrder: (firmId: string, orderId: string) => Promise<readonly PaymentRecord[]>
  }
  readonly refundsOf: {
    readonly forStaff: (firmId: string, orderId: string, maySeePersonal: boolean) => Promise<StaffRefund[]>
    readonly forShopper: (firmId: string, orderId: string) => Promise<ShopperRefund[]>
  }
  readonly delivery: Pick<DeliveryMethods, 'of'>
  readonly trackingFor: (firmId: string) => Promise<TrackingSetup>
}

export type StaffQuery = ListQuery & {
  readonly paymentState?: PaymentState | undefined
  readonly liveId?: string | undefined
  readonly source?: OrderSource | undefined
  readonly unanswered?: '1' | undefined
  readonly refundDue?: '1' | undefined
  readonly transferReported?: '1' | undefined
}

/** What shoppers and staff read of orders. */
export const createOrderReading = (deps: OrderReadingDeps) => {
  const { clock, list, change, firms, sources, forms, payments, refundsOf, delivery, trackingFor } = deps

  /** Everything about one order. */
  const whole = async (firmId: string, orderId: string) => {
    const row = await list.find(firmId, orderId)
    if (!row) throw fail('notFound')
    const [lines, events, tries, messages, names, sessions] = await Promise.all([
      list.lines(firmId, orderId),
      list.events(firmId, orderId),
      payments.ofOrder(firmId, orderId),
      change.messages(firmId, orderId),
      sources.namesOf(firmId, [row]),
      row.source === 'signup' ? forms.sessionsOf(firmId, orderId) : [],
    ])
    return { row, lines, events, payments: tries, messages, sourceName: names(row), sessions }
  }

  /** Another way may cost another fee; its bounds are those of what the order comes to with it. */
  const methodsOf = (row: OrderRow, firm: PublicFirm) =>
    row.paymentState !== 'pending' || row.heldUntil <= clock.now()
      ? []
      : payments.offers
          .offered(firm)
          // An order that was to be paid before it is sent is not sent unpaid.
          .filter(({ method }) => method !== 'cod')
          .map((offer) => ({ ...offer, fee: offer.method === row.paymentMethod ? row.paymentFee : offer.fee }))
          .filter((offer) => takesAmount(offer, withPaymentFee(row, offer.fee).total))
          .map(choiceOf)

  return {
    /** For the shopper. */
    info: async (firmId: string, orderId: string): Promise<ShopperOrder> => {
      const order = await whole(firmId, orderId)
      const [firm, roomPath, tracking, offered, refunds] = await Promise.all([
        firms.publicFirm(firmId),
        sources.pathBack(order.row),
        trackingFor(firmId),
        delivery.of(firmId),
        refundsOf.forShopper(firmId, orderId),
      ])
      const paymentMethods = methodsOf(order.row, firm)
      const deliveryNote = offered.find(({ type }) => type === order.row.delivery.type)?.note ?? ''
      const now = clock.now()
      return presentShopperOrder({ ...order, firm, roomPath, paymentMethods, tracking, deliveryNote, refunds, now })
    },

    paymentState: async (firmId: string, orderId: string): Promise<PaymentState> => {
      const state = await list.paymentState(firmId, orderId)
      if (!state) throw fail('notFound')
      return state
    },

    /** What was ordered, a line each: “飯碗 霧白 × 2”. */
    itemNames: async (firmId: string, orderId: string): Promise<string[]> =>
      (await list.lines(firmId, orderId)).map(({ productName, variantName, quantity }) =>
        [productName, variantName, `× ${quantity}`].filter((part) => part !== '').join(' '),
      ),

    /** For staff. Who may not see personal data can't find orders by it either. */
    list: async (firmId: string, query: StaffQuery, maySeePersonal: boolean): Promise<Page<ListedOrder>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await list.list(firmId, {
        q: query.q === '' ? undefined : query.q,
        inContacts: maySeePersonal,
        paymentState: query.paymentState,
        liveId: query.liveId,
        source: query.source,
        unanswered: query.unanswered === '1',
        refundDue: query.refundDue === '1',
        transferReported: query.transferReported === '1',
        ...(sortOf(query.sort, orderSorts) ?? newestFirst),
        limit: query.limit,
        offset,
      })
      const nameOf = await sources.namesOf(firmId, rows)
      return pageAt(
        rows.map((row) => presentListedOrder(row, nameOf(row))),
        total,
        offset,
      )
    },

    /** As the list is searched and narrowed, for all of its tabs. */
    counts: async (
      firmId: string,
      query: Omit<StaffQuery, keyof ListQuery> & { q?: string | undefined },
      maySeePersonal: boolean,
    ) => {
      const counted = await list.counts(firmId, {
        q: query.q === '' ? undefined : query.q,
        inContacts: maySeePersonal,
        paymentState: undefined,
        liveId: query.liveId,
        source: query.source,
        unanswered: query.unanswered === '1',
        refundDue: query.refundDue === '1',
        transferReported: query.transferReported === '1',
      })
      const of = (state: PaymentState): number => counted.get(state) ?? 0
      const states: Record<PaymentState, number> = {
        pending: of('pending'),
        onDelivery: of('onDelivery'),
        paid: of('paid'),
        partlyRefunded: of('partlyRefunded'),
        refunded: of('refunded'),
        expired: of('expired'),
        cancelled: of('cancelled'),
        refundDue: of('refundDue'),
      }
      return { all: Object.values(states).reduce((sum, count) => sum + count, 0), states }
    },

    show: async (firmId: string, orderId: string, maySeePersonal: boolean, mayWrite = false): Promise<StaffOrder> => {
      const [order, refunds] = await Promise.all([
        whole(firmId, orderId),
        refundsOf.forStaff(firmId, orderId, maySeePersonal),
      ])
      return {
        ...presentStaffOrder(order, maySeePersonal),
        refunds,
        mayAnswer: mayWrite,
        mayCancel: mayWrite,
        mayRefund: mayWrite,
      }
    },

    /** Paid orders and their revenue (minor units) by live, for lists of lives. */
    figures: list.figures,

    /** What viewers of a live have ordered, for the list of its viewers. */
    buyersIn: list.buyersIn,
    boughtBy: list.boughtBy,

    /** For what a shopper is shown of their own orders. */
    ofShoppers: list.ofShoppers,

    /** Orders of those viewers, and those with these ids; `counts`: neither expired nor cancelled. */
    ofViewers: async (firmId: string, liveUserIds: readonly string[], orderIds: readonly string[] = []) =>
      (await list.ofViewers(firmId, liveUserIds, orderIds)).map((order) => ({
        ...order,
        counts: order.paymentState !== 'expired' && order.paymentState !== 'cancelled',
      })),
  }
}
export type OrderReading = ReturnType<typeof createOrderReading>
