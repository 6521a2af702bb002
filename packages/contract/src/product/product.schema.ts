import { z } from 'zod'
import { editedFrom, EditVersion } from '../common/edit-version.ts'
import { Id, Line, OptionalLine, PictureUrl } from '../common/fields.ts'
import { Amount, currencies } from '../common/money.ts'
import { because, common } from '../common/error-text.ts'
import { RichTextField } from '../common/rich-text.schema.ts'
import { Instant, PlannedInstant } from '../common/time.ts'
import { taxTypes, temperatures, weightMax } from './goods-terms.ts'
import { productErrors } from './product.errors.ts'
import { returnExceptions } from './return-exception.ts'

/** NT$100,000,000 in minor units: 50 lines of 9,999 such pieces still add up without a float's error. */
export const priceMax = 1e10
export const Price = Amount.max(priceMax, because(common.tooBig))

export const stockMax = 1_000_000
export const Stock = z.number().int().min(0).max(stockMax)

export const variantsMax = 50

/** What viewers type to order ('A01'), kept in upper case and half width; empty: none. */
export const Keyword = z
  .string()
  .normalize('NFKC')
  .trim()
  .toUpperCase()
  .regex(/^[\p{Script=Han}A-Z0-9]{0,12}$/u, because(productErrors.keywordFormat))

export const PersonLimit = z.number().int().min(1).max(9999).nullable()
export const ReturnExceptionField = z.enum(returnExceptions).nullable()
export const TaxTypeField = z.enum(taxTypes)
export const TemperatureField = z.enum(temperatures)
/** Grams of one piece with its packing; null: not known. */
export const WeightField = z.number().int().min(1).max(weightMax).nullable()

/** What an order line points at; a product without variants has one, with an empty name. Stock lives here. */
export const Variant = z.object({
  id: Id,
  name: z.string(),
  /** Its own, beside the product's; empty when it has none. */
  keyword: z.string(),
  /** Pieces that can be sold now: reserved ones are already taken off. */
  stock: z.number().int().min(0),
})

export const Product = z.object({
  id: Id,
  version: EditVersion,
  productName: z.string(),
  /** Empty when it has none. */
  keyword: z.string(),
  /** HTML of a rich text. */
  description: z.string(),
  unit: z.string(),
  price: Amount,
  /** The list price, struck through; null when there is none. */
  originalPrice: Amount.nullable(),
  /** Everywhere, in its time (priceNow in price.rules.ts says what counts). */
  onSalePrice: Amount.nullable(),
  onSaleFrom: Instant.nullable(),
  onSaleUntil: Instant.nullable(),
  /** Inside a room while its live runs. */
  specialOfferPrice: Amount.nullable(),
  currency: z.enum(currencies),
  /** At most so many for one person; null: no limit. */
  perPersonLimit: z.number().int().nullable(),
  /** Why the 7-day right of return doesn't hold; null: it holds. */
  returnException: ReturnExceptionField,
  taxType: TaxTypeField,
  temperature: TemperatureField,
  weight: WeightField,
  /** Kept in the list, sold nowhere. */
  offSale: z.boolean(),
  /** First is the main picture. */
  images: z.array(z.string()),
  variants: z.array(Variant),
  /** Sum of the variants' stock. */
  stock: z.number().int(),
  sold: z.number().int(),
  createdAt: Instant,
})
export type Product = z.output<typeof Product>

const VariantBody = z.object({
  id: Id.optional(),
  name: OptionalLine(40),
  keyword: Keyword.default(''),
  stock: Stock,
  /** What the form showed: with it only the difference is applied, so that what was sold meanwhile stays sold. */
  stockBefore: Stock.optional(),
})

/** The prices of a product as they are given: what is wrong between them, by field. */
export const priceErrorsOf = (prices: {
  readonly price: number
  readonly originalPrice: number | null
  readonly onSalePrice: number | null
  readonly onSaleFrom: string | null
  readonly onSaleUntil: string | null
  readonly specialOfferPrice: number | null
}) => {
  const { price, originalPrice, onSalePrice, onSaleFrom, onSaleUntil, specialOfferPrice } = prices
  const errors = []
  if (originalPrice !== null && originalPrice < price)
    errors.push({ field: 'originalPrice', reason: productErrors.originalBelowPrice } as const)
  if (onSalePrice !== null && onSalePrice >= price)
    errors.push({ field: 'onSalePrice', reason: productErrors.onSaleNotBelow } as const)
  if (onSaleFrom !== null && onSaleUntil !== null && Date.parse(onSaleUntil) <= Date.parse(onSaleFrom))
    errors.push({ field: 'onSaleUntil', reason: productErrors.onSaleEndsFirst } as const)
  if (specialOfferPrice !== null && specialOfferPrice >= price)
    errors.push({ field: 'specialOfferPrice', reason: productErrors.specialOfferNotBelow } as const)
  return errors
}

const checkPrices: z.core.CheckFn<Parameters<typeof priceErrorsOf>[0]> = (payload) => {
  for (const { field, reason } of priceErrorsOf(payload.value))
    payload.issues.push({ code: 'custom', path: [field], message: because(reason), input: payload.value })
}

const hasTwice = (words: readonly string[]): boolean => new Set(words).size < words.length

export const ProductBody = z
  .object({
    productName: Line(80),
    keyword: Keyword.default(''),
    description: RichTextField(4000).default(''),
    unit: OptionalLine(10).default(''),
    price: Price,
    originalPrice: Price.nullable().default(null),
    onSalePrice: Price.nullable().default(null),
    onSaleFrom: PlannedInstant.nullable().default(null),
    onSaleUntil: PlannedInstant.nullable().default(null),
    specialOfferPrice: Price.nullable().default(null),
    perPersonLimit: PersonLimit.default(null),
    returnException: ReturnExceptionField.default(null),
    taxType: TaxTypeField.default('taxable'),
    temperature: TemperatureField.default('room'),
    weight: WeightField.default(null),
    offSale: z.boolean().default(false),
    images: z
      .array(PictureUrl)
      .max(12)
      .default([])
      .transform((urls) => urls.filter((url) => url !== '')),
    variants: z.array(VariantBody).min(1).max(variantsMax),
  })
  .refine((body) => !hasTwice(body.variants.map((variant) => variant.name)), {
    message: because(productErrors.variantTwice),
    path: ['variants'],
  })
  .check((payload) => {
    const { keyword, variants } = payload.value
    const seen = new Set(keyword === '' ? [] : [keyword])
    for (const [place, variant] of variants.entries()) {
      if (variant.keyword !== '' && seen.has(variant.keyword)) {
        const path = ['variants', place, 'keyword']
        payload.issues.push({ code: 'custom', path, message: because(productErrors.keywordTwice), input: variant })
      }
      seen.add(variant.keyword)
    }
  })
  .check(checkPrices)
export type ProductBody = z.output<typeof ProductBody>

export const ProductChangeBody = ProductBody.safeExtend(editedFrom)
