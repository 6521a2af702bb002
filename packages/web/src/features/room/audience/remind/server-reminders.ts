import { lateApi } from '../entry/lazy-api.ts'
import type { RemindRoom } from './remind-context.tsx'
import { remindersOf, type ReminderKey, startedOf } from './reminders.ts'

/** Rooms whose reminders were asked for, by the viewer's key. */
const asked = new Set<string>()

/**
 * Has the server write a letter too, for when this page is closed by then, or takes that back. The begin is none of it:
 * a letter says that to everybody. Where it fails the device reminds alone.
 */
export const keepReminder = async ({ streamId, viewerKey }: RemindRoom, reminder: ReminderKey, on: boolean) => {
  const come = startedOf(reminder)
  if (come.is === 'begun' || viewerKey === undefined) return
  try {
    const { setProductReminder } = await lateApi()
    const { byLetter } = await setProductReminder(viewerKey, { productId: come.productId, kind: come.is, on })
    remindersOf(streamId).byLetter.set(byLetter)
  } catch {
    // The button stands as it was pressed: the device still reminds.
  }
}

/** Brings in once what the viewer has set on another device. */
export const loadReminders = async ({ streamId, viewerKey }: RemindRoom): Promise<void> => {
  if (viewerKey === undefined || asked.has(viewerKey)) return
  asked.add(viewerKey)
  try {
    const { byLetter, waiting } = await (await lateApi()).showProductReminders(viewerKey)
    remindersOf(streamId).byLetter.set(byLetter)
    remindersOf(streamId).add(waiting.map(({ kind, productId }): ReminderKey => `${kind}:${productId}`))
  } catch {
    asked.delete(viewerKey)
  }
}
