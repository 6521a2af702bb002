import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './greeting.module.css'
import type { Session } from './page-data.ts'
import { stateAt } from './session-state.ts'

/** For who signed up before on this device: which seat is theirs. The way to it is the page's button. */
export const Greeting = ({
  name,
  held,
  hasLink,
  nowMs,
  format,
}: {
  /** Masked by the server. */
  name: string
  /** The sessions this person has a seat in. */
  held: readonly Session[]
  /** Whether this device knows the personal link. */
  hasLink: boolean
  nowMs: number
  format: Format
}) => {
  const t = useText('signup')
  const next = held.find((session) => stateAt(session, nowMs) !== 'over')
  const words = next === undefined ? 'greeting.none' : hasLink ? 'greeting.held' : 'greeting.mailed'
  return (
    <aside className={css.greeting} aria-label={t('greeting.label')}>
      <b>{t('greeting.title', { name })}</b>
      <p>{t(words, { when: next === undefined ? '' : format.dayTime(next.beginAt) })}</p>
    </aside>
  )
}
