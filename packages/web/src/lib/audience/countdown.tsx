import { clsx } from 'clsx'
import { timeLeft } from '../clock/clock.ts'
import { useText } from '../i18n/use-text.tsx'
import css from './countdown.module.css'

const two = (value: number): string => String(value).padStart(2, '0')

/** How long until a moment; days and hours stand there only while there are some. */
export const Countdown = ({
  untilMs,
  nowMs,
  label,
  texts,
  className,
}: {
  readonly untilMs: number
  readonly nowMs: number
  readonly label: string
  /** The feature whose texts under `countdown` name the units. */
  readonly texts: string
  readonly className?: string | undefined
}) => {
  const t = useText(texts)
  const { days, hours, minutes, seconds } = timeLeft(untilMs, nowMs)
  const parts = [
    ...(days > 0 ? [['days', String(days)] as const] : []),
    ...(days + hours > 0 ? [['hours', two(hours)] as const] : []),
    ['minutes', two(minutes)] as const,
    ['seconds', two(seconds)] as const,
  ]
  return (
    <div className={clsx(css.count, className)}>
      <b>{label}</b>
      <div className={css.parts} role="timer">
        {parts.map(([unit, value]) => (
          <div key={unit}>
            <span>{value}</span>
            <small className="tiny">{t(`countdown.${unit}`)}</small>
          </div>
        ))}
      </div>
    </div>
  )
}
