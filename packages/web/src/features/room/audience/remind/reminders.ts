import type { ProductReminderKind } from '@kaimai/contract/order/product-reminder.routes.ts'
import { type DeviceMemory, deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { createStore, type Store } from '../../../../lib/store/store.ts'

/** What a viewer can be reminded of: the live begins, a product's turn has come, it can be had again. */
export type ReminderKey = 'begin' | `shown:${string}` | `stock:${string}`

/** More than a room has products. */
const maxStored = 200

const isReminder = (value: unknown): value is ReminderKey =>
  typeof value === 'string' && (value === 'begin' || value.startsWith('shown:') || value.startsWith('stock:'))

export interface Reminders {
  readonly reminders: Pick<Store<readonly ReminderKey[]>, 'get' | 'subscribe'>
  /** Which of those about products come by letter too. */
  readonly byLetter: Store<readonly ProductReminderKind[]>
  /** Sets what another device of the viewer has set. */
  add(reminders: readonly ReminderKey[]): void
  toggle(reminder: ReminderKey): void
  /** Takes out what has come true; answers it. */
  fulfil(isTrue: (reminder: ReminderKey) => boolean): readonly ReminderKey[]
}

/** The reminders of this device in a room. They last as long as its page is open; see server-reminders for those that outlast it. */
export const createReminders = (memory: DeviceMemory, streamId: string): Reminders => {
  const name = `remind.${streamId}`
  const stored = memory.read(name)
  const reminders = createStore<readonly ReminderKey[]>(
    Array.isArray(stored) ? stored.filter(isReminder).slice(0, maxStored) : [],
  )
  const keep = (next: readonly ReminderKey[]): void => {
    reminders.set(next)
    if (next.length === 0) memory.forget(name)
    else memory.write(name, next)
  }
  return {
    reminders,
    byLetter: createStore<readonly ProductReminderKind[]>([]),
    add: (more) => {
      const now = reminders.get()
      const added = more.filter((each) => !now.includes(each))
      if (added.length > 0) keep([...now, ...added].slice(-maxStored))
    },
    toggle: (reminder) => {
      const now = reminders.get()
      keep(now.includes(reminder) ? now.filter((each) => each !== reminder) : [...now, reminder].slice(-maxStored))
    },
    fulfil: (isTrue) => {
      const now = reminders.get()
      const fulfilled = now.filter(isTrue)
      if (fulfilled.length > 0) keep(now.filter((reminder) => !fulfilled.includes(reminder)))
      return fulfilled
    },
  }
}

/** What came true. The product's name is what its row says. */
export type Come =
  | { readonly is: 'begun' }
  | { readonly is: 'shown'; readonly productId: string }
  | { readonly is: 'stock'; readonly productId: string }

export const startedOf = (reminder: ReminderKey): Come => {
  if (reminder === 'begin') return { is: 'begun' }
  const [is, productId = ''] = reminder.split(':')
  return is === 'shown' ? { is: 'shown', productId } : { is: 'stock', productId }
}

const made = new Map<string, Reminders>()

/** Of a room on this device: the same for all who ask. */
export const remindersOf = (streamId: string): Reminders => {
  const reminders = made.get(streamId) ?? createReminders(deviceMemory, streamId)
  made.set(streamId, reminders)
  return reminders
}
