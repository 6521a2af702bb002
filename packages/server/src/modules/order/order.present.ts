import type {
  OrderRow as ListedOrder,
  OrderSession,
  ShopperOrder,
  StaffOrder,
} from '@kaimai/contract/order/order.schema.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { OrderFilter, createOrderListStore } from './order-list.store.ts'
import type { OrderEventRow, OrderLineRow, OrderMessageRow, OrderRow } from './order.tables.ts'

type ListedRow = Awaited<ReturnType<ReturnType<typeof createOrderListStore>['list']>>['rows'][number]

/** One attempt to pay an order, as the payment module presents it. */
export interface PaymentRecord {
  readonly id: string
  readonly method: string
  readonly state: string
  readonly amount: number
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** The gateway's number, else ours. */
  readonly reference: string
  readonly code: { readonly bankCode: string; readonly account: string; readonly expiresAt: Date } | null
}

const linesOf = (lines: readonly OrderLineRow[]) =>
  lines.map(({ variantId, productId, productName, variantName, keyword, imageUrl, price, quantity }) => ({
    variantId,
    productId,
    productName,
    variantName,
    keyword,
    imageUrl,
    price,
    quantity,
    amount: price * quantity,
  }))

type Entry = Pick<OrderEventRow, 'kind' | 'at' | 'actor' | 'actorKind' | 'memo'>

/** The timeline: what happened to the order, and when its payments began. */
const entriesOf = (events: readonly Entry[], payments: readonly PaymentRecord[]): Entry[] => {
  const begun = payments.map(({ createdAt, method }) => ({
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
const hiddenFromShoppers = ['paymentMismatch']

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

const amountsOf = ({ currency, subtotal, deliveryFee, paymentFee, rounding, total }: OrderRow) => ({
  currency,
  subtotal,
  deliveryFee,
  paymentFee,
  rounding,
  total,
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

export const presentShopperOrder = (
  given: WholeOrder & {
    readonly firm: PublicFirm
    readonly roomPath: string
    readonly paymentMethods: ShopperOrder['paymentMethods']
    readonly tracking: TrackingSetup
    readonly now: Date
  },
): ShopperOrder => {
  const { row, firm, lines, events, payments } = given
  const code = row.paymentState === 'pending' ? payments.findLast(({ state }) => state === 'waiting')?.code : undefined
  return {
    id: row.id,
    source: row.source,
    sourceName: given.sourceName,
    sourceId: row.sourceId ?? row.liveId ?? row.id,
    orderNo: row.orderNo,
    firm: { name: firm.name, imgUrl: firm.imgUrl, contactLink: firm.contactLink },
    roomPath: given.roomPath,
    sessions: [...given.sessions],
    messages: messagesOf(given.messages).map((message) => ({ ...message, name: '' })),
    paymentMethods: given.paymentMethods,
    tracking: given.tracking,
    createdAt: row.createdAt.toISOString(),
    paymentState: row.paymentState,
    fulfilmentState: row.fulfilmentState,
    heldUntil: heldUntilOf(row),
    paymentMethod: row.paymentMethod,
    paymentCode: code
      ? { bankCode: code.bankCode, account: code.account, expiresAt: code.expiresAt.toISOString() }
      : null,
    lines: linesOf(lines),
    ...amountsOf(row),
    personal: { fullName: row.fullName, phone: row.phone, email: row.email },
    deliveryType: row.delivery.type,
    deliveryText: deliveryTextOf(row.delivery),
    invoiceClass: row.invoice.class,
    invoiceText: invoiceTextOf(row),
    memo: row.memo,
    // Members of the merchant stay unnamed to shoppers.
    events: eventsOf(
      entriesOf(events, payments)
        .filter(({ kind }) => !hiddenFromShoppers.includes(kind))
        .map((entry) => ({ ...entry, actor: '' })),
    ),
    now: given.now.toISOString(),
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
})

/** Without the right to personal data phone, e-mail, address and invoice details are empty. */
export const presentStaffOrder = (
  given: WholeOrder,
  maySeePersonal: OrderFilter['inContacts'],
): Omit<StaffOrder, 'mayAnswer' | 'mayCancel'> => {
  const { row, lines, events, payments } = given
  const invoice = maySeePersonal ? Object.entries(row.invoice) : [['class', row.invoice.class]]
  return {
    id: row.id,
    orderNo: row.orderNo,
    source: row.source,
    sourceName: given.sourceName,
    // A personal link opens the room as its owner.
    sessions: given.sessions.map((session) => ({ ...session, path: maySeePersonal ? session.path : '' })),
    messages: messagesOf(given.messages),
    createdAt: row.createdAt.toISOString(),
    paymentState: row.paymentState,
    fulfilmentState: row.fulfilmentState,
    heldUntil: heldUntilOf(row),
    paidAt: row.paidAt?.toISOString() ?? null,
    paymentMethod: row.paymentMethod,
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
    payments: payments.map(({ id, method, state, amount, createdAt, paidAt, reference }) => ({
      id,
      method,
      state,
      amount,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      reference,
    })),
  }
}
