import { useEffect } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import type { ShelfProduct } from '../shop/offer-state.ts'
import { type Come, startedOf, remindersOf, type ReminderKey } from './reminders.ts'
import { useRemindRoom } from './remind-context.tsx'
import { keepReminder } from './server-reminders.ts'
import { notifyHiddenTab } from './hidden-tab-notice.ts'
import { useReminders } from './use-reminders.ts'

export interface ReminderProps {
  readonly streamId: string
  readonly isLive: boolean
  readonly products: readonly ShelfProduct[]
  /** Product ids shown now. */
  readonly shown: readonly string[]
  /** Says it on the page; answers the words. */
  readonly announce: (come: Come) => string
  /** URL of a picture; empty: none. */
  readonly icon: string
}

/** The part notifies this device of its reminders in this room, as long as the page is open. It draws nothing. */
export const Reminder = (props: ReminderProps) => {
  const { streamId, isLive, products, shown } = props
  const reminders = useReminders(streamId)
  const room = useRemindRoom()
  const latest = useLatest(props)
  useEffect(() => {
    if (!isLive || reminders.length === 0) return
    const isTrue = (reminder: ReminderKey): boolean => {
      const come = startedOf(reminder)
      if (come.is === 'begun') return true
      if (come.is === 'shown') return shown.includes(come.productId)
      return products.some(({ productId, left }) => productId === come.productId && left > 0)
    }
    const { announce, icon } = latest.current
    const fulfilled = remindersOf(streamId).fulfil(isTrue)
    // Who sees it here needs no letter; who looks elsewhere gets one.
    if (document.visibilityState === 'visible')
      for (const reminder of fulfilled) void keepReminder(room, reminder, false)
    const words = fulfilled.map((reminder) => announce(startedOf(reminder)))
    // Of several at once the last is the news: that a product's turn has come says that the live has begun.
    const last = words.at(-1)
    if (last !== undefined) notifyHiddenTab(last, icon)
  }, [streamId, isLive, reminders, products, shown, latest, room])
  return null
}
