import { clsx } from 'clsx'
import box from '../../../lib/audience/countdown.module.css'
import { Countdown } from '../../../lib/audience/countdown.tsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './countdown.module.css'
import type { Session } from './page-data.ts'
import { stateAt } from './session-state.ts'

/** How long until the chosen session begins; while it runs, that it does. */
export const SessionCountdown = ({
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
      <p className={clsx(box.count, css.count)}>
        <b className={css.running}>{t(isHeld ? 'countdown.runningHeld' : 'countdown.running')}</b>
      </p>
    )
  }
  return (
    <Countdown
      texts="signup"
      className={css.count}
      untilMs={Date.parse(session.beginAt)}
      nowMs={nowMs}
      label={title || t('countdown.title')}
    />
  )
}
