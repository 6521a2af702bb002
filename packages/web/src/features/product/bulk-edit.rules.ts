import { readPrice } from '@kaimai/contract/common/money.ts'
import { type BulkChange, bulkChanged, isErrorText, type PriceStep } from '@kaimai/contract/product/bulk.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { ReturnException } from '@kaimai/contract/product/return-exception.ts'
import { instantOf } from '../../lib/i18n/wall-time.ts'
import { readCount } from './product-form.rules.ts'

export const priceWays = ['set', 'off', 'up', 'less', 'more', 'none'] as const
export type PriceWay = (typeof priceWays)[number]
export const stockWays = ['set', 'add', 'sub'] as const
export type StockWay = (typeof stockWays)[number]
export const bulkParts = ['price', 'onSale', 'specialOffer', 'stock', 'limit', 'returnException', 'sale'] as const
export type BulkPart = (typeof bulkParts)[number]

export interface TypedPrice {
  readonly way: PriceWay
  readonly value: string
}

/** The dialog as it is filled in. */
export interface BulkTyped {
  readonly ticked: readonly BulkPart[]
  readonly price: TypedPrice
  readonly onSale: TypedPrice & { readonly from: string; readonly until: string }
  readonly specialOffer: TypedPrice
  readonly stock: { readonly way: StockWay; readonly value: string }
  /** Empty: no limit. */
  readonly limit: string
  readonly returnException: ReturnException | ''
  readonly sale: 'on' | 'off'
}

export const untouchedBulk: BulkTyped = {
  ticked: [],
  price: { way: 'off', value: '' },
  onSale: { way: 'off', value: '', from: '', until: '' },
  specialOffer: { way: 'off', value: '' },
  stock: { way: 'add', value: '' },
  limit: '',
  returnException: '',
  sale: 'off',
}

/** Percents with up to two decimals, in hundredths. */
const readPercent = (typed: string): number | undefined => {
  const plain = typed.normalize('NFKC').replaceAll(/[\s%]/g, '')
  return /^\d{1,4}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}

/** A step, null for 'none', or undefined when the figure can't be read. */
const stepOf = ({ way, value }: TypedPrice): PriceStep | null | undefined => {
  if (way === 'none') return null
  if (way === 'off' || way === 'up') {
    const percent = readPercent(value)
    return percent === undefined ? undefined : { by: 'percent', value: way === 'off' ? -percent : percent }
  }
  const amount = readPrice(value)
  if (amount === undefined) return undefined
  return way === 'set' ? { by: 'set', value: amount } : { by: 'amount', value: way === 'less' ? -amount : amount }
}

const instant = (wall: string): string | null =>
  wall === '' ? null : new Date(instantOf(wall, 'Asia/Taipei')).toISOString()

export interface ReadBulk {
  readonly change: BulkChange
  /** Parts whose figure can't be read yet. */
  readonly faulty: readonly BulkPart[]
}

/** The change that is asked for, as far as it can be read. */
export const readBulk = (typed: BulkTyped): ReadBulk => {
  const faulty: BulkPart[] = []
  const read = <T>(part: BulkPart, value: () => T | undefined): T | undefined => {
    if (!typed.ticked.includes(part)) return undefined
    const found = value()
    if (found === undefined) faulty.push(part)
    return found
  }
  const change: BulkChange = {
    price: read('price', () => stepOf(typed.price) ?? undefined),
    onSale: read('onSale', () => {
      const step = stepOf(typed.onSale)
      const { from, until } = typed.onSale
      return step && { step, from: instant(from), until: instant(until) }
    }),
    specialOffer: read('specialOffer', () => stepOf(typed.specialOffer)),
    stock: read('stock', () => {
      const { way, value } = typed.stock
      const pieces = readCount(value)
      if (pieces === undefined) return undefined
      return way === 'set'
        ? { by: 'set' as const, value: pieces }
        : { by: 'add' as const, value: way === 'sub' ? -pieces : pieces }
    }),
    perPersonLimit: read('limit', () => {
      if (typed.limit.trim() === '') return null
      const limit = readCount(typed.limit)
      return limit !== undefined && limit >= 1 && limit <= 9999 ? limit : undefined
    }),
    returnException: read('returnException', () => (typed.returnException === '' ? null : typed.returnException)),
    offSale: read('sale', () => typed.sale === 'off'),
  }
  return { change, faulty }
}

/** What a product would be, or why it can't. */
export const afterBulk = (product: Product, change: BulkChange) => {
  const fields = bulkChanged(product, change)
  if (isErrorText(fields)) return { reason: fields }
  const { stock } = change
  const pieces = product.variants.map((variant) =>
    stock === undefined ? variant.stock : stock.by === 'set' ? stock.value : variant.stock + stock.value,
  )
  return { fields, stock: pieces.reduce((sum, left) => sum + left, 0), isShort: pieces.some((left) => left < 0) }
}
