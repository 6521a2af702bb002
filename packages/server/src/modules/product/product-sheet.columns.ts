import type { Texts } from '@kaimai/contract/common/language.ts'
import { Line, OptionalLine } from '@kaimai/contract/common/fields.ts'
import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { RichTextField } from '@kaimai/contract/common/rich-text.schema.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import {
  ChoiceCellOrNone,
  PriceCellOrNone,
  TimeCellOrNone,
  WholeCellOrNone,
} from '@kaimai/contract/common/sheet-cells.ts'
import { Id } from '@kaimai/contract/common/fields.ts'
import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import { Keyword, PersonLimit, Price, Stock, WeightField } from '@kaimai/contract/product/product.schema.ts'
import { type TaxType, taxTypeNames, type Temperature, temperatureNames } from '@kaimai/contract/product/goods-terms.ts'
import { type ReturnException, returnExceptionNames } from '@kaimai/contract/product/return-exception.ts'
import { z } from 'zod'
import { noteOfLostSign } from '../../platform/sheet/cell-notes.ts'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'
import type { CellValue } from '../../platform/sheet/write-sheet.ts'
import type { ListedProduct, ListedVariant } from './product.store.ts'

export const saleNames: Readonly<Record<'on' | 'off', Texts>> = {
  on: { 'zh-TW': '上架', en: 'On sale' },
  off: { 'zh-TW': '下架', en: 'Off sale' },
}

/** One row of an exported file: a variant with its product. */
export interface SheetLine {
  readonly product: ListedProduct
  readonly variant: ListedVariant
  readonly say: (texts: Texts) => string
}

type Column = SheetColumn & { readonly value: (line: SheetLine) => CellValue }

const ofProduct =
  (read: (product: ListedProduct) => CellValue) =>
  ({ product }: SheetLine): CellValue =>
    read(product)

/** The columns of products, one row a variant; what stands before 規格 belongs to the product and repeats. */
export const productColumns: readonly Column[] = [
  {
    key: 'keyword',
    title: { 'zh-TW': '下單關鍵字', en: 'Keyword' },
    literal: true,
    width: 12,
    aliases: ['關鍵字'],
    value: ofProduct(({ keyword }) => keyword),
  },
  {
    key: 'productName',
    title: { 'zh-TW': '商品名稱', en: 'Product name' },
    literal: true,
    width: 32,
    required: true,
    aliases: ['品名', '名稱', 'name'],
    note: noteOfLostSign,
    value: ofProduct(({ productName }) => productName),
  },
  {
    key: 'price',
    title: { 'zh-TW': '售價', en: 'Price' },
    kind: 'money',
    value: ofProduct(({ price }) => price),
  },
  {
    key: 'originalPrice',
    title: { 'zh-TW': '原價', en: 'Original price' },
    kind: 'money',
    value: ofProduct(({ originalPrice }) => originalPrice),
  },
  {
    key: 'onSalePrice',
    title: { 'zh-TW': '特價', en: 'On-sale price' },
    kind: 'money',
    value: ofProduct(({ onSalePrice }) => onSalePrice),
  },
  {
    key: 'onSaleFrom',
    title: { 'zh-TW': '特價開始', en: 'On sale from' },
    kind: 'time',
    value: ofProduct(({ onSaleFrom }) => onSaleFrom),
  },
  {
    key: 'onSaleUntil',
    title: { 'zh-TW': '特價結束', en: 'On sale until' },
    kind: 'time',
    value: ofProduct(({ onSaleUntil }) => onSaleUntil),
  },
  {
    key: 'specialOfferPrice',
    title: { 'zh-TW': '直播優惠價', en: 'Live offer' },
    kind: 'money',
    value: ofProduct(({ specialOfferPrice }) => specialOfferPrice),
  },
  {
    key: 'unit',
    title: { 'zh-TW': '單位', en: 'Unit' },
    literal: true,
    width: 8,
    value: ofProduct(({ unit }) => unit),
  },
  {
    key: 'perPersonLimit',
    title: { 'zh-TW': '每人限購', en: 'Limit per person' },
    kind: 'whole',
    value: ofProduct(({ perPersonLimit }) => perPersonLimit),
  },
  {
    key: 'returnException',
    title: { 'zh-TW': '7 天鑑賞期例外', en: '7-day return exception' },
    width: 24,
    value: ({ product: { returnException }, say }) =>
      returnException === null ? '' : say(returnExceptionNames[returnException]),
  },
  {
    key: 'taxType',
    title: { 'zh-TW': '稅別', en: 'Tax type' },
    width: 12,
    value: ({ product: { taxType }, say }) => say(taxTypeNames[taxType]),
  },
  {
    key: 'temperature',
    title: { 'zh-TW': '溫層', en: 'Temperature' },
    width: 16,
    value: ({ product: { temperature }, say }) => say(temperatureNames[temperature]),
  },
  {
    key: 'weight',
    title: { 'zh-TW': '重量（公克）', en: 'Weight (g)' },
    kind: 'whole',
    aliases: ['重量'],
    value: ofProduct(({ weight }) => weight),
  },
  {
    key: 'sale',
    title: { 'zh-TW': '上架狀態', en: 'On or off sale' },
    width: 12,
    value: ({ product: { offSale }, say }) => say(saleNames[offSale ? 'off' : 'on']),
  },
  {
    key: 'description',
    title: { 'zh-TW': '商品介紹', en: 'Description' },
    literal: true,
    width: 40,
    value: ofProduct(({ description }) => plainRichText(readRichText(description))),
  },
  {
    key: 'variantName',
    title: { 'zh-TW': '規格', en: 'Variant' },
    literal: true,
    width: 16,
    aliases: ['款式', '款式名稱', '規格名稱'],
    value: ({ variant }) => variant.name,
  },
  {
    key: 'variantKeyword',
    title: { 'zh-TW': '規格關鍵字', en: 'Variant keyword' },
    literal: true,
    aliases: ['款式關鍵字'],
    width: 12,
    value: ({ variant }) => variant.keyword,
  },
  {
    key: 'stock',
    title: { 'zh-TW': '庫存', en: 'Stock' },
    kind: 'whole',
    value: ({ variant }) => variant.stock,
  },
  {
    // An import applies what was changed against this figure: what was sold since the export stays sold.
    key: 'stockAtExport',
    title: { 'zh-TW': '匯出時庫存（請勿修改）', en: 'Stock at export (do not edit)' },
    kind: 'whole',
    value: ({ variant }) => variant.stock,
  },
  {
    key: 'sold',
    title: { 'zh-TW': '已售（僅供參考）', en: 'Sold (for reference)' },
    kind: 'whole',
    value: ({ variant }) => variant.sold,
  },
  {
    key: 'id',
    title: { 'zh-TW': '商品編號', en: 'Product id' },
    width: 38,
    value: ofProduct(({ id }) => id),
  },
]

/** A row as it is read: undefined for a column that the file doesn't have, which leaves what is there. */
export const ProductSheetRow = z.object({
  id: z.union([z.literal('').transform(() => undefined), z.string().trim().toLowerCase().pipe(Id)]).optional(),
  keyword: Keyword.optional(),
  productName: Line(80),
  // Empty leaves it too: nothing is sold without a price.
  price: PriceCellOrNone.pipe(Price.nullable())
    .transform((price) => price ?? undefined)
    .optional(),
  originalPrice: PriceCellOrNone.pipe(Price.nullable()).optional(),
  onSalePrice: PriceCellOrNone.pipe(Price.nullable()).optional(),
  onSaleFrom: TimeCellOrNone.optional(),
  onSaleUntil: TimeCellOrNone.optional(),
  specialOfferPrice: PriceCellOrNone.pipe(Price.nullable()).optional(),
  unit: OptionalLine(10).optional(),
  perPersonLimit: WholeCellOrNone.pipe(PersonLimit).optional(),
  returnException: ChoiceCellOrNone<ReturnException>(
    returnExceptionNames,
    productErrors.returnExceptionUnknown,
  ).optional(),
  taxType: ChoiceCellOrNone<TaxType>(taxTypeNames, productErrors.taxTypeUnknown).optional(),
  temperature: ChoiceCellOrNone<Temperature>(temperatureNames, productErrors.temperatureUnknown).optional(),
  weight: WholeCellOrNone.pipe(WeightField).optional(),
  sale: ChoiceCellOrNone<'on' | 'off'>(saleNames, common.wrongChoice).optional(),
  description: RichTextField(4000).optional(),
  variantName: OptionalLine(40).optional(),
  variantKeyword: Keyword.optional(),
  stock: WholeCellOrNone.pipe(Stock.nullable()).optional(),
  stockAtExport: WholeCellOrNone.pipe(Stock.nullable()).optional(),
  sold: z.string().optional(),
})
export type ProductSheetRow = z.output<typeof ProductSheetRow>

/** Two examples for who starts with an empty file: one product without variants, one with two. */
export const templateLines = (say: (texts: Texts) => string): SheetLine[] => {
  const bowl: Texts = { 'zh-TW': '霧白手捏飯碗', en: 'White rice bowl' }
  const apron: Texts = { 'zh-TW': '水洗棉麻圍裙', en: 'Washed linen apron' }
  const colours: readonly Texts[] = [
    { 'zh-TW': '燕麥', en: 'Oat' },
    { 'zh-TW': '墨綠', en: 'Dark green' },
  ]
  const product = (name: Texts, keyword: string, price: number, rest: Partial<ListedProduct>): ListedProduct => ({
    id: '',
    productName: say(name),
    keyword,
    description: '',
    unit: '',
    price,
    originalPrice: null,
    onSalePrice: null,
    onSaleFrom: null,
    onSaleUntil: null,
    specialOfferPrice: null,
    currency: 'TWD',
    perPersonLimit: null,
    returnException: null,
    taxType: 'taxable',
    temperature: 'room',
    weight: null,
    offSale: false,
    images: [],
    version: 1,
    createdAt: new Date(0),
    changedAt: new Date(0),
    variants: [],
    ...rest,
  })
  const first = product(bowl, 'A01', 680_00, { originalPrice: 880_00, specialOfferPrice: 620_00, perPersonLimit: 6 })
  const second = product(apron, 'B01', 980_00, {})
  return [
    { product: first, variant: { id: '', name: '', keyword: '', stock: 48, sold: 0 }, say },
    ...colours.map((colour, at) => ({
      product: second,
      variant: { id: '', name: say(colour), keyword: `B01${'AB'[at] ?? ''}`, stock: 20, sold: 0 },
      say,
    })),
  ]
}
