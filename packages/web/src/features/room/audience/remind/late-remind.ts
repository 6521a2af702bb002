import { later } from '../../../../lib/audience/later.tsx'

export const LateRemindButton = later(async () => (await import('./remind-button.tsx')).RemindButton)
export const LateReminder = later(async () => (await import('./reminder.tsx')).Reminder)
