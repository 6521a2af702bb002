import { IconCalendarOff, IconDoorOff, IconLinkOff, IconTicket, IconZzz } from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { ReactNode } from 'react'
import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../parts/action.tsx'
import { LanguageSwitch } from '../parts/language-switch.tsx'
import { Face } from '../parts/picture.tsx'
import css from './farewell.module.css'

export type FarewellKind = 'notFound' | 'expired' | 'allEnded' | 'cancelled' | 'signUpFirst' | 'blocked' | 'linkUnknown'

const icons: Readonly<Record<FarewellKind, ReactNode>> = {
  notFound: <IconLinkOff size={32} stroke={1.5} aria-hidden="true" />,
  expired: <IconZzz size={32} stroke={1.5} aria-hidden="true" />,
  allEnded: <IconZzz size={32} stroke={1.5} aria-hidden="true" />,
  cancelled: <IconCalendarOff size={32} stroke={1.5} aria-hidden="true" />,
  signUpFirst: <IconTicket size={32} stroke={1.5} aria-hidden="true" />,
  blocked: <IconDoorOff size={32} stroke={1.5} aria-hidden="true" />,
  linkUnknown: <IconLinkOff size={32} stroke={1.5} aria-hidden="true" />,
}

const LazyCodeLink = lazyPart(async () => (await import('./code-link.tsx')).loadCodeLink())

/** Where there is no room to enter: what happened, and the way on. */
export const Farewell = ({ kind, room }: { readonly kind: FarewellKind; readonly room: PublicRoom | null }) => {
  const t = useText('room')
  const signup = room !== null && kind !== 'blocked' ? room.signupPath : ''
  const contact = room?.firm.contactLink ?? ''
  return (
    <main className={css.page}>
      <div className={css.card}>
        {room ? (
          <p className={css.firm}>
            <Face src={room.firm.imgUrl} name={room.firm.name} size={36} shop />
            {room.firm.name}
          </p>
        ) : null}
        <span className={css.icon}>{icons[kind]}</span>
        <h1>{t(`farewell.${kind}.title`)}</h1>
        {room && kind !== 'allEnded' && <p className={css.live}>{room.liveName}</p>}
        <p className={css.text}>{t(`farewell.${kind}.text`)}</p>
        <div className={css.methods}>
          {signup !== '' && (
            <ActionLink big href={signup}>
              {t(kind === 'signUpFirst' || kind === 'linkUnknown' ? 'farewell.signUp' : 'farewell.backToSignUp')}
            </ActionLink>
          )}
          {room !== null && signup !== '' && (kind === 'signUpFirst' || kind === 'linkUnknown') && (
            <LazyCodeLink href={`${signup}#code=${room.streamId}`} />
          )}
          {contact !== '' && (
            <ActionLink kind={signup === '' ? 'quiet' : 'plain'} big href={contact} rel="noopener noreferrer">
              {t('farewell.contact', { firm: room?.firm.name ?? '' })}
            </ActionLink>
          )}
        </div>
        <LanguageSwitch />
      </div>
    </main>
  )
}
