import type { SignupUser, SignupUserSeat } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { IconLink } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { CopyButton } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from './person-drawer.module.css'
import { comingOf } from './person-labels.ts'

/** The sessions somebody holds, each with whether they came and the link that opens it. */
export const PersonSeats = ({ person }: { person: SignupUser }) => {
  const t = useText('signup-user')
  const f = useFormat()
  if (person.seats.length === 0) return <p className={css.nothing}>{t('seat.none')}</p>
  return (
    <ul className={css.seats}>
      {person.seats.map((seat) => {
        const link = person.links.find(({ liveId }) => liveId === seat.liveId)
        return (
          <li key={seat.liveId}>
            <div className={css.seat}>
              <b>{seat.title}</b>
              <span className={clsx('meta', css.meta)}>
                <time dateTime={seat.beginAt}>{f.dayTime(seat.beginAt)}</time>
                {seat.watchedSeconds > 0 && (
                  <span>{t('coming.watched', { time: f.duration(seat.watchedSeconds) })}</span>
                )}
              </span>
            </div>
            <SeatChip seat={seat} />
            {link && (
              <CopyButton
                value={new URL(link.path, location.origin).href}
                label={t('seat.copy')}
                done={t('seat.copied')}
                icon={<IconLink {...icon16} />}
                of={seat.title}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const SeatChip = ({ seat }: { seat: SignupUserSeat }) => {
  const t = useText('signup-user')
  const f = useFormat()
  const coming = comingOf(seat)
  if (coming === 'came')
    return <StatusChip colour="green">{t('coming.came', { time: f.time(seat.cameAt ?? seat.beginAt) })}</StatusChip>
  if (coming === 'toCome' && seat.status === 'live') return <StatusChip live>{t('coming.now')}</StatusChip>
  return <StatusChip colour={coming === 'toCome' ? 'blue' : 'grey'}>{t(`coming.${coming}`)}</StatusChip>
}
