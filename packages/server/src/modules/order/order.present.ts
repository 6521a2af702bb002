import type { OrderRow as ListedOrder, ShopperOrder, StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { OrderFilter, createOrderListStore } from './order-list.store.ts'
import type { OrderEventRow, OrderLineRow, OrderRow } from './order.tables.ts'

type ListedRow = Awaited<ReturnType<ReturnType<typeof createOrderListStore>['list']>>['rows'][number]

/** One try to pay an order, as the payment module tells of it. */
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

export const presentShopperOrder = (given: {
  readonly row: OrderRow
  readonly firm: PublicFirm
  readonly roomPath: string
  readonly lines: readonly OrderLineRow[]
  readonly events: readonly OrderEventRow[]
  readonly payments: readonly PaymentRecord[]
  readonly now: Date
}): ShopperOrder => {
  const { row, firm, lines, events, payments } = given
  const code = row.paymentState === 'pending' ? payments.findLast(({ state }) => state === 'waiting')?.code : undefined
  return {
    orderNo: row.orderNo,
    firm: { name: firm.name, imgUrl: firm.imgUrl, contactLink: firm.contactLink },
    roomPath: given.roomPath,
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

export const presentListedOrder = (row: ListedRow, liveName: string): ListedOrder => ({
  id: row.id,
  orderNo: row.orderNo,
  createdAt: row.createdAt.toISOString(),
  fullName: row.fullName,
  liveName,
  pieces: row.pieces,
  firstProduct: row.firstProduct,
  firstImageUrl: row.firstImageUrl,
  total: row.total,
  currency: row.currency,
  paymentState: row.paymentState,
  fulfilmentState: row.fulfilmentState,
  paymentMethod: row.paymentMethod,
  paidAt: row.paidAt?.toISOString() ?? null,
})

/** Without the right to personal data phone, e-mail, address and invoice details are empty (domain.md section 3). */
export const presentStaffOrder = (
  given: {
    readonly row: OrderRow
    readonly liveName: string
    readonly lines: readonly OrderLineRow[]
    readonly events: readonly OrderEventRow[]
    readonly payments: readonly PaymentRecord[]
  },
  maySeePersonal: OrderFilter['inContacts'],
): StaffOrder => {
  const { row, lines, events, payments } = given
  const invoice = maySeePersonal ? Object.entries(row.invoice) : [['class', row.invoice.class]]
  return {
    id: row.id,
    orderNo: row.orderNo,
    liveName: given.liveName,
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
