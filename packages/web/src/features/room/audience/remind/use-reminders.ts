import { useSyncExternalStore } from 'react'
import { remindersOf, type ReminderKey } from './reminders.ts'

const none: readonly ReminderKey[] = []
const noReminders = () => none
const never = () => () => {}

/** What this device wants to be told of in a room; nothing on the server. */
export const useReminders = (streamId: string): readonly ReminderKey[] => {
  const store = streamId === '' || typeof window === 'undefined' ? undefined : remindersOf(streamId).reminders
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? noReminders, noReminders)
}
