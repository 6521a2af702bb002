import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { setInCart, showCart } from '../entry/viewer.api.ts'
import { type CartState, type CartStore, createCartStore } from './cart-store.ts'

const nothing: CartState = { cart: undefined, wanted: {} }
const silent = (): (() => void) => () => {}
const empty = (): CartState => nothing

/** The cart of who holds this key; undefined until it is known who that is. */
export const useCart = (
  viewerKey: string | undefined,
): { readonly state: CartState; readonly store: CartStore | undefined } => {
  const store = useMemo(
    () =>
      viewerKey === undefined
        ? undefined
        : createCartStore({
            show: () => showCart(viewerKey),
            set: (variantId, quantity) => setInCart(viewerKey, variantId, quantity),
          }),
    [viewerKey],
  )
  useEffect(() => {
    if (!store) return undefined
    // A cart that can't be read now is read with the next change of it, or when the page is seen again.
    const load = () => void store.load().catch(() => {})
    load()
    const seen = () => {
      if (document.visibilityState === 'visible') load()
    }
    const end = new AbortController()
    document.addEventListener('visibilitychange', seen, { signal: end.signal })
    addEventListener('pageshow', (event) => event.persisted && load(), { signal: end.signal })
    return () => end.abort()
  }, [store])
  return { state: useSyncExternalStore(store?.subscribe ?? silent, store?.get ?? empty, empty), store }
}
