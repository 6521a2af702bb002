import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Nothing } from '../common/fields.ts'
import { SignedAmount } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { because } from '../common/error-text.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { ExportQuery, progressParam, sheetTypes } from '../common/sheet.ts'
import { Instant, PlannedInstant } from '../common/time.ts'
import { productErrors } from './product.errors.ts'
import {
  PersonLimit,
  Price,
  Product,
  ProductBody,
  ProductChangeBody,
  ReturnExceptionField,
  stockMax,
} from './product.schema.ts'
import { shelfStates } from './stock.rules.ts'

export { Product, ProductBody } from './product.schema.ts'

/** Columns that the list may be sorted by. */
export const productSorts = ['createdAt', 'productName', 'keyword', 'price', 'stock', 'sold'] as const

const ProductFilter = z.object({ status: z.enum(shelfStates).optional() })
const ProductListQuery = ListQuery.extend(ProductFilter.shape)

/** How many products stand where, whatever the list is filtered by. */
export const ProductCounts = z.object({
  all: z.number().int(),
  onSale: z.number().int(),
  lowStock: z.number().int(),
  soldOut: z.number().int(),
  offSale: z.number().int(),
})
export type ProductCounts = z.output<typeof ProductCounts>

/** Products changed in one call. */
export const maxBulk = 500

const PriceStep = z.object({ by: z.enum(['set', 'amount', 'percent']), value: SignedAmount })

export const BulkBody = z
  .object({
    ids: z.array(Id).min(1).max(maxBulk),
    price: PriceStep.optional(),
    onSale: z
      .object({ step: PriceStep, from: PlannedInstant.nullable(), until: PlannedInstant.nullable() })
      .nullable()
      .optional(),
    specialOffer: PriceStep.nullable().optional(),
    perPersonLimit: PersonLimit.optional(),
    returnException: ReturnExceptionField.optional(),
    offSale: z.boolean().optional(),
    stock: z
      .object({ by: z.enum(['set', 'add']), value: z.number().int().min(-stockMax).max(stockMax) })
      .refine(({ by, value }) => by === 'add' || value >= 0, { path: ['value'] })
      .optional(),
  })
  .refine((body) => Object.entries(body).some(([name, part]) => name !== 'ids' && part !== undefined), {
    message: because(productErrors.bulkNoChange),
    path: ['ids'],
  })
export type BulkBody = z.output<typeof BulkBody>

/** One product as it was before a change of many, to be brought back. */
export const BulkUndoRow = z.object({
  id: Id,
  /** The moment of the change that is taken back: a product changed since keeps what it has. */
  changedAt: Instant,
  price: Price,
  originalPrice: Price.nullable(),
  onSalePrice: Price.nullable(),
  onSaleFrom: Instant.nullable(),
  onSaleUntil: Instant.nullable(),
  specialOfferPrice: Price.nullable(),
  perPersonLimit: PersonLimit,
  returnException: ReturnExceptionField,
  offSale: z.boolean(),
  /** Pieces to add to variants; what was sold meanwhile stays sold. */
  stock: z.array(z.object({ variantId: Id, by: z.number().int().min(-stockMax).max(stockMax) })).max(50),
})
export type BulkUndoRow = z.output<typeof BulkUndoRow>

export const productRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/product',
    summary:
      'Products of the firm; `q` filters productName (and keywords) by case-insensitive substring, `status` by stock; `sort` is one of createdAt, productName, keyword, price, stock, sold.',
    access: firm('stream'),
    query: ProductListQuery,
    answer: pageOf(Product),
  },
  counts: {
    method: 'GET',
    path: '/product/counts',
    summary: 'How many products are on sale, running out, sold out and off sale.',
    access: firm('stream'),
    answer: ProductCounts,
    added: true,
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
      'Changes a product; stock is set to what is on sale from now on (reserved totalQuantity stay reserved), with stockBefore by the difference. With `version`, `conflict` when somebody changed it since.',
    access: firm('stream'),
    params: ById,
    body: ProductChangeBody,
    answer: Product,
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/product/:id',
    summary: 'Takes a product off sale for good; orders keep what they hold.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
    errors: ['conflict'],
  },
  changeMany: {
    method: 'POST',
    path: '/product/bulk',
    summary: 'Changes prices, offers, limits, return exceptions, stock or sale of many products: all of them or none.',
    access: firm('stream'),
    body: BulkBody,
    answer: z.object({ changed: z.number().int(), undo: z.array(BulkUndoRow) }),
    errors: ['conflict'],
    idempotency: 'optional',
    added: true,
  },
  undoMany: {
    method: 'POST',
    path: '/product/bulk_undo',
    summary: 'Takes back a change of many products; refused when one of them was changed since.',
    access: firm('stream'),
    body: z.object({ rows: z.array(BulkUndoRow).min(1).max(maxBulk) }),
    answer: z.object({ changed: z.number().int() }),
    errors: ['conflict', 'noData'],
    bodyLimit: 2 * 1024 * 1024,
    idempotency: 'optional',
    added: true,
  },
  export: {
    method: 'GET',
    path: '/product/export',
    summary:
      'The products of a list as a file, one row a variant; `template`: its columns with two examples. With `progress` lines of `{done, total}` come before the file, and an empty one between.',
    access: firm('stream'),
    query: ExportQuery.extend({
      ...ProductFilter.shape,
      q: ListQuery.shape.q,
      template: z.literal('1').optional(),
      progress: progressParam,
    }),
    answer: raw(sheetTypes.xlsx),
    added: true,
  },
})
