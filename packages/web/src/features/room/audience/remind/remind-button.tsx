import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../parts/action.tsx'
import { useRemindRoom } from './remind-context.ts'
import { remindersOf, type ReminderKey } from './reminders.ts'
import { askForNotifications } from './hidden-tab-notice.ts'
import { useReminders } from './use-reminders.ts'

/** The button sets or removes a reminder. `name`: of what, for those who hear only the button. */
export const RemindButton = ({
  reminder,
  name,
  big,
}: {
  readonly reminder: ReminderKey
  readonly name: string
  readonly big?: boolean
}) => {
  const t = useText('room')
  const streamId = useRemindRoom()
  const reminders = useReminders(streamId)
  const kind = reminder === 'begin' ? 'begin' : reminder.startsWith('shown:') ? 'shown' : 'stock'
  const isOn = reminders.includes(reminder)
  const words = t(`remind.${kind}.${isOn ? 'on' : 'off'}`)
  const Icon = isOn ? IconBellCheck : IconBell
  return (
    <Action
      kind={big ? 'plain' : 'quiet'}
      big={big ?? false}
      aria-label={name === '' ? undefined : t('remind.of', { name, what: words })}
      icon={isOn || big ? <Icon size={big ? 20 : 16} stroke={1.75} aria-hidden="true" /> : undefined}
      onClick={() => {
        if (streamId === '') return
        if (!isOn) askForNotifications()
        remindersOf(streamId).toggle(reminder)
      }}
    >
      {words}
    </Action>
  )
}
