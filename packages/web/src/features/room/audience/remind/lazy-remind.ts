import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

export const LazyRemindButton = lazyPart(async () => (await import('./remind-button.tsx')).RemindButton)
export const LazyReminder = lazyPart(async () => (await import('./reminder.tsx')).Reminder)
