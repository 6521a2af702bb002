import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { createStore } from '../../../../lib/store/store.ts'
import { type CartItem, readItems } from './page-cart.ts'

export interface CartKeep {
  readonly get: () => readonly CartItem[]
  readonly set: (items: readonly CartItem[]) => void
  readonly subscribe: (listener: () => void) => () => void
}

const none: readonly CartItem[] = []

/** The cart of a page in this browser: one for all its tabs, and still there after a reload. */
export const keepCart = (customUrl: string): CartKeep => {
  const name = `sale.${customUrl}`
  const store = createStore<readonly CartItem[]>(none)
  const read = () => {
    const items = readItems(deviceMemory.read(name))
    // Other tabs send events for other pages' carts too.
    if (JSON.stringify(items) !== JSON.stringify(store.get())) store.set(items)
  }
  if (typeof window !== 'undefined') read()
  return {
    get: store.get,
    set: (items) => {
      if (items.length === 0) deviceMemory.forget(name)
      else deviceMemory.write(name, items)
      store.set(items)
    },
    subscribe: (listener) => {
      const unsubscribe = store.subscribe(listener)
      addEventListener('storage', read)
      // A page that the browser put into its cache missed what other tabs did.
      addEventListener('pageshow', read)
      // What another tab put in since the page began to be drawn sent its event to nobody.
      read()
      return () => {
        unsubscribe()
        removeEventListener('storage', read)
        removeEventListener('pageshow', read)
      }
    },
  }
}

/** A cart of the editor's preview: shows how it feels, and keeps nothing. */
export const keepNothing = (): CartKeep => createStore<readonly CartItem[]>(none)

const shopperName = 'shopper'
const shopperPattern = /^[\w-]{22,64}$/
let made: string | undefined

const newShopperKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** Who buys here, as far as a page can know: 192 random bits of this browser. */
export const shopperKey = (): string => {
  const stored = deviceMemory.read(shopperName)
  if (typeof stored === 'string' && shopperPattern.test(stored)) return stored
  made ??= newShopperKey()
  deviceMemory.write(shopperName, made)
  return made
}
