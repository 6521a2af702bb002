import { Id, OptionalLine } from '@kaimai/contract/common/fields.ts'
import { readPrice } from '@kaimai/contract/common/money.ts'
import { because, common } from '@kaimai/contract/common/reason.ts'
import { productReasons } from '@kaimai/contract/product/product.reasons.ts'
import { type Product, ProductBody } from '@kaimai/contract/product/product.routes.ts'
import { z } from 'zod'

/** Whole pieces from what a person typed (`1,200`, `３`); undefined when it is no number. */
export const readCount = (typed: string): number | undefined => {
  const plain = typed.normalize('NFKC').replace(/[,\s]/g, '')
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
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
    const reason = text.trim() === '' ? common.required : common.wrongFormat
    context.addIssue({ code: 'custom', message: because(reason) })
    return z.NEVER
  })

/** Left empty it is null. */
const orNothing =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): T | null | undefined =>
    text.trim() === '' ? null : read(text)

const { productName, keyword, description, unit, price, originalPrice, perPersonLimit, images, variants } =
  ProductBody.shape

const VariantForm = z.object({
  id: Id.optional(),
  name: OptionalLine(40),
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
      const reason = isNameless ? common.required : isTwin ? productReasons.variantTwice : undefined
      if (reason) context.addIssue({ code: 'custom', path: [index, 'name'], message: because(reason) })
    }
  })

const isBelow = (original: unknown, now: unknown): boolean =>
  typeof original === 'number' && typeof now === 'number' && original < now

/** A product as it is typed: numbers are texts until they can be read. */
export const ProductForm = z
  .object({
    productName,
    keyword: keyword.unwrap(),
    description: description.unwrap(),
    unit: unit.unwrap(),
    images: images.in.unwrap(),
    price: typed(readPrice).pipe(price),
    originalPrice: typed(orNothing(readPrice)).pipe(originalPrice.unwrap()),
    perPersonLimit: typed(orNothing(readCount)).pipe(perPersonLimit.unwrap()),
    variants: VariantsForm,
  })
  .refine((values) => !isBelow(values.originalPrice, values.price), {
    path: ['originalPrice'],
    message: because(productReasons.originalBelowPrice),
    // Also while other fields are not filled in yet.
    when: () => true,
  })

export type ProductTyped = z.input<typeof ProductForm>
export type VariantTyped = ProductTyped['variants'][number]

/** What the form starts with; `copy`: as a new product, with stock and keyword to be given anew. */
export const typedProduct = (product: Product | undefined, copy = false): ProductTyped => ({
  productName: product?.productName ?? '',
  keyword: copy ? '' : (product?.keyword ?? ''),
  description: product?.description ?? '',
  unit: product?.unit ?? '',
  images: [...(product?.images ?? [])],
  price: product ? priceText(product.price) : '',
  originalPrice: priceText(product?.originalPrice ?? null),
  perPersonLimit: product?.perPersonLimit == null ? '' : String(product.perPersonLimit),
  variants: product
    ? product.variants.map(({ id, name, stock }) =>
        copy ? { name, stock: '' } : { id, name, stock: String(stock), stockBefore: stock },
      )
    : [{ name: '', stock: '' }],
})

/** Pictures that were uploaded for this form and are to be kept when it is saved. */
export const newImages = (typedNow: Pick<ProductTyped, 'images'>, product: Product | undefined): string[] =>
  typedNow.images.filter((url) => !product?.images.includes(url))
