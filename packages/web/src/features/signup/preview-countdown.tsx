import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { timeLeft } from '../../lib/clock/clock.ts'
import css from './signup-preview.module.css'

/** How long until the first session, as the page counts it down. */
export const PreviewCountdown = ({ title, beginAtMs }: { title: string; beginAtMs: number }) => {
  const t = useText('signup')
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (nowMs >= beginAtMs) {
    return (
      <p className={css.countdown}>
        <b>{t('preview.running')}</b>
      </p>
    )
  }
  const { days, hours, minutes, seconds } = timeLeft(beginAtMs, nowMs)
  const parts = [
    ...(days > 0 ? [['days', days] as const] : []),
    ['hours', hours] as const,
    ['minutes', minutes] as const,
    ...(days > 0 ? [] : [['seconds', seconds] as const]),
  ]
  return (
    <p className={css.countdown}>
      <span>{title}</span>
      {parts.map(([unit, value]) => (
        <span key={unit}>
          <b>{String(value).padStart(2, '0')}</b>
          <small>{t(`preview.${unit}`)}</small>
        </span>
      ))}
    </p>
  )
}
