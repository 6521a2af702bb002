import { useEffect } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import type { ShelfProduct } from '../shop/offer-state.ts'

/** The tracking is no part of the first load. */
const tracking = () => import('../../../../lib/audience/tracking.ts')

type Thing = Pick<ShelfProduct, 'productId' | 'productName' | 'price' | 'currency' | 'variants'>

const announce = (
  event: 'ViewContent' | 'ClickProduct' | 'AddToCart',
  product: Thing,
  variantId: string | undefined,
  quantity: number,
): void => {
  const { productId, productName, price, currency, variants } = product
  const variant = variants.find((each) => each.variantId === variantId)?.name ?? ''
  tracking().then(
    ({ track }) => track({ event, currency, items: [{ id: productId, name: productName, variant, price, quantity }] }),
    // A page that can't load it has more to worry about.
    () => {},
  )
}

/** So many more pieces of it lie in the cart. */
export const reportTaken = (product: Thing, variantId: string, quantity: number): void =>
  announce('AddToCart', product, variantId, quantity)

/** Products that were tapped on this page. */
const clicked = new Set<string>()

/** This viewer tapped a product: its place on the shelf, its variants or its button. Each counts once a page. */
export const reportClicked = (product: Thing): void => {
  if (clicked.has(product.productId)) return
  clicked.add(product.productId)
  announce('ClickProduct', product, undefined, 1)
}

/** The page publishes each product once that this viewer gets to see. */
export const useTrackViewed = (product: ShelfProduct | undefined): void => {
  const latest = useLatest(product)
  const productId = product?.productId
  useEffect(() => {
    const { current } = latest
    if (productId !== undefined && current) announce('ViewContent', current, undefined, 1)
  }, [productId, latest])
}
