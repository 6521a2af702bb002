import type { ShelfProduct } from './offer-state.ts'

/** What a comment such as `A01 +2` asks for. */
export interface QuickOrder {
  readonly product: ShelfProduct
  readonly quantity: number
  /** The variant whose own keyword was given. */
  readonly variantId: string | undefined
}

const plus = /^(?:(?<keyword>[\p{L}\p{N}-]{1,12}?)\s*)?\+\s*(?<quantity>\d{1,2})$/u

/**
 * Reads the plain form of an order by comment: a keyword and how many, or how many of the product now shown. Full-width
 * signs count as their ASCII ones. Anything else is talk.
 */
export const readQuickOrder = (
  text: string,
  room: { readonly shown: ShelfProduct | undefined; readonly products: readonly ShelfProduct[] },
): QuickOrder | undefined => {
  const { keyword, quantity } = plus.exec(text.normalize('NFKC').trim())?.groups ?? {}
  const pieces = Number(quantity)
  if (!(pieces > 0)) return undefined
  if (keyword === undefined) return room.shown && { product: room.shown, quantity: pieces, variantId: undefined }
  const isMeant = (word: string) => word !== '' && word.toLowerCase() === keyword.toLowerCase()
  for (const product of room.products) {
    const variantId = product.variants.find((variant) => isMeant(variant.keyword))?.variantId
    if (variantId !== undefined || isMeant(product.keyword)) return { product, quantity: pieces, variantId }
  }
  return undefined
}
