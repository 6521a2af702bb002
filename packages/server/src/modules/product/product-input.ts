import { cleanRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import type { ProductBody } from '@kaimai/contract/product/product.routes.ts'
import { folded } from '../../platform/db/search.ts'

/** Fields that a product may leave out when it is written from inside. */
type Later =
  | 'onSalePrice'
  | 'onSaleFrom'
  | 'onSaleUntil'
  | 'specialOfferPrice'
  | 'returnException'
  | 'taxType'
  | 'temperature'
  | 'weight'
  | 'offSale'

type VariantBody = ProductBody['variants'][number]
export type VariantInput = Omit<VariantBody, 'keyword'> & { readonly keyword?: string | undefined }

/** What a product shall be. */
export type ProductInput = Omit<ProductBody, Later | 'variants'> &
  Partial<Pick<ProductBody, Later>> & { readonly variants: readonly VariantInput[] }

/** UTF-16 units of what a product is found by: an index entry holds no more. */
const maxSearch = 800

/** What a search looks through: the name, and each keyword on a line of its own. */
export const searchNameOf = (
  product: Pick<ProductInput, 'productName' | 'keyword'> & {
    readonly variants: readonly Pick<VariantInput, 'keyword'>[]
  },
): string =>
  folded(
    [product.productName, product.keyword, ...product.variants.map(({ keyword = '' }) => keyword)]
      .filter((line) => line !== '')
      .join('\n'),
  )
    .slice(0, maxSearch)
    .toWellFormed()

const dateOf = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null)

export const fieldsOf = (body: ProductInput) => ({
  productName: body.productName,
  searchName: searchNameOf(body),
  keyword: body.keyword,
  description: cleanRichText(body.description),
  unit: body.unit,
  price: body.price,
  originalPrice: body.originalPrice,
  onSalePrice: body.onSalePrice ?? null,
  onSaleFrom: dateOf(body.onSaleFrom),
  onSaleUntil: dateOf(body.onSaleUntil),
  specialOfferPrice: body.specialOfferPrice ?? null,
  perPersonLimit: body.perPersonLimit,
  returnException: body.returnException ?? null,
  taxType: body.taxType ?? 'taxable',
  temperature: body.temperature ?? 'room',
  weight: body.weight ?? null,
  offSale: body.offSale ?? false,
  images: body.images,
})
