import type {
  OrderRow as ListedOrder,
  OrderSession,
  ShopperOrder,
  StaffOrder,
} from '@kaimai/contract/order/order.schema.ts'
import type { Seller } from '@kaimai/contract/order/checkout.schema.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { ShopperRefund } from '@kaimai/contract/refund/refund.schema.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { OrderFilter, createOrderListStore } from './order-list.store.ts'
import type { OrderEventRow, OrderLineRow, OrderMessageRow, OrderRow } from './order.tables.ts'

type ListedRow = Awaited<ReturnType<ReturnType<typeof createOrderListStore>['list']>>['rows'][number]

/** One attempt to pay an order, as the payment module presents it. */
export interface PaymentRecord {
  readonly id: string
  readonly method: string
  readonly gateway: string
  readonly state: string
  readonly amount: number
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** The gateway's number, else ours. */
  readonly reference: string
  readonly code: PaymentCode | null
  /** The order was paid already. */
  readonly isExtra: boolean
  /** Minor units. */
  readonly refunded: number
}

const linesOf = (lines: readonly OrderLineRow[]) =>
  lines.map(
    ({ variantId, productId, productName, variantName, keyword, imageUrl, price, quantity, discount, ...line }) => ({
      variantId,
      productId,
      productName,
      variantName,
      keyword,
      imageUrl,
      price,
      quantity,
      refundedQuantity: line.refundedQuantity,
      amount: price * quantity,
      discount,
    }),
  )

type Entry = Pick<OrderEventRow, 'kind' | 'at' | 'actor' | 'actorKind' | 'memo'>

/** The timeline: what happened to the order, and when its payments began. */
const entriesOf = (events: readonly Entry[], payments: readonly PaymentRecord[]): Entry[] => {
  // Who pays at the door begins nothing.
  const started = payments.filter(({ method }) => method !== 'cod')
  const begun = started.map(({ createdAt, method }) => ({
    kind: 'paymentStarted',
    at: createdAt,
    actor: '',
    actorKind: 'shopper' as const,
    memo: method,
  }))
  // Of the same moment: the order before its payment, the payment before its outcome.
  const rank = ({ kind }: Entry) => (kind === 'placed' ? 0 : kind === 'paymentStarted' ? 1 : 2)
  return [...events, ...begun].sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b))
}

const eventsOf = (entries: readonly Entry[]) =>
  entries.map(({ kind, at, actor, actorKind, memo }) => ({ kind, at: at.toISOString(), actor, actorKind, memo }))

/** What concerns the merchant alone. */
const hiddenFromShoppers = ['paymentMismatch', 'noticeRefused', 'paymentNoted', 'refundRefused', 'refundWithdrawn']

/** Where it goes, in one line; names and numbers only, so the same in every language. */
export const deliveryTextOf = (delivery: OrderRow['delivery']): string => {
  switch (delivery.type) {
    case 'home':
      return `${delivery.zipcode} ${delivery.county}${delivery.district}${delivery.address}`
    case 'store':
      return `${delivery.storeName} (${delivery.storeCode})`
    case 'self':
    case 'none':
      return ''
  }
}

const amountsOf = ({ currency, subtotal, discount, deliveryFee, paymentFee, rounding, total, refunded }: OrderRow) => ({
  currency,
  subtotal,
  discount,
  deliveryFee,
  paymentFee,
  rounding,
  total,
  refunded,
})

const heldUntilOf = (row: OrderRow): string | null =>
  row.paymentState === 'pending' ? row.heldUntil.toISOString() : null

/** An order with all that hangs on it. */
export interface WholeOrder {
  readonly row: OrderRow
  readonly sourceName: string
  readonly lines: readonly OrderLineRow[]
  readonly events: readonly OrderEventRow[]
  readonly messages: readonly OrderMessageRow[]
  readonly payments: readonly PaymentRecord[]
  readonly sessions: readonly OrderSession[]
}

const messagesOf = (messages: readonly OrderMessageRow[]) =>
  messages.map(({ at, from, name, text }) => ({ at: at.toISOString(), from, name, text }))

const shownOfSecret = 3

/** '/ABC1234' → '•••••234': its owner knows it by the end. */
const redactNumber = (text: string): string =>
  '•'.repeat(Math.max(0, text.length - shownOfSecret)) + text.slice(-shownOfSecret)

/** What the invoice goes to, redacted; empty for a class that has no number. */
const invoiceTextOf = ({ invoice }: OrderRow): string => {
  switch (invoice.class) {
    case 'mobileBarcode':
    case 'certificate':
      return redactNumber(invoice.carrier)
    case 'company':
      return redactNumber(invoice.taxId)
    case 'donation':
      return redactNumber(invoice.loveCode)
    case 'member':
    case 'paper':
      return ''
  }
}

/** The merchant, for its buyers. */
export const presentSeller = (firm: PublicFirm): Seller => ({
  name: firm.name,
  imgUrl: firm.imgUrl,
  contactLink: firm.contactLink,
  legalName: firm.legalName,
  taxId: firm.taxId,
  legalAddress: firm.legalAddress,
  legalPhone: firm.legalPhone,
})

export const presentShopperOrder = (
  whole: WholeOrder & {
    readonly firm: PublicFirm
    readonly roomPath: string
    readonly paymentMethods: ShopperOrder['paymentMethods']
    readonly tracking: TrackingSetup
    readonly deliveryNote: string
    readonly refunds: ShopperRefund[]
    readonly now: Date
  },
): ShopperOrder => {
  const { row, firm, lines, events, payments } = whole
  const code = row.paymentState === 'pending' ? payments.findLast(({ state }) => state === 'waiting')?.code : undefined
  return {
    id: row.id,
    source: row.source,
    sourceName: whole.sourceName,
    sourceId: row.sourceId ?? row.liveId ?? row.id,
    orderNo: row.orderNo,
    firm: { ...presentSeller(firm), colorToneId: firm.colorToneId },
    roomPath: whole.roomPath,
    sessions: [...whole.sessions],
    messages: messagesOf(whole.messages).map((message) => ({ ...message, name: '' })),
    paymentMethods: whole.paymentMethods,
    mayCancel:
      (row.paymentState === 'pending' && row.heldUntil > whole.now) ||
      (row.paymentState === 'onDelivery' && row.fulfilmentState === 'none'),
    tracking: whole.tracking,
    createdAt: row.createdAt.toISOString(),
    paymentState: row.paymentState,
    fulfilmentState: row.fulfilmentState,
    heldUntil: heldUntilOf(row),
    paymentMethod: row.paymentMethod,
    isTest: row.isTest,
    ...(firm.testMode ? { testMode: true as const } : {}),
    paymentCode: code ?? null,
    transferDigits: row.transferDigits,
    lines: linesOf(lines),
    ...amountsOf(row),
    personal: { fullName: row.fullName, phone: row.phone, email: row.email },
    deliveryType: row.delivery.type,
    deliveryText: deliveryTextOf(row.delivery),
    deliveryNote: whole.deliveryNote,
    refunds: whole.refunds,
    invoiceClass: row.invoice.class,
    invoiceText: invoiceTextOf(row),
    memo: row.memo,
    // Members of the merchant stay unnamed to shoppers.
    events: eventsOf(
      entriesOf(events, payments)
        .filter(({ kind }) => !hiddenFromShoppers.includes(kind))
        .map((entry) => ({ ...entry, actor: '' })),
    ),
    now: whole.now.toISOString(),
  }
}

export const presentListedOrder = (row: ListedRow, sourceName: string): ListedOrder => ({
  id: row.id,
  orderNo: row.orderNo,
  createdAt: row.createdAt.toISOString(),
  fullName: row.fullName,
  source: row.source,
  sourceName,
  totalQuantity: row.totalQuantity,
  firstProduct: row.firstProduct,
  firstImageUrl: row.firstImageUrl,
  total: row.total,
  currency: row.currency,
  paymentState: row.paymentState,
  fulfilmentState: row.fulfilmentState,
  paymentMethod: row.paymentMethod,
  paidAt: row.paidAt?.toISOString() ?? null,
  unanswered: row.unanswered,
  transferReported: row.transferDigits !== '',
  refundDue: row.refundDue,
})

/** Without the right to personal data phone, e-mail, address and invoice details are empty. */
export const presentStaffOrder = (
  whole: WholeOrder,
  maySeePersonal: OrderFilter['inContacts'],
): Omit<StaffOrder, 'mayAnswer' | 'mayCancel' | 'mayRefund' | 'refunds'> => {
  const { row, lines, events, payments } = whole
  const invoice = maySeePersonal ? Object.entries(row.invoice) : [['class', row.invoice.class]]
  return {
    id: row.id,
    orderNo: row.orderNo,
    source: row.source,
    sourceName: whole.sourceName,
    // A personal link opens the room as its owner.
    sessions: whole.sessions.map((session) => ({ ...session, path: maySeePersonal ? session.path : '' })),
    messages: messagesOf(whole.messages),
    createdAt: row.createdAt.toISOString(),
    paymentState: row.paymentState,
    fulfilmentState: row.fulfilmentState,
    heldUntil: heldUntilOf(row),
    paidAt: row.paidAt?.toISOString() ?? null,
    paymentMethod: row.paymentMethod,
    isTest: row.isTest,
    lines: linesOf(lines),
    ...amountsOf(row),
    personal: {
      fullName: row.fullName,
      phone: maySeePersonal ? row.phone : '',
      email: maySeePersonal ? row.email : '',
    },
    deliveryType: row.delivery.type,
    deliveryText: maySeePersonal || row.delivery.type === 'store' ? deliveryTextOf(row.delivery) : '',
    invoiceClass: row.invoice.class,
    invoiceText: maySeePersonal ? invoiceTextOf(row) : '',
    invoice: Object.fromEntries(invoice),
    memo: row.memo,
    events: eventsOf(entriesOf(events, payments)),
    refundDue: row.refundDue,
    transferDigits: row.transferDigits,
    payments: payments.map(({ id, method, state, amount, createdAt, paidAt, reference, isExtra, refunded }) => ({
      id,
      method,
      state,
      amount,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      reference,
      isExtra,
      refunded,
    })),
  }
}
