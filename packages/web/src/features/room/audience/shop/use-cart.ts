import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { browserClock, sleep } from '../../../../lib/clock/clock.ts'
import { lateApi } from '../entry/lazy-api.ts'
import { type CartState, type CartStore, holdEndsMs, quantityIn } from './cart-state.ts'

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

/** Asked for before the cart is known. */
interface ClientMessage {
  readonly variantId: string
  readonly quantity: number
  readonly answer: (cart: Promise<Cart>) => void
}

export interface RoomCart {
  readonly state: CartState
  /** Undefined until it is known whose cart it is, and what lies in it. */
  readonly store: CartStore | undefined
  /** As the store's; before there is one it shows at once, and is put in on top of what the cart turns out to hold. */
  readonly set: CartStore['set']
}

/** The cart of who holds this key. */
export const useCart = (viewerKey: string | undefined, serverNow: () => number): RoomCart => {
  // Asked for at once, so that it is there when the viewer is let in.
  useEffect(() => void loadStore(), [])
  const [made, setMade] = useState<{ readonly viewerKey: string; readonly store: CartStore }>()
  const [early, setEarly] = useState(nothing)
  const requests = useRef<ClientMessage[]>([])
  const current = useRef<CartStore>(undefined)
  const set = useCallback((variantId: string, quantity: number): Promise<Cart> => {
    if (current.current) return current.current.set(variantId, quantity)
    setEarly(({ cart, wanted }) => ({ cart, wanted: { ...wanted, [variantId]: quantity } }))
    return new Promise((answer) => requests.current.push({ variantId, quantity, answer }))
  }, [])
  useEffect(() => {
    if (viewerKey === undefined) return undefined
    let isGone = false
    const make = async () => {
      const store = (await loadStore())({
        show: async () => (await lateApi()).showCart(viewerKey),
        set: async (variantId, quantity) => (await lateApi()).setInCart(viewerKey, variantId, quantity),
      })
      // A cart that can't be read now is read with the next change of it, or when the page is seen again.
      await store.load().catch(() => {})
      if (isGone) return
      current.current = store
      const found = store.get()
      for (const { variantId, quantity, answer } of requests.current.splice(0))
        answer(store.set(variantId, quantityIn(found, variantId) + quantity))
      setEarly(nothing)
      setMade({ viewerKey, store })
    }
    void make()
    return () => {
      isGone = true
      current.current = undefined
    }
  }, [viewerKey])
  const store = made?.viewerKey === viewerKey ? made?.store : undefined
  useEffect(() => {
    if (!store) return undefined
    const load = () => void store.load().catch(() => {})
    const seen = () => {
      if (document.visibilityState === 'visible') load()
    }
    const end = new AbortController()
    document.addEventListener('visibilitychange', seen, { signal: end.signal })
    addEventListener('pageshow', (event) => event.persisted && load(), { signal: end.signal })
    return () => end.abort()
  }, [store])
  const known = useSyncExternalStore(store?.subscribe ?? silent, store?.get ?? empty, empty)
  const state = store ? known : early
  const endsMs = holdEndsMs(state)
  useEffect(() => {
    if (!store || endsMs === undefined) return undefined
    return browserClock.after(Math.max(0, endsMs - serverNow()) + afterHoldMs, () => void store.load().catch(() => {}))
  }, [store, endsMs, serverNow])
  return { state, store, set }
}
