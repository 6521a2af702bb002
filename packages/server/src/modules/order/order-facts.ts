import { fail } from '@kaimai/contract/common/error.ts'
import type { OrderRow as OrderInList, ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { StoredTrackingContext } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import type { StockLine } from '../product/product.service.ts'
import type { OrderKeys } from './order-keys.ts'
import type { OrderListStore } from './order-list.store.ts'
import type { OrderLineRow, OrderRow } from './order.tables.ts'

/** What a letter about an order needs. */
export interface LetterFacts {
  readonly fullName: string
  readonly email: string
  readonly phone: string
  readonly orderNo: string
  /** Minor units. */
  readonly total: number
  readonly currency: ShopperOrder['currency']
  readonly paymentState: ShopperOrder['paymentState']
  /** Paid with play money. */
  readonly isTest: boolean
  /** Of the page that was ordered on. */
  readonly language: OrderRow['language']
  /** Below the audience's origin. */
  readonly orderPath: string
}

/** What is published to advertisers of an order. Amounts are minor units. */
export interface TrackingFacts {
  readonly source: OrderInList['source']
  /** The sales page or the form; of a room its live. */
  readonly sourceId: string
  readonly orderNo: string
  readonly currency: ShopperOrder['currency']
  readonly total: number
  readonly lines: readonly Pick<OrderLineRow, 'productId' | 'productName' | 'variantName' | 'price' | 'quantity'>[]
  readonly fullName: string
  /** E.164 */
  readonly phone: string
  readonly email: string
  readonly given: StoredTrackingContext
  readonly paidAt: Date | null
  /** Paid with play money. */
  readonly isTest: boolean
}

/** What a commission is made of. Amounts are minor units. */
export interface CommissionFacts
  extends Pick<OrderRow, 'orderNo' | 'currency' | 'total' | 'createdAt' | 'paidAt' | 'isTest' | 'email' | 'phone'>,
    Pick<OrderRow, 'deviceHash' | 'associationId' | 'associationVisitAt' | 'associationSignupId'> {
  readonly lines: readonly Pick<OrderLineRow, 'place' | 'productId' | 'price' | 'quantity' | 'discount'>[]
}

/** What a buyer filled in, for who is to save it. */
export interface RememberFacts
  extends Pick<OrderRow, 'shopperId' | 'liveUserId' | 'source' | 'sourceId' | 'delivery' | 'invoice'>,
    Pick<OrderRow, 'paymentMethod' | 'remember' | 'deviceHash' | 'createdAt'> {
  readonly personal: { readonly fullName: string; readonly phone: string; readonly email: string }
}

/** What other features read of one order. All throw `notFound`, unless they say otherwise. */
export const createOrderFacts = ({ list, keys }: { list: OrderListStore; keys: OrderKeys }) => {
  const find = async (firmId: string, orderId: string): Promise<OrderRow> => {
    const row = await list.find(firmId, orderId)
    if (!row) throw fail('notFound')
    return row
  }

  /** The shopper's page of an order, below the audience's origin; holds the order's key. */
  const orderPath = (orderId: string): string => `/order/${keys.keyOf(orderId)}`

  return {
    orderPath,

    letterFacts: async (firmId: string, orderId: string): Promise<LetterFacts> => {
      const row = await find(firmId, orderId)
      const { fullName, email, phone, orderNo, total, currency, paymentState, isTest, language } = row
      return {
        fullName,
        email,
        phone,
        orderNo,
        total,
        currency,
        paymentState,
        isTest,
        language,
        orderPath: orderPath(orderId),
      }
    },

    trackingFacts: async (firmId: string, orderId: string): Promise<TrackingFacts> => {
      const [row, lines] = await Promise.all([find(firmId, orderId), list.lines(firmId, orderId)])
      const { source, orderNo, currency, total, fullName, phone, email, paidAt, isTest } = row
      return {
        source,
        orderNo,
        currency,
        total,
        fullName,
        phone,
        email,
        paidAt,
        isTest,
        sourceId: row.sourceId ?? row.liveId ?? '',
        lines: lines.map(({ productId, productName, variantName, price, quantity }) => ({
          productId,
          productName,
          variantName,
          price,
          quantity,
        })),
        given: StoredTrackingContext.parse(row.given),
      }
    },

    commissionFacts: async (firmId: string, orderId: string): Promise<CommissionFacts> => {
      const [row, lines] = await Promise.all([find(firmId, orderId), list.lines(firmId, orderId)])
      return {
        ...row,
        lines: lines.map(({ place, productId, price, quantity, discount }) => ({
          place,
          productId,
          price,
          quantity,
          discount,
        })),
      }
    },

    /** Full names of buyers by the order's id; an order that is not there is missing. */
    buyerNames: async (firmId: string, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map((await list.namesOf(firmId, orderIds)).map(({ id, fullName }) => [id, fullName])),

    /** `personal` as it was sent, the phone as E.164. */
    rememberFacts: async (firmId: string, orderId: string): Promise<RememberFacts> => {
      const row = await find(firmId, orderId)
      const { shopperId, liveUserId, source, sourceId, delivery, invoice, paymentMethod, remember, deviceHash } = row
      const { fullName, phone, email, createdAt } = row
      return {
        createdAt,
        shopperId,
        liveUserId,
        source,
        sourceId,
        delivery,
        invoice,
        paymentMethod,
        remember,
        deviceHash,
        personal: { fullName, phone, email },
      }
    },

    /** The viewer who ordered; undefined: it comes from no room, or is not there. */
    viewerOf: async (firmId: string, orderId: string): Promise<string | undefined> =>
      (await list.find(firmId, orderId))?.liveUserId ?? undefined,

    /** The products an order holds, for others that follow its events. */
    soldLines: async (firmId: string, orderId: string): Promise<(StockLine & { productId: string })[]> => {
      const lines = await list.lines(firmId, orderId)
      return lines.flatMap(({ variantId, productId, quantity }) =>
        variantId === null || productId === null ? [] : [{ variantId, productId, quantity }],
      )
    },
  }
}
export type OrderFacts = ReturnType<typeof createOrderFacts>
