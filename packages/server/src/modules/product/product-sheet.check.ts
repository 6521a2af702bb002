import { common, type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { picturesOfRichText, plainRichText, writeRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import { priceErrorsOf, variantsMax } from '@kaimai/contract/product/product.schema.ts'
import { folded } from '../../platform/db/search.ts'
import type { CellError, ReadRow, Verdict } from '../../platform/sheet/plan-import.ts'
import { pricesOf } from './product.present.ts'
import type { ListedProduct } from './product.store.ts'
import { type Draft, type DraftVariant, stockAfter } from './product-draft.ts'
import { changedCells, fractionsIn } from './product-sheet.cells.ts'
import type { ProductSheetRow } from './product-sheet.columns.ts'

type Read = ReadRow<ProductSheetRow>

export interface KnownProducts {
  readonly byId: ReadonlyMap<string, ListedProduct>
  /** By keyword, of products and variants. */
  readonly owners: ReadonlyMap<string, { readonly productId: string; readonly productName: string }>
  /** By exact name, of rows that have neither id nor keyword; several: nobody knows which is meant. */
  readonly byName: ReadonlyMap<string, readonly ListedProduct[]>
  /** Of the firm: what a product that is made is sold in. */
  readonly currency: Currency
  /** In which the old values of cells are shown. */
  readonly language: Language
}

/** Columns that all rows of one product must agree on; an empty cell agrees with everything. */
const shared = [
  'productName',
  'keyword',
  'price',
  'originalPrice',
  'onSalePrice',
  'onSaleFrom',
  'onSaleUntil',
  'specialOfferPrice',
  'unit',
  'perPersonLimit',
  'returnException',
  'taxType',
  'temperature',
  'weight',
  'sale',
  'description',
] as const

const faultBook = () => {
  const book = new Map<number, CellError[]>()
  return {
    add: (line: number, column: string, reason: ErrorText | ErrorTextWithValues): void => {
      book.set(line, [...(book.get(line) ?? []), { column, reason }])
    },
    of: (line: number): readonly CellError[] => book.get(line) ?? [],
  }
}

/**
 * Rows of one product stand together by its id, else by its keyword, else by a name that the firm has, else by the same
 * name right below each other.
 */
const groupsOf = (rows: readonly Read[], byName: KnownProducts['byName']): Read[][] => {
  const groups: Read[][] = []
  const byKey = new Map<string, Read[]>()
  let last: { readonly name: string; readonly group: Read[] } | undefined
  for (const one of rows) {
    const { id, keyword = '', productName, variantName = '' } = one.row
    const name = byName.has(productName) ? `name ${productName}` : undefined
    const key = id ?? (keyword === '' ? name : `keyword ${keyword}`)
    const above =
      key === undefined ? (last?.name === productName && variantName !== '' ? last.group : undefined) : byKey.get(key)
    const group = above ?? []
    group.push(one)
    if (!above) groups.push(group)
    if (key !== undefined) byKey.set(key, group)
    last = { name: productName, group }
  }
  return groups
}

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

/**
 * A sheet holds the words alone: the same words leave a description with its headings and pictures as it is, other words
 * replace it but keep its pictures, an emptied cell empties it.
 */
const descriptionOf = (cell: string | undefined, before: string): string => {
  if (cell === undefined || cell === '') return cell ?? before
  const [now, was] = [readRichText(cell), readRichText(before)]
  return plainRichText(now) === plainRichText(was) ? before : writeRichText([...now, ...picturesOfRichText(was)])
}

/** What the first row says, over what is there; a column that the file doesn't have leaves it. */
const productOf = (row: ProductSheetRow, before: ListedProduct | undefined): Draft['product'] | undefined => {
  const price = row.price ?? before?.price
  if (price === undefined) return undefined
  const timeOf = (cell: string | null | undefined, was: Date | null | undefined) =>
    cell === undefined ? (was ?? null) : dateOf(cell)
  const orWas = <T>(cell: T | undefined, was: T | undefined, none: T): T => (cell === undefined ? (was ?? none) : cell)
  return {
    productName: row.productName,
    keyword: orWas(row.keyword, before?.keyword, ''),
    description: descriptionOf(row.description, before?.description ?? ''),
    unit: orWas(row.unit, before?.unit, ''),
    price,
    originalPrice: orWas(row.originalPrice, before?.originalPrice, null),
    onSalePrice: orWas(row.onSalePrice, before?.onSalePrice, null),
    onSaleFrom: timeOf(row.onSaleFrom, before?.onSaleFrom),
    onSaleUntil: timeOf(row.onSaleUntil, before?.onSaleUntil),
    specialOfferPrice: orWas(row.specialOfferPrice, before?.specialOfferPrice, null),
    perPersonLimit: orWas(row.perPersonLimit, before?.perPersonLimit, null),
    returnException: orWas(row.returnException, before?.returnException, null),
    // An empty cell says nothing: each product has one of them.
    taxType: row.taxType ?? before?.taxType ?? 'taxable',
    temperature: row.temperature ?? before?.temperature ?? 'room',
    weight: orWas(row.weight, before?.weight, null),
    offSale: row.sale === undefined || row.sale === null ? (before?.offSale ?? false) : row.sale === 'off',
  }
}

const isSameProduct = (product: Draft['product'], before: ListedProduct): boolean =>
  Object.entries(product).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(before[key as keyof Draft['product']]),
  )

/** Says of each row what it is; all rows of a product fall together, for it is written as a whole. */
export const judgeRows = (
  rows: readonly Read[],
  { byId, owners, byName, currency, language }: KnownProducts,
): Verdict<Draft>[] => {
  const errors = faultBook()
  const verdicts = new Map<number, Verdict<Draft>>()
  const wordsSeen = new Map<string, { readonly line: number; readonly group: readonly Read[] }>()

  /** A keyword that this product may have: nobody else's in the firm, nobody else's in the file. */
  const checkWord = (word: string, column: string, one: Read, group: readonly Read[], id: string | undefined) => {
    if (word === '') return
    const owner = owners.get(word)
    if (owner && owner.productId !== id) {
      const reason = withValues(productErrors.sheetOtherKeyword, { product: owner.productName })
      errors.add(one.line, column, reason)
    }
    const seen = wordsSeen.get(word)
    const isAgain = seen && (seen.group !== group || column === 'variantKeyword')
    if (isAgain) errors.add(one.line, column, withValues(sheetErrors.rowTwice, { line: seen.line }))
    else wordsSeen.set(word, { line: one.line, group })
  }

  const checkAgreement = (group: readonly Read[]) => {
    for (const column of shared) {
      const [first] = group
      for (const one of group.slice(1)) {
        const value = one.row[column]
        const isEmpty = value === undefined || value === null || value === ''
        if (!isEmpty && value !== first?.row[column]) {
          errors.add(one.line, column, withValues(productErrors.sheetRowsDiffer, { line: first?.line ?? 0 }))
        }
      }
    }
  }

  const variantsOf = (group: readonly Read[], before: ListedProduct | undefined): DraftVariant[] => {
    const variants: DraftVariant[] = (before?.variants ?? []).map((known) => ({ ...known, stock: undefined }))
    const lines = new Map<number, number>()
    for (const one of group) {
      const { variantName = '', variantKeyword, stock, stockAtExport } = one.row
      const word = variantKeyword ?? ''
      const byWord = word === '' ? -1 : variants.findIndex(({ keyword, id }) => keyword === word && id !== undefined)
      const byName = variants.findIndex(({ name }) => folded(name) === folded(variantName))
      const at = byWord >= 0 ? byWord : byName
      const was = variants[at]
      const twice = at >= 0 ? lines.get(at) : undefined
      if (twice !== undefined) errors.add(one.line, 'variantName', withValues(sheetErrors.rowTwice, { line: twice }))
      const hasStock = stock !== undefined && stock !== null
      if (!hasStock && was === undefined) errors.add(one.line, 'stock', common.required)
      const isSince = was?.id !== undefined && stockAtExport !== undefined && stockAtExport !== null
      const next = {
        id: was?.id,
        name: variantName,
        keyword: variantKeyword ?? was?.keyword ?? '',
        stock: !hasStock ? undefined : isSince ? { by: stock - stockAtExport } : { to: stock },
      }
      const place = at >= 0 ? at : variants.length
      variants[place] = next
      lines.set(place, one.line)
    }
    return variants.map(({ id, name, keyword, stock }) => ({ id, name, keyword, stock }))
  }

  /** The line that speaks for a product of the firm. */
  const claims = new Map<string, number>()
  for (const group of groupsOf(rows, byName)) {
    const [first] = group
    if (!first) continue
    const { id, keyword = '' } = first.row
    const owner = keyword === '' ? undefined : owners.get(keyword)
    const named = id === undefined && keyword === '' ? (byName.get(first.row.productName) ?? []) : []
    const before = byId.get(id ?? owner?.productId ?? '') ?? (named.length === 1 ? named[0] : undefined)
    const claimedOn = claims.get(before?.id ?? '')
    if (claimedOn !== undefined)
      errors.add(first.line, '', withValues(productErrors.sheetProductTwice, { line: claimedOn }))
    else if (before) claims.set(before.id, first.line)
    if (named.length > 1) errors.add(first.line, 'productName', productErrors.sheetNameTwice)
    if (id !== undefined && !before) errors.add(first.line, 'id', productErrors.sheetProductUnknown)
    checkAgreement(group)
    checkWord(keyword, 'keyword', first, group, before?.id)
    for (const one of group) checkWord(one.row.variantKeyword ?? '', 'variantKeyword', one, group, before?.id)
    const product = productOf(first.row, before)
    for (const one of group) {
      for (const column of fractionsIn(one.row, before, before?.currency ?? currency))
        errors.add(one.line, column, sheetErrors.cellWholeDollars)
    }
    if (!product) errors.add(first.line, 'price', common.required)
    else for (const { field, reason } of priceErrorsOf(pricesOf(product))) errors.add(first.line, field, reason)
    const variants = variantsOf(group, before)
    if (variants.length > variantsMax) errors.add(first.line, 'variantName', productErrors.sheetTooManyVariants)
    const isBad = group.some(({ line }) => errors.of(line).length > 0)
    if (isBad || !product) {
      // The other rows of a product with an error aren't written either; they say which line is to blame.
      const blamed = group.find(({ line }) => errors.of(line).length > 0) ?? first
      for (const { line } of group) {
        const own = errors.of(line)
        const reason = withValues(productErrors.sheetOtherRowBad, { line: blamed.line })
        verdicts.set(line, { state: 'bad', errors: own.length > 0 ? own : [{ column: '', reason }] })
      }
      continue
    }
    const draft: Draft = { before, product, variants }
    const isSame = before !== undefined && isSameProduct(product, before)
    for (const { line, row } of group) {
      const variant = variants.find(({ name }) => folded(name) === folded(row.variantName ?? ''))
      const was = before?.variants.find((known) => known.id === variant?.id)
      const isSameVariant =
        was !== undefined &&
        was.stock === stockAfter(was.stock, variant?.stock) &&
        was.keyword === variant?.keyword &&
        was.name === variant.name
      const state = was === undefined ? 'new' : isSame && isSameVariant ? 'same' : 'change'
      const note = named.length === 1 ? { note: productErrors.sheetFoundByName } : {}
      const old = before === undefined ? {} : changedCells(row, { before, product, was, variant, language })
      // By difference the stock becomes another than the cell says.
      const left = was === undefined ? undefined : stockAfter(was.stock, variant?.stock)
      const stored = left === undefined || variant?.stock === undefined ? {} : { stock: String(left) }
      verdicts.set(line, { state, known: draft, unit: first.line, before: old, stored, ...note })
    }
  }
  return rows.map(({ line }) => verdicts.get(line) ?? { state: 'bad', errors: [] })
}
