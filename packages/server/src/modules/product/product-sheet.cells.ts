import type { Language } from '@kaimai/contract/common/language.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { taxTypeNames, temperatureNames } from '@kaimai/contract/product/goods-terms.ts'
import { returnExceptionNames } from '@kaimai/contract/product/return-exception.ts'
import { textOfValue } from '../../platform/sheet/cell-value.ts'
import type { ListedProduct, ListedVariant } from './product.store.ts'
import { type Draft, type DraftVariant, stockAfter } from './product-draft.ts'
import { productColumns, type ProductSheetRow, saleNames } from './product-sheet.columns.ts'

const priceColumns = ['price', 'originalPrice', 'onSalePrice', 'specialOfferPrice'] as const

/**
 * Columns of a row that ask for a fraction of a dollar, which TWD hasn't. One that stands there already may come back
 * as it was exported.
 */
export const fractionsIn = (
  row: ProductSheetRow,
  before: ListedProduct | undefined,
  currency: Currency,
): (typeof priceColumns)[number][] =>
  currency === 'TWD'
    ? priceColumns.filter((column) => {
        const price = row[column]
        return price !== undefined && price !== null && price % 100 !== 0 && price !== before?.[column]
      })
    : []

/** The field of a product that a column is. */
const fieldOf = {
  keyword: 'keyword',
  productName: 'productName',
  price: 'price',
  originalPrice: 'originalPrice',
  onSalePrice: 'onSalePrice',
  onSaleFrom: 'onSaleFrom',
  onSaleUntil: 'onSaleUntil',
  specialOfferPrice: 'specialOfferPrice',
  unit: 'unit',
  perPersonLimit: 'perPersonLimit',
  returnException: 'returnException',
  taxType: 'taxType',
  temperature: 'temperature',
  weight: 'weight',
  sale: 'offSale',
  description: 'description',
} as const satisfies Partial<Record<keyof ProductSheetRow, keyof Draft['product']>>

/** What a row stores, as an export would write it; a cell that leaves what is there stores nothing. */
export const storedCells = (row: ProductSheetRow, language: Language): Record<string, string> => {
  const choices = {
    returnException: row.returnException ? returnExceptionNames[row.returnException] : undefined,
    taxType: row.taxType ? taxTypeNames[row.taxType] : undefined,
    temperature: row.temperature ? temperatureNames[row.temperature] : undefined,
    sale: row.sale ? saleNames[row.sale] : undefined,
  }
  const { productName, keyword, unit, variantName, variantKeyword } = row
  const texts = { productName, keyword, unit, variantName, variantKeyword }
  const { price, originalPrice, onSalePrice, specialOfferPrice, perPersonLimit, weight, stock } = row
  const prices = { price, originalPrice, onSalePrice, specialOfferPrice }
  const times = { onSaleFrom: row.onSaleFrom, onSaleUntil: row.onSaleUntil }
  return Object.fromEntries([
    ...Object.entries(choices).flatMap(([key, names]) => (names === undefined ? [] : [[key, names[language]]])),
    ...Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
    ...Object.entries(prices).flatMap(([key, amount]) =>
      typeof amount === 'number' ? [[key, textOfValue(amount, 'money')]] : [],
    ),
    ...Object.entries({ perPersonLimit, weight, stock }).flatMap(([key, count]) =>
      typeof count === 'number' ? [[key, textOfValue(count, 'whole')]] : [],
    ),
    ...Object.entries(times).flatMap(([key, instant]) =>
      typeof instant === 'string' ? [[key, textOfValue(new Date(instant), 'time')]] : [],
    ),
  ])
}

interface Change {
  readonly before: ListedProduct
  readonly product: Draft['product']
  /** The row's own variant, as it is and as it will be. */
  readonly was: ListedVariant | undefined
  readonly variant: DraftVariant | undefined
  readonly language: Language
}

/** What stands in the cells that a row changes, as an export would write it. */
export const changedCells = (
  row: ProductSheetRow,
  { before, product, was, variant, language }: Change,
): Record<string, string> => {
  const ofProduct = (Object.keys(fieldOf) as (keyof typeof fieldOf)[]).filter(
    (column) =>
      row[column] !== undefined && JSON.stringify(before[fieldOf[column]]) !== JSON.stringify(product[fieldOf[column]]),
  )
  const ofVariant =
    was === undefined || variant === undefined
      ? []
      : [
          ...(was.name === variant.name ? [] : ['variantName']),
          ...(was.keyword === variant.keyword ? [] : ['variantKeyword']),
          ...(was.stock === stockAfter(was.stock, variant.stock) ? [] : ['stock']),
        ]
  const changed = new Set<string>([...ofProduct, ...ofVariant])
  const line = {
    product: before,
    variant: was ?? { id: '', name: '', keyword: '', stock: 0, sold: 0 },
    say: (texts: Readonly<Record<Language, string>>) => texts[language],
  }
  return Object.fromEntries(
    productColumns.flatMap((column) =>
      changed.has(column.key) ? [[column.key, textOfValue(column.value(line), column.kind ?? 'text')]] : [],
    ),
  )
}
