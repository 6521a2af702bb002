import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { timeLeft } from '../../../../lib/clock/clock.ts'
import { useServerSecond } from '../entry/use-room.ts'
import css from './waiting.module.css'

const two = (value: number): string => String(value).padStart(2, '0')

/** The countdown of the waiting room until the live begins. */
export const WaitingCountdown = ({ room, serverNow }: { room: PublicRoom; serverNow: () => number }) => {
  const t = useText('room')
  const nowMs = useServerSecond(serverNow, Date.parse(room.now))
  const left = timeLeft(Date.parse(room.beginAt), nowMs)
  const units = [
    ...(left.days > 0 ? [['days', String(left.days)] as const] : []),
    ['hours', two(left.hours)],
    ['minutes', two(left.minutes)],
    ['seconds', two(left.seconds)],
  ] as const
  return (
    // The figures change each second: read when asked for, not each time.
    <div className={clsx(css.clock, left.days > 0 && css.four)} role="timer" aria-label={t('waiting.until')}>
      {units.map(([unit, value]) => (
        <span key={unit}>
          <b>{value}</b>
          <small className="small">{t(`waiting.${unit}`)}</small>
        </span>
      ))}
    </div>
  )
}
