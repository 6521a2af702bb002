import { useMemo } from 'react'
import { useIsHydrated } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import css from './greeting.module.css'
import { readSeats } from './kept.ts'
import type { Session } from './page-data.ts'
import { stateAt } from './session-state.ts'

/** For who signed up before on this device: which seat, and the way to it. */
export const Greeting = ({
  name,
  held,
  customUrl,
  nowMs,
  format,
}: {
  /** Masked by the server. */
  name: string
  /** The sessions this person has a seat in. */
  held: readonly Session[]
  customUrl: string
  nowMs: number
  format: Format
}) => {
  const t = useText('signup')
  const next = held.find((session) => stateAt(session, nowMs) !== 'over')
  const isHydrated = useIsHydrated()
  const seats = useMemo(() => (isHydrated ? readSeats(customUrl) : {}), [isHydrated, customUrl])
  const path = next && seats[next.liveId]
  return (
    <aside className={css.greeting} aria-label={t('greeting.label')}>
      <p>
        <b>{t('greeting.title', { name })}</b>
        <span>
          {next === undefined
            ? t('greeting.none')
            : t(path === undefined ? 'greeting.mailed' : 'greeting.held', { when: format.dayTime(next.beginAt) })}
        </span>
      </p>
      {path !== undefined && (
        <ActionLink kind="quiet" href={path}>
          {t('greeting.open')}
        </ActionLink>
      )}
    </aside>
  )
}
