import { IconCalendarPlus } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import { calendarEntryOf, saveCalendarFile } from './calendar-entry.ts'
import type { Session } from './page-data.ts'

interface SeatFileProps {
  readonly page: PublicSignup
  readonly session: Session
  /** The personal link. */
  readonly path: string
  readonly nowMs: number
}

/** Puts a place that somebody has into a calendar. */
export const SeatFile = ({ page, session, path, nowMs }: SeatFileProps) => {
  const t = useText('signup')
  const save = () => saveCalendarFile(calendarEntryOf(page, session, { path, linkWords: t('done.link'), nowMs }))
  return (
    <Action kind="plain" icon={<IconCalendarPlus {...icon20} />} onClick={save}>
      {t('greeting.calendar')}
    </Action>
  )
}
