import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../parts/action.tsx'
import { useRemindRoom } from './remind-context.tsx'
import { remindersOf, type ReminderKey } from './reminders.ts'
import { askForNotifications } from './hidden-tab-notice.ts'
import { keepReminder, loadReminders } from './server-reminders.ts'
import { useByLetter, useReminders } from './use-reminders.ts'

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
  const room = useRemindRoom()
  const { streamId } = room
  const reminders = useReminders(streamId)
  const byLetter = useByLetter(streamId)
  const kind = reminder === 'begin' ? 'begin' : reminder.startsWith('shown:') ? 'shown' : 'stock'
  const isOn = reminders.includes(reminder)
  // While people wait there is time to ask; what sells out is seen by everybody in the same moment.
  useEffect(() => {
    if (kind === 'shown') void loadReminders(room)
  }, [kind, room])
  const words =
    isOn && kind !== 'begin' && byLetter.includes(kind)
      ? t('remind.letter')
      : t(`remind.${kind}.${isOn ? 'on' : 'off'}`)
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
        void keepReminder(room, reminder, !isOn)
      }}
    >
      {words}
    </Action>
  )
}
