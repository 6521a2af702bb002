import { IconDoorEnter } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import css from './greeting.module.css'
import type { Seats } from './device-signups.ts'
import type { Session } from './page-data.ts'
import { isHeldBy, isRoomOpen, stateAt } from './session-state.ts'

/** Only who holds a place has something for a calendar. */
const SeatFile = lazyPart(async () => (await import('./seat-file.tsx')).SeatFile)

interface GreetingProps {
  readonly page: PublicSignup
  /** Of who signed up here, as typed on this device; masked by the server where it does not know. */
  readonly name: string
  readonly heldIds: readonly string[]
  /** Personal links that this device knows. */
  readonly seats: Seats
  readonly nowMs: number
  readonly format: Format
}

const Seat = ({ session, path, ...rest }: GreetingProps & { session: Session; path: string | undefined }) => {
  const t = useText('signup')
  const { page, nowMs, format } = rest
  const isOpen = isRoomOpen(session, nowMs)
  const when = format.dayTime(session.beginAt)
  return (
    <li className={css.seat}>
      <div className="grow">
        <b className="strong">{when}</b>
        <span className="small">{session.title}</span>
      </div>
      {path !== undefined && !isOpen && <SeatFile page={page} session={session} path={path} nowMs={nowMs} />}
      {path !== undefined && isOpen && (
        <ActionLink kind="plain" icon={<IconDoorEnter {...icon20} />} href={path}>
          {t('greeting.enter')}
        </ActionLink>
      )}
    </li>
  )
}

/** A visitor who signed up before on this device sees their places, and the ways to them. */
export const Greeting = (props: GreetingProps) => {
  const t = useText('signup')
  const { page, name, heldIds, seats, nowMs } = props
  const held = page.sessions.filter((session) => isHeldBy(session, heldIds) && stateAt(session, nowMs) !== 'over')
  const hasLinks = held.every(({ liveId }) => liveId !== null && seats[liveId] !== undefined)
  const words = held.length === 0 ? 'greeting.none' : hasLinks ? 'greeting.held' : 'greeting.mailed'
  return (
    <aside className={css.greeting} aria-label={t('greeting.label')}>
      <b className="strong">{name === '' ? t('greeting.titleNameless') : t('greeting.title', { name })}</b>
      <p>{t(words, { count: held.length })}</p>
      {held.length > 0 && (
        <ul>
          {held.map((session) => (
            <Seat
              key={session.key}
              session={session}
              path={session.liveId === null ? undefined : seats[session.liveId]}
              {...props}
            />
          ))}
        </ul>
      )}
    </aside>
  )
}
