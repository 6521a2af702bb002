import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Nothing, OptionalLine, Text } from '../common/fields.ts'
import { Amount, currencies } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { because, common } from '../common/reason.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { productReasons } from './product.reasons.ts'

/** NT$100,000,000 in minor units: 50 lines of 9,999 such pieces still add up without a float's error. */
const priceMax = 1e10
const Price = Amount.max(priceMax, because(common.tooBig))

const Stock = z.number().int().min(0).max(1_000_000)

/** A picture of our own file store; an empty one is dropped. */
const ImageUrl = z
  .string()
  .trim()
  .max(300)
  .regex(/^(\/media\/[\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/, because(common.wrongFormat))

/** What an order line points at; a product without variants has one, with an empty name. Stock lives here. */
export const Variant = z.object({
  id: Id,
  name: z.string(),
  /** Pieces that can be sold now: reserved ones are already taken off. */
  stock: z.number().int().min(0),
})

export const Product = z.object({
  id: Id,
  productName: z.string(),
  /** What viewers type to order ('A01'); empty when it has none. */
  keyword: z.string(),
  description: z.string(),
  unit: z.string(),
  price: Amount,
  /** Struck through when above the price; null when there is none. */
  originalPrice: Amount.nullable(),
  currency: z.enum(currencies),
  /** At most so many for one person; null: no limit. */
  perPersonLimit: z.number().int().nullable(),
  /** First is the main picture. */
  images: z.array(z.string()),
  variants: z.array(Variant),
  /** Sum of the variants' stock. */
  stock: z.number().int(),
  sold: z.number().int(),
  createdAt: Instant,
})
export type Product = z.output<typeof Product>

export const ProductBody = z
  .object({
    productName: Line(80),
    keyword: z
      .string()
      .normalize('NFKC')
      .trim()
      .toUpperCase()
      .regex(/^[\p{Script=Han}A-Z0-9]{0,12}$/u, because(productReasons.keywordFormat))
      .default(''),
    description: Text(4000).default(''),
    unit: OptionalLine(10).default(''),
    price: Price,
    originalPrice: Price.nullable().default(null),
    perPersonLimit: z.number().int().min(1).max(9999).nullable().default(null),
    images: z
      .array(ImageUrl)
      .max(12)
      .default([])
      .transform((urls) => urls.filter((url) => url !== '')),
    variants: z
      .array(
        z.object({
          id: Id.optional(),
          name: OptionalLine(40),
          stock: Stock,
          /** What the form showed: with it only the difference is applied, so that what was sold meanwhile stays sold. */
          stockBefore: Stock.optional(),
        }),
      )
      .min(1)
      .max(50),
  })
  .refine((body) => new Set(body.variants.map((variant) => variant.name)).size === body.variants.length, {
    message: because(productReasons.variantTwice),
    path: ['variants'],
  })
  .refine((body) => body.originalPrice === null || body.originalPrice >= body.price, {
    message: because(productReasons.originalBelowPrice),
    path: ['originalPrice'],
  })
export type ProductBody = z.output<typeof ProductBody>

export const productRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/product',
    summary: 'Products of the firm; `q` filters productName by case-insensitive substring.',
    access: firm('stream'),
    query: ListQuery,
    answer: pageOf(Product),
  },
  create: {
    method: 'POST',
    path: '/product',
    summary: 'Makes a product.',
    access: firm('stream'),
    body: ProductBody,
    answer: Product,
    errors: ['conflict'],
    idempotency: 'optional',
  },
  show: {
    method: 'GET',
    path: '/product/:id',
    summary: 'One product.',
    access: firm('stream'),
    params: ById,
    answer: Product,
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/product/:id',
    summary:
      'Changes a product; stock is set to what is on sale from now on (reserved pieces stay reserved), with stockBefore by the difference.',
    access: firm('stream'),
    params: ById,
    body: ProductBody,
    answer: Product,
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/product/:id',
    summary: 'Takes a product off sale; orders keep what they hold.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
    errors: ['conflict'],
  },
})
