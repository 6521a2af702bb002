import { picturesOfRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { Id, OptionalLine } from '@kaimai/contract/common/fields.ts'
import { readPrice } from '@kaimai/contract/common/money.ts'
import { readWhole, unclearNumber } from '@kaimai/contract/common/typed-number.ts'
import { because, common, becauseOf, withValues } from '@kaimai/contract/common/error-text.ts'
import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import { type Product, ProductBody } from '@kaimai/contract/product/product.routes.ts'
import { priceErrorsOf } from '@kaimai/contract/product/product.schema.ts'
import { returnExceptions } from '@kaimai/contract/product/return-exception.ts'
import { z } from 'zod'
import { instantOf, wallTimeOf } from '../../lib/i18n/wall-time.ts'

/** Whole pieces from what a person typed (`1,200`, `３`); undefined when it is no number. */
export const readCount = (typed: string): number | undefined => {
  const whole = readWhole(typed)
  return whole !== undefined && whole >= 0 && whole < 1e9 ? whole : undefined
}

/** A price or a count as it is shown in a field: `1,280`, `12.50`. */
export const priceText = (minor: number | null): string =>
  minor === null
    ? ''
    : new Intl.NumberFormat('en-US', {
        minimumFractionDigits: minor % 100 === 0 ? 0 : 2,
        maximumFractionDigits: 2,
      }).format(minor / 100)

const typed = <T>(read: (text: string) => T | undefined) =>
  z.string().transform((text, context): T => {
    const value = read(text)
    if (value !== undefined) return value
    const unclear = unclearNumber(text)
    const wrong = text.trim() === '' ? common.required : common.wrongFormat
    context.addIssue(
      unclear === undefined
        ? { code: 'custom', message: because(wrong) }
        : { ...becauseOf(withValues(common.numberUnclear, { ...unclear })), code: 'custom' },
    )
    return z.NEVER
  })

/** Left empty it is null. */
const orNothing =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): T | null | undefined =>
    text.trim() === '' ? null : read(text)

const { productName, keyword, description, unit, price, originalPrice, perPersonLimit, images, variants } =
  ProductBody.shape
const { taxType, temperature, weight } = ProductBody.shape

/** Times of the shop are shown by its own clock. */
const zone = 'Asia/Taipei'

/** A wall time as the date field has it; left empty it is null. */
const WallTime = z.string().transform((wall, context): string | null => {
  if (wall === '') return null
  const ms = instantOf(wall, zone)
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  context.addIssue({ code: 'custom', message: because(common.wrongTime) })
  return z.NEVER
})
const wallOf = (instant: string | null | undefined): string => (instant ? wallTimeOf(instant, zone) : '')

const PriceOrNone = typed(orNothing(readPrice)).pipe(originalPrice.unwrap())
const ReturnExceptionTyped = z.enum(['', ...returnExceptions]).transform((reason) => (reason === '' ? null : reason))

const VariantForm = z.object({
  id: Id.optional(),
  name: OptionalLine(40),
  keyword: keyword.unwrap(),
  stock: typed(readCount).pipe(variants.element.shape.stock),
  stockBefore: z.number().int().optional(),
})

const VariantsForm = z
  .array(VariantForm)
  .min(1)
  .max(50)
  .superRefine((rows, context) => {
    for (const [index, { name }] of rows.entries()) {
      const isTwin = rows.findIndex((other) => other.name === name) !== index
      const isNameless = rows.length > 1 && name === ''
      const reason = isNameless ? common.required : isTwin ? productErrors.variantTwice : undefined
      if (reason) context.addIssue({ code: 'custom', path: [index, 'name'], message: because(reason) })
    }
  })

const isKnown = (value: unknown): value is number => typeof value === 'number'

/** The errors between prices that can be known by now: others may not be filled in yet. */
const checkPrices: z.core.CheckFn<{ readonly price: unknown }> = (payload) => {
  const prices: Partial<Record<'price' | 'originalPrice' | 'onSalePrice' | 'specialOfferPrice', unknown>> & {
    readonly onSaleFrom?: unknown
    readonly onSaleUntil?: unknown
  } = payload.value
  const amount = (value: unknown) => (isKnown(value) ? value : null)
  const time = (value: unknown) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null)
  const errors = priceErrorsOf({
    price: amount(prices.price) ?? Number.NaN,
    originalPrice: amount(prices.originalPrice),
    onSalePrice: amount(prices.onSalePrice),
    specialOfferPrice: amount(prices.specialOfferPrice),
    onSaleFrom: time(prices.onSaleFrom),
    onSaleUntil: time(prices.onSaleUntil),
  })
  for (const { field, reason } of errors)
    payload.issues.push({ code: 'custom', path: [field], message: because(reason), input: payload.value })
}

/** A product's keyword and those of its variants: none twice. */
const checkKeywords: z.core.CheckFn<object> = (payload) => {
  const form: { readonly keyword?: unknown; readonly variants?: unknown } = payload.value
  const rows = Array.isArray(form.variants) ? form.variants : []
  const seen = new Set([form.keyword])
  for (const [index, row] of rows.entries()) {
    const word: unknown = row?.keyword
    if (typeof word !== 'string' || word === '') continue
    if (seen.has(word)) {
      const path = ['variants', index, 'keyword']
      payload.issues.push({ code: 'custom', path, message: because(productErrors.keywordTwice), input: row })
    }
    seen.add(word)
  }
}

/** A check that runs while other fields are not filled in yet, too. */
const always = <T>(fn: z.core.CheckFn<T>) => z.core._check<T>(fn, { when: () => true })

/** A product as it is typed: numbers are texts until they can be read. */
export const ProductForm = z
  .object({
    productName,
    keyword: keyword.unwrap(),
    description: description.unwrap(),
    unit: unit.unwrap(),
    images: images.in.unwrap(),
    price: typed(readPrice).pipe(price),
    originalPrice: PriceOrNone,
    onSalePrice: PriceOrNone,
    onSaleFrom: WallTime,
    onSaleUntil: WallTime,
    specialOfferPrice: PriceOrNone,
    returnException: ReturnExceptionTyped,
    taxType: taxType.unwrap(),
    temperature: temperature.unwrap(),
    weight: typed(orNothing(readCount)).pipe(weight.unwrap()),
    offSale: z.boolean(),
    perPersonLimit: typed(orNothing(readCount)).pipe(perPersonLimit.unwrap()),
    variants: VariantsForm,
  })
  .check(always(checkPrices), always(checkKeywords))

export type ProductTyped = z.input<typeof ProductForm>
export type VariantTyped = ProductTyped['variants'][number]

/** The form's first values; `copy`: as a new product, with stock and keyword left to fill in. */
export const typedProduct = (product: Product | undefined, copy = false): ProductTyped => ({
  productName: product?.productName ?? '',
  keyword: copy ? '' : (product?.keyword ?? ''),
  description: product?.description ?? '',
  unit: product?.unit ?? '',
  images: [...(product?.images ?? [])],
  price: product ? priceText(product.price) : '',
  originalPrice: priceText(product?.originalPrice ?? null),
  onSalePrice: priceText(product?.onSalePrice ?? null),
  onSaleFrom: wallOf(product?.onSaleFrom),
  onSaleUntil: wallOf(product?.onSaleUntil),
  specialOfferPrice: priceText(product?.specialOfferPrice ?? null),
  returnException: product?.returnException ?? '',
  taxType: product?.taxType ?? 'taxable',
  temperature: product?.temperature ?? 'room',
  weight: product?.weight == null ? '' : String(product.weight),
  offSale: copy ? false : (product?.offSale ?? false),
  perPersonLimit: product?.perPersonLimit == null ? '' : String(product.perPersonLimit),
  variants: product
    ? product.variants.map((variant) =>
        copy
          ? { name: variant.name, keyword: '', stock: '' }
          : {
              id: variant.id,
              name: variant.name,
              keyword: variant.keyword,
              stock: String(variant.stock),
              stockBefore: variant.stock,
            },
      )
    : [{ name: '', keyword: '', stock: '' }],
})

/** Pictures that were uploaded for this form and are to be kept when it is saved. */
export const newImages = (typedNow: Pick<ProductTyped, 'images'>, product: Product | undefined): string[] =>
  typedNow.images.filter((url) => !product?.images.includes(url))

const picturesIn = (html: string): string[] => picturesOfRichText(richTextOf(html)).map(({ src }) => src)

/** Pictures of the description, to be kept as those are. */
export const newTextImages = (typedNow: Pick<ProductTyped, 'description'>, product: Product | undefined): string[] => {
  const before = new Set(picturesIn(product?.description ?? ''))
  return picturesIn(typedNow.description).filter((url) => !before.has(url))
}
