import { useEffect } from 'react'
import { track } from '../../../lib/audience/tracking.ts'
import type { ShownProduct } from './page-data.ts'

/** A product counts as seen once half of it is visible. */
const seenAt = 0.5

/** The page publishes each product once, when somebody sees it. Products are found by `data-product`. */
export const useSeenProducts = (products: readonly ShownProduct[], isPreview: boolean): void => {
  const ids = products.map(({ productId }) => productId).join()
  useEffect(() => {
    if (isPreview || !('IntersectionObserver' in window)) return undefined
    const untold = new Map(products.map((product) => [product.productId, product]))
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const product = untold.get(target.getAttribute('data-product') ?? '')
          if (!isIntersecting || !product) continue
          untold.delete(product.productId)
          observer.unobserve(target)
          const { productId: id, productName: name, price, currency } = product
          track({ event: 'ViewContent', currency, items: [{ id, name, variant: '', price, quantity: 1 }] })
        }
      },
      { threshold: seenAt },
    )
    for (const element of document.querySelectorAll('[data-product]')) observer.observe(element)
    return () => observer.disconnect()
    // A price that changed is no other product.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ids, isPreview])
}
