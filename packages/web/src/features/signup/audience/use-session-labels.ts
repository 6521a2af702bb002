import { dateFormat } from '@kaimai/contract/common/intl-formats.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import type { Session } from './page-data.ts'
import { dayWord } from './session-state.ts'

/** How the times of sessions are said from here: 今晚 20:30, 週六 20:00, 12/05（六）20:00. */
export const useSessionLabels = (nowMs: number, format: Format) => {
  const t = useText('signup')
  const language = useLanguage()
  const part = (session: Session, timeZone: string, options: Intl.DateTimeFormatOptions, type: 'day' | 'weekday') =>
    dateFormat(language, { ...options, timeZone })
      .formatToParts(new Date(session.beginAt))
      .find((each) => each.type === type)?.value ?? ''

  const weekday = (session: Session, timeZone: string) => part(session, timeZone, { weekday: 'short' }, 'weekday')
  return {
    calendarDay: (session: Session, timeZone: string) => ({
      day: part(session, timeZone, { day: 'numeric' }, 'day'),
      weekday: weekday(session, timeZone),
    }),
    when: (session: Session, timeZone: string): string => {
      const word = dayWord(Date.parse(session.beginAt), nowMs, timeZone)
      const time = format.time(session.beginAt)
      if (word === 'later') return format.dayTime(session.beginAt)
      return word === 'thisWeek' ? `${weekday(session, timeZone)} ${time}` : t(`day.${word}`, { time })
    },
  }
}
