import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './countdown.module.css'
import type { Session } from './page-data.ts'
import { timeLeft } from '../../../lib/clock/clock.ts'
import { stateAt } from './session-state.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** How long until the chosen session begins; while it runs, that it does. */
export const Countdown = ({
  session,
  title,
  isHeld,
  nowMs,
}: {
  session: Session
  title: string
  /** Whether the visitor has a place in it. */
  isHeld: boolean
  nowMs: number
}) => {
  const t = useText('signup')
  const state = stateAt(session, nowMs)
  if (state === 'over') return null
  if (nowMs >= Date.parse(session.beginAt)) {
    return (
      <p className={css.count}>
        <b className={css.running}>{t(isHeld ? 'countdown.runningHeld' : 'countdown.running')}</b>
      </p>
    )
  }
  const { days, hours, minutes, seconds } = timeLeft(Date.parse(session.beginAt), nowMs)
  const parts = [
    ...(days > 0 ? [['days', String(days)] as const] : []),
    ...(days + hours > 0 ? [['hours', two(hours)] as const] : []),
    ['minutes', two(minutes)] as const,
    ['seconds', two(seconds)] as const,
  ]
  return (
    <div className={css.count}>
      <b>{title || t('countdown.title')}</b>
      <div className={css.parts} role="timer">
        {parts.map(([unit, value]) => (
          <div key={unit}>
            <span>{value}</span>
            <small>{t(`countdown.${unit}`)}</small>
          </div>
        ))}
      </div>
    </div>
  )
}
