import { IconCalendarOff, IconTicket } from '@tabler/icons-react'
import { useIsHydrated } from '../../../lib/audience/use-viewer.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon20, icon32 } from '../../../ui/icon-props.ts'
import { readSeats } from './device-signups.ts'
import css from './missing-view.module.css'

/** /f/kiln?x=1 → kiln */
const customUrlOf = (path: string): string => (path.split(/[?#]/)[0] ?? '').split('/').filter(Boolean).at(-1) ?? ''

/** The form does not exist, or was closed. A visitor who signed up on this device still finds the way in. */
export const MissingView = ({ missing, path }: { missing: 'notFound' | 'gone'; path: string }) => {
  const t = useText('signup')
  const isHydrated = useIsHydrated()
  const seats = isHydrated ? Object.values(readSeats(customUrlOf(path).toLowerCase())) : []
  return (
    <main className={css.missing}>
      <StateMark large tone="calm" icon={<IconCalendarOff {...icon32} />} />
      <h1>{t(`missing.${missing}.title`)}</h1>
      <p>{t(`missing.${missing}.text`)}</p>
      {seats.length > 0 && (
        <section className={css.seats} aria-label={t('missing.seats')}>
          {seats.map((seat) => (
            <ActionLink key={seat} kind="quiet" href={seat} icon={<IconTicket {...icon20} />}>
              {t('missing.open')}
            </ActionLink>
          ))}
        </section>
      )}
      <small>{t('seller.by')}</small>
    </main>
  )
}
