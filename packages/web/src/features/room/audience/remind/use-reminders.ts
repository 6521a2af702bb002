import { useSyncExternalStore } from 'react'
import { remindersOf, type ReminderKey } from './reminders.ts'

const none: readonly ReminderKey[] = []
const noReminders = () => none
const never = () => () => {}

/** The reminders of this device in a room; the server has none of them. */
export const useReminders = (streamId: string): readonly ReminderKey[] => {
  const store = streamId === '' || typeof window === 'undefined' ? undefined : remindersOf(streamId).reminders
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? noReminders, noReminders)
}
