import { type Currency, roundingOf } from '../common/money.ts'
import type { ErrorText } from '../common/error-text.ts'
import { productErrors } from './product.errors.ts'
import { type Product, priceErrorsOf, priceMax } from './product.schema.ts'
import type { ReturnException } from './return-exception.ts'

/** `set`: to minor units; `amount`: by minor units, may be negative; `percent`: by hundredths of a percent (−1000 = 10% off). */
export interface PriceStep {
  readonly by: 'set' | 'amount' | 'percent'
  readonly value: number
}

export interface BulkChange {
  /** Of the price itself. */
  readonly price?: PriceStep | undefined
  /** The on-sale price as a step from the price; null takes it away. */
  readonly onSale?:
    | { readonly step: PriceStep; readonly from: string | null; readonly until: string | null }
    | null
    | undefined
  /** The live offer as a step from the price; null takes it away. */
  readonly specialOffer?: PriceStep | null | undefined
  readonly perPersonLimit?: number | null | undefined
  readonly returnException?: ReturnException | null | undefined
  readonly offSale?: boolean | undefined
  /** Of every variant. */
  readonly stock?: { readonly by: 'set' | 'add'; readonly value: number } | undefined
}

type Before = Pick<
  Product,
  | 'price'
  | 'originalPrice'
  | 'onSalePrice'
  | 'onSaleFrom'
  | 'onSaleUntil'
  | 'specialOfferPrice'
  | 'perPersonLimit'
  | 'returnException'
  | 'offSale'
  | 'currency'
>
export type BulkFields = Omit<Before, 'currency'>

/** A price after a step, in whole dollars where the currency has none smaller. */
export const stepped = (price: number, { by, value }: PriceStep, currency: Currency): number => {
  const raw = by === 'set' ? value : by === 'amount' ? price + value : Math.round((price * (10_000 + value)) / 10_000)
  return raw + roundingOf(raw, currency)
}

/** What a product's fields are after the change, or why it can't be (stock apart: that is the database's to say). */
export const bulkChanged = (before: Before, change: BulkChange): BulkFields | ErrorText => {
  const { currency } = before
  const price = change.price ? stepped(before.price, change.price, currency) : before.price
  const after: BulkFields = {
    price,
    originalPrice: before.originalPrice,
    onSalePrice: before.onSalePrice,
    onSaleFrom: before.onSaleFrom,
    onSaleUntil: before.onSaleUntil,
    specialOfferPrice: before.specialOfferPrice,
    ...(change.onSale === undefined
      ? {}
      : change.onSale === null
        ? { onSalePrice: null, onSaleFrom: null, onSaleUntil: null }
        : {
            onSalePrice: stepped(price, change.onSale.step, currency),
            onSaleFrom: change.onSale.from,
            onSaleUntil: change.onSale.until,
          }),
    ...(change.specialOffer === undefined
      ? {}
      : { specialOfferPrice: change.specialOffer === null ? null : stepped(price, change.specialOffer, currency) }),
    perPersonLimit: change.perPersonLimit === undefined ? before.perPersonLimit : change.perPersonLimit,
    returnException: change.returnException === undefined ? before.returnException : change.returnException,
    offSale: change.offSale ?? before.offSale,
  }
  const wrong = [after.price, after.onSalePrice ?? 0, after.specialOfferPrice ?? 0].some(
    (amount) => amount < 0 || amount > priceMax,
  )
  if (wrong) return productErrors.bulkPriceOut
  return priceErrorsOf(after)[0]?.reason ?? after
}

export const isErrorText = (outcome: BulkFields | ErrorText): outcome is ErrorText => 'name' in outcome
