import type { SignupUserSeat } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Figure, TwoLines } from '../../ui/figure.tsx'
import css from './signup-user-list.module.css'
import { comingOf } from './person-labels.ts'

/** Whether somebody came to a session, and how long they watched. */
export const ComingText = ({ seat }: { seat: SignupUserSeat | undefined }) => {
  const t = useText('signup-user')
  const f = useFormat()
  if (!seat) return <Figure value={undefined} />
  const coming = comingOf(seat)
  if (coming === 'toCome' || coming === 'cancelled')
    return (
      <TwoLines sub={coming === 'toCome' ? f.dayTime(seat.beginAt) : undefined}>
        <span className={css.quiet}>{t(`coming.${coming}`)}</span>
      </TwoLines>
    )
  if (coming === 'missed') return <span className={css.quiet}>{t('coming.missed')}</span>
  return (
    <TwoLines
      sub={seat.watchedSeconds > 0 ? t('coming.watched', { time: f.duration(seat.watchedSeconds) }) : undefined}
    >
      <span className={css.came}>{t('coming.came', { time: f.time(seat.cameAt ?? seat.beginAt) })}</span>
    </TwoLines>
  )
}
