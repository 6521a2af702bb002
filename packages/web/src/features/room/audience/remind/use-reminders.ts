import type { ProductReminderKind } from '@kaimai/contract/order/product-reminder.routes.ts'
import { useSyncExternalStore } from 'react'
import { remindersOf, type ReminderKey } from './reminders.ts'

const none: readonly ReminderKey[] = []
const noReminders = () => none
const never = () => () => {}

const noKinds: readonly ProductReminderKind[] = []
const notByLetter = () => noKinds

/** The reminders of this device in a room. */
export const useReminders = (streamId: string): readonly ReminderKey[] => {
  const store = streamId === '' || typeof window === 'undefined' ? undefined : remindersOf(streamId).reminders
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? noReminders, noReminders)
}

/** Which reminders about products of a room come by letter too. */
export const useByLetter = (streamId: string): readonly ProductReminderKind[] => {
  const store = streamId === '' || typeof window === 'undefined' ? undefined : remindersOf(streamId).byLetter
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? notByLetter, notByLetter)
}
