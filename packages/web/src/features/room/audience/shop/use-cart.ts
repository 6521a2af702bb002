import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserClock, sleep } from '../../../../lib/clock/clock.ts'
import { lateApi } from '../entry/late-api.ts'
import { type CartState, type CartStore, holdEndsMs } from './cart-state.ts'

const againAfterMs = 1_500

/** Nobody has a cart before it is known who that is: it is no part of the first load. */
const loadStore = async () => {
  for (;;) {
    try {
      return (await import('./cart-store.ts')).createCartStore
    } catch {
      await sleep(browserClock, againAfterMs)
    }
  }
}

/** By then the server knows that a hold has ended. */
const afterHoldMs = 1_500
const nothing: CartState = { cart: undefined, wanted: {} }
const silent = (): (() => void) => () => {}
const empty = (): CartState => nothing

/** The cart of who holds this key; undefined until it is known who that is. */
export const useCart = (
  viewerKey: string | undefined,
  serverNow: () => number,
): { readonly state: CartState; readonly store: CartStore | undefined } => {
  // Asked for at once, so that it is there when the viewer is let in.
  useEffect(() => void loadStore(), [])
  const [made, setMade] = useState<{ readonly viewerKey: string; readonly store: CartStore }>()
  useEffect(() => {
    if (viewerKey === undefined) return undefined
    let isGone = false
    void loadStore().then((createCartStore) => {
      if (isGone) return
      const store = createCartStore({
        show: async () => (await lateApi()).showCart(viewerKey),
        set: async (variantId, quantity) => (await lateApi()).setInCart(viewerKey, variantId, quantity),
      })
      setMade({ viewerKey, store })
    })
    return () => {
      isGone = true
    }
  }, [viewerKey])
  const store = made?.viewerKey === viewerKey ? made?.store : undefined
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
  const state = useSyncExternalStore(store?.subscribe ?? silent, store?.get ?? empty, empty)
  const endsMs = holdEndsMs(state)
  useEffect(() => {
    if (!store || endsMs === undefined) return undefined
    return browserClock.after(Math.max(0, endsMs - serverNow()) + afterHoldMs, () => void store.load().catch(() => {}))
  }, [store, endsMs, serverNow])
  return { state, store }
}
