import { useSyncExternalStore } from 'react'
import { remindersOf, type Wish } from './reminders.ts'

const none: readonly Wish[] = []
const noWishes = () => none
const never = () => () => {}

/** What this device wants to be told of in a room; nothing on the server. */
export const useWishes = (streamId: string): readonly Wish[] => {
  const store = streamId === '' || typeof window === 'undefined' ? undefined : remindersOf(streamId).wishes
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? noWishes, noWishes)
}
