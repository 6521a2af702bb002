import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import type { Sale, ShownProduct } from '../page-data.ts'

/** A line of a page's cart, as this browser keeps it: with the price and the name that were seen. */
export interface CartItem {
  readonly variantId: string
  readonly quantity: number
  /** Minor units. */
  readonly price: number
  readonly name: string
}

/** What is not as it was when somebody put it into the cart. */
export type CartChange =
  | { readonly kind: 'gone'; readonly name: string }
  | { readonly kind: 'fewer'; readonly name: string; readonly quantity: number }
  | { readonly kind: 'price'; readonly name: string; readonly before: number; readonly now: number }

type Variant = ShownProduct['variants'][number]

export const productsOf = ({ blocks, products }: Pick<Sale, 'blocks' | 'products'>): readonly ShownProduct[] => {
  const all = [...blocks.flatMap((block) => (block.kind === 'product' ? [block.product] : [])), ...products]
  // A product may have several cards.
  return [...new Map(all.map((product) => [product.productId, product])).values()]
}

const isItem = (value: unknown): value is CartItem => {
  if (typeof value !== 'object' || value === null) return false
  const { variantId, quantity, price, name } = value as Partial<Record<keyof CartItem, unknown>>
  const isCount = typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0
  return typeof variantId === 'string' && isCount && typeof price === 'number' && typeof name === 'string'
}

/** A cart from what a browser stored: whatever is no item is left out. */
export const readItems = (stored: unknown): readonly CartItem[] =>
  Array.isArray(stored) ? stored.filter(isItem).slice(0, cartLinesMax) : []

export const itemName = ({ productName }: ShownProduct, { name }: Variant): string =>
  name === '' ? productName : `${productName} ${name}`

export const quantityOf = (items: readonly CartItem[], variantId: string): number =>
  items.find((item) => item.variantId === variantId)?.quantity ?? 0

export const totalQuantityOf = (items: readonly CartItem[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many of a variant one buyer can take: what is left, and the limit for one person over all variants. */
export const maxOf = (product: ShownProduct, variant: Variant, items: readonly CartItem[]): number => {
  if (product.perPersonLimit === null) return variant.left
  const beside = product.variants
    .filter(({ variantId }) => variantId !== variant.variantId)
    .reduce((sum, { variantId }) => sum + quantityOf(items, variantId), 0)
  return Math.max(0, Math.min(variant.left, product.perPersonLimit - beside))
}

const find = (products: readonly ShownProduct[], variantId: string) => {
  for (const product of products) {
    const variant = product.variants.find((each) => each.variantId === variantId)
    if (variant) return { product, variant }
  }
  return undefined
}

/** The cart with so many of a variant; none takes it out. More than there is becomes what there is. */
export const withQuantity = (
  items: readonly CartItem[],
  products: readonly ShownProduct[],
  variantId: string,
  quantity: number,
): readonly CartItem[] => {
  const found = find(products, variantId)
  const others = items.filter((item) => item.variantId !== variantId)
  if (!found) return others
  const { product, variant } = found
  const taken = Math.min(quantity, maxOf(product, variant, items))
  if (taken <= 0) return others
  const item = { variantId, quantity: taken, price: product.price, name: itemName(product, variant) }
  const at = items.findIndex((each) => each.variantId === variantId)
  if (at >= 0) return items.with(at, item)
  return items.length >= cartLinesMax ? items : [...items, item]
}

/** A kept cart against what the page sells now: what of it can still be had, and what changed since it was seen. */
export const checkItems = (
  stored: readonly CartItem[],
  products: readonly ShownProduct[],
): { readonly items: readonly CartItem[]; readonly changes: readonly CartChange[] } => {
  const changes: CartChange[] = []
  let items: readonly CartItem[] = []
  for (const { variantId, quantity, price, name } of stored) {
    const found = find(products, variantId)
    items = withQuantity(items, products, variantId, quantity)
    const now = quantityOf(items, variantId)
    if (!found || now === 0) {
      changes.push({ kind: 'gone', name })
      continue
    }
    const named = itemName(found.product, found.variant)
    if (found.product.price !== price)
      changes.push({ kind: 'price', name: named, before: price, now: found.product.price })
    if (now < quantity) changes.push({ kind: 'fewer', name: named, quantity: now })
  }
  return { items, changes }
}

/** The cart as the checkout shows it, at the page's prices. */
export const cartOf = (items: readonly CartItem[], products: readonly ShownProduct[]): Cart => {
  const lines = items.flatMap(({ variantId, quantity }): Cart['lines'] => {
    const found = find(products, variantId)
    if (!found) return []
    const { product, variant } = found
    return [
      {
        variantId,
        productId: product.productId,
        productName: product.productName,
        variantName: variant.name,
        keyword: '',
        imageUrl: product.imageUrl,
        quantity,
        price: product.price,
        originalPrice: product.originalPrice,
        amount: product.price * quantity,
        left: maxOf(product, variant, items),
        held: 0,
        heldUntil: null,
        returnException: product.returnException,
      },
    ]
  })
  return {
    lines,
    currency: products[0]?.currency ?? 'TWD',
    subtotal: lines.reduce((sum, { amount }) => sum + amount, 0),
    totalQuantity: totalQuantityOf(items),
  }
}
