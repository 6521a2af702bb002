import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { track } from '../../../../lib/audience/tracking.ts'
import { browserClock } from '../../../../lib/clock/clock.ts'
import type { Sale, ShownProduct } from '../page-data.ts'
import { keepCart, keepNothing } from './cart-keep.ts'
import {
  type CartChange,
  type CartItem,
  cartOf,
  checkItems,
  productsOf,
  quantityOf,
  withQuantity,
} from './page-cart.ts'

/** The page is fetched again when it comes to the front after longer than this, ms. */
const oldMs = 30_000

export interface Buying {
  /** In the editor: nothing opens, nothing is kept. */
  readonly isPreview: boolean
  /** The page as it sells now; newer than what it came with once it was asked. */
  readonly sale: Sale
  readonly products: readonly ShownProduct[]
  readonly items: readonly CartItem[]
  readonly cart: Cart
  /** What became different since it was put into the cart; shown until it is dismissed. */
  readonly changes: readonly CartChange[]
  readonly putAwayChanges: () => void
  readonly set: (variantId: string, quantity: number) => void
  /** Everything was ordered. */
  readonly ordered: () => void
  /** Fetches prices and stock again. Throws CallError. */
  readonly reload: () => Promise<Cart>
}

const noItems: readonly CartItem[] = []
const empty = () => noItems

const showAdded = (products: readonly ShownProduct[], variantId: string, quantity: number): void => {
  const product = products.find(({ variants }) => variants.some((variant) => variant.variantId === variantId))
  const variant = product?.variants.find((each) => each.variantId === variantId)
  if (!product || !variant || quantity <= 0) return
  const { productId: id, productName: name, price, currency } = product
  track({ event: 'AddToCart', currency, items: [{ id, name, variant: variant.name, price, quantity }] })
}

/** Buying on a page: what it sells now, and the cart of this browser, which always fits it. */
export const useBuying = (initial: Sale, isPreview: boolean): Buying => {
  const [fresh, setFresh] = useState<Sale>()
  const sale = fresh ?? initial
  const keep = useMemo(() => (isPreview ? keepNothing() : keepCart(initial.customUrl)), [initial.customUrl, isPreview])
  const items = useSyncExternalStore(keep.subscribe, keep.get, empty)
  const products = useMemo(() => productsOf(sale), [sale])
  const [changes, setChanges] = useState<readonly CartChange[]>([])

  const fit = useCallback(
    (all: readonly ShownProduct[]): readonly CartItem[] => {
      const { items: fitting, changes: reported } = checkItems(keep.get(), all)
      if (reported.length === 0) return keep.get()
      keep.set(fitting)
      setChanges((before) => [...before, ...reported])
      return fitting
    },
    [keep],
  )
  // What was kept is checked once the browser has it, and whenever the page sells something else.
  useEffect(() => void Promise.resolve(products).then(fit), [products, fit])

  const askedMs = useRef(0)
  const { customUrl } = initial
  const reload = useCallback(async (): Promise<Cart> => {
    const { readSale } = await import('./sale-call.ts')
    const now = await readSale(customUrl)
    askedMs.current = browserClock.now()
    setFresh(now)
    const all = productsOf(now)
    return cartOf(fit(all), all)
  }, [customUrl, fit])

  useEffect(() => {
    if (isPreview) return undefined
    askedMs.current = browserClock.now()
    const seen = () => {
      if (document.hidden || browserClock.now() - askedMs.current < oldMs) return
      askedMs.current = browserClock.now()
      // Without a line the page stands as it was.
      reload().catch(() => {})
    }
    document.addEventListener('visibilitychange', seen)
    addEventListener('pageshow', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('pageshow', seen)
    }
  }, [isPreview, reload])

  const set = useCallback(
    (variantId: string, quantity: number) => {
      const before = quantityOf(keep.get(), variantId)
      keep.set(withQuantity(keep.get(), products, variantId, quantity))
      if (!isPreview) showAdded(products, variantId, quantityOf(keep.get(), variantId) - before)
    },
    [keep, products, isPreview],
  )
  const putAwayChanges = useCallback(() => setChanges([]), [])
  const ordered = useCallback(() => keep.set([]), [keep])
  const cart = useMemo(() => cartOf(items, products), [items, products])

  return useMemo(
    () => ({ isPreview, sale, products, items, cart, changes, putAwayChanges, set, ordered, reload }),
    [isPreview, sale, products, items, cart, changes, putAwayChanges, set, ordered, reload],
  )
}
