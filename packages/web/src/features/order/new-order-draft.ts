import type { Currency } from '@kaimai/contract/common/money.ts'
import { suitsDelivery } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { DeliveryType } from '@kaimai/contract/order/checkout.rules.ts'
import { StaffOrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { type OrderTotals, totalsOf } from '@kaimai/contract/order/order.rules.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { z } from 'zod'
import type { OrderWays } from './order.api.ts'

/** What is filled in; the total is counted from it. */
export const NewOrderForm = StaffOrderBody.omit({ expectedTotal: true })
export type NewOrderValues = z.input<typeof NewOrderForm>
export type NewDelivery = NewOrderValues['delivery']
export type NewInvoice = NewOrderValues['invoice']
export type InvoiceClass = NewInvoice['class']

/** A variant as it can be ordered now. */
export interface Pickable {
  readonly variantId: string
  readonly productId: string
  readonly name: string
  readonly imageUrl: string
  /** Minor units, as a sales page sells it at this moment. */
  readonly price: number
  readonly left: number
}

export const variantsOf = (product: Product, nowMs: number): Pickable[] =>
  product.variants.map(({ id, name, stock }) => ({
    variantId: id,
    productId: product.id,
    name: name === '' ? product.productName : `${product.productName} ${name}`,
    imageUrl: product.images[0] ?? '',
    price: priceNow(product, { nowMs, place: 'page' }).price,
    left: product.offSale ? 0 : stock,
  }))

export const emptyDelivery = (type: DeliveryType): NewDelivery => {
  switch (type) {
    case 'home':
      return { type, county: '', district: '', zipcode: '', address: '' }
    case 'store':
      return { type, storeCode: '', storeName: '' }
    case 'self':
    case 'none':
      return { type }
  }
}

export const invoiceClasses = ['member', 'mobileBarcode', 'certificate', 'company', 'donation', 'paper'] as const

export const emptyInvoice = (kind: InvoiceClass): NewInvoice => {
  switch (kind) {
    case 'mobileBarcode':
    case 'certificate':
      return { class: kind, carrier: '' }
    case 'company':
      return { class: kind, taxId: '', title: '' }
    case 'donation':
      return { class: kind, loveCode: '' }
    case 'member':
    case 'paper':
      return { class: kind }
  }
}

/** Ways to pay what is handed over so. */
export const paymentsFor = ({ payments }: Pick<OrderWays, 'payments'>, type: DeliveryType): OrderWays['payments'] =>
  payments.filter(({ method }) => suitsDelivery(method, type))

/** Undefined: the merchant offers no way to deliver, or none to be paid. */
export const startingOrder = (ways: Pick<OrderWays, 'methods' | 'payments'>): NewOrderValues | undefined => {
  const type = ways.methods[0]?.type
  const payment = type === undefined ? undefined : paymentsFor(ways, type)[0]
  if (type === undefined || payment === undefined) return undefined
  return {
    lines: [],
    personal: { fullName: '', phone: '', phoneCountry: 'TW', email: '' },
    delivery: emptyDelivery(type),
    paymentMethod: payment.method,
    invoice: { class: 'member' },
    memo: '',
  }
}

/** What it comes to, as the server counts it; `pickables` hold what each line costs now. */
export const newOrderTotals = (
  { lines, delivery, paymentMethod }: Pick<NewOrderValues, 'lines' | 'delivery' | 'paymentMethod'>,
  ways: Pick<OrderWays, 'methods' | 'payments'> & { readonly currency: Currency },
  pickables: ReadonlyMap<string, Pickable>,
): OrderTotals =>
  totalsOf({
    lines: lines.map(({ variantId, quantity }) => ({ price: pickables.get(variantId)?.price ?? 0, quantity })),
    delivery: ways.methods.find(({ type }) => type === delivery.type) ?? { fee: 0, freeFrom: null },
    paymentFee: ways.payments.find(({ method }) => method === paymentMethod)?.fee ?? 0,
    currency: ways.currency,
  })
