import { type DeviceMemory, deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { createStore, type Store } from '../../../../lib/store/store.ts'

/** What somebody wants to be told of: that the live begins, that a product's turn has come, that it can be had again. */
export type Wish = 'begin' | `shown:${string}` | `stock:${string}`

/** More than a room has products. */
const mostKept = 200

const isWish = (value: unknown): value is Wish =>
  typeof value === 'string' && (value === 'begin' || value.startsWith('shown:') || value.startsWith('stock:'))

export interface Reminders {
  readonly wishes: Pick<Store<readonly Wish[]>, 'get' | 'subscribe'>
  toggle(wish: Wish): void
  /** Takes out what has come true; answers it. */
  fulfil(isTrue: (wish: Wish) => boolean): readonly Wish[]
}

/** The wishes of this device in a room. They hold as long as its page is open: nothing of them leaves the device. */
export const createReminders = (memory: DeviceMemory, streamId: string): Reminders => {
  const name = `remind.${streamId}`
  const kept = memory.read(name)
  const wishes = createStore<readonly Wish[]>(Array.isArray(kept) ? kept.filter(isWish).slice(0, mostKept) : [])
  const keep = (next: readonly Wish[]): void => {
    wishes.set(next)
    if (next.length === 0) memory.forget(name)
    else memory.write(name, next)
  }
  return {
    wishes,
    toggle: (wish) => {
      const now = wishes.get()
      keep(now.includes(wish) ? now.filter((each) => each !== wish) : [...now, wish].slice(-mostKept))
    },
    fulfil: (isTrue) => {
      const now = wishes.get()
      const fulfilled = now.filter(isTrue)
      if (fulfilled.length > 0) keep(now.filter((wish) => !fulfilled.includes(wish)))
      return fulfilled
    },
  }
}

/** What came true. The product's name is what its row says. */
export type Come =
  | { readonly is: 'begun' }
  | { readonly is: 'shown'; readonly productId: string }
  | { readonly is: 'stock'; readonly productId: string }

export const comeOf = (wish: Wish): Come => {
  if (wish === 'begin') return { is: 'begun' }
  const [is, productId = ''] = wish.split(':')
  return is === 'shown' ? { is: 'shown', productId } : { is: 'stock', productId }
}

const made = new Map<string, Reminders>()

/** Of a room on this device: the same for all who ask. */
export const remindersOf = (streamId: string): Reminders => {
  const reminders = made.get(streamId) ?? createReminders(deviceMemory, streamId)
  made.set(streamId, reminders)
  return reminders
}
