import { IconArrowLeft, IconLinkOff, IconMessageCircle, IconTicket } from '@tabler/icons-react'
import { lastShop } from '../../../lib/audience/last-shop.ts'
import { useIsHydrated } from '../../../lib/audience/use-viewer.ts'
import { isWebLink } from '../../../lib/audience/web-link.ts'
import { changeAudienceLanguage } from '../../../lib/i18n/audience-language.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { paths } from '../../../lib/paths/paths.ts'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { FirmMark } from '../../../ui/audience/firm-mark.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon20, icon32 } from '../../../ui/icon-props.ts'
import { seatsOn } from '../../signup/seats.api.ts'
import css from './not-found.module.css'

/** What the server says of an address where nothing stands. */
export interface NotFoundData {
  /** What was looked for there. */
  readonly what: 'form' | 'salesPage' | 'room' | 'order' | 'payment' | 'page'
  /** Of a form that is not there, in lower case; else empty. */
  readonly customUrl: string
  /** The shop that this host stands for; null: nobody can say. */
  readonly shop: {
    readonly name: string
    readonly imgUrl: string
    readonly contactLink: string
    /** Of its newest page; empty when it has none. */
    readonly path: string
  } | null
  /** Merchants log in on this host too. */
  readonly hasConsole: boolean
}

/** Nothing stands here: what may have happened, what to do, and the way back to the shop. */
export const NotFound = ({ data: { what, customUrl, shop, hasConsole } }: { data: NotFoundData }) => {
  const t = useText('firm')
  const other = useLanguage() === 'en' ? 'zh-TW' : 'en'
  const isHydrated = useIsHydrated()
  // What this browser remembers is known only once the page is its own.
  const seats = isHydrated && customUrl !== '' ? seatsOn(customUrl) : []
  const back = shop && shop.path !== '' ? shop : isHydrated ? lastShop() : undefined
  return (
    <div className={css.page}>
      <main className={css.main}>
        {shop && (
          <p className={css.by}>
            <FirmMark name={shop.name} imgUrl={shop.imgUrl} />
            {shop.name}
          </p>
        )}
        <StateMark large tone="calm" icon={<IconLinkOff {...icon32} />} />
        <h1>{t(`notFound.${what}.title`)}</h1>
        <p>{t(`notFound.${what}.text`)}</p>
        <p className={css.ask}>{t(back || seats.length > 0 ? 'notFound.ask' : 'notFound.askSeller')}</p>
        <div className={css.ways}>
          {seats.map((seat) => (
            <ActionLink key={seat} big kind="filled" href={seat} icon={<IconTicket {...icon20} />}>
              {t('notFound.seat')}
            </ActionLink>
          ))}
          {back && (
            <ActionLink
              big
              kind={seats.length > 0 ? 'quiet' : 'filled'}
              href={back.path}
              icon={<IconArrowLeft {...icon20} />}
            >
              {t('notFound.back', { name: back.name })}
            </ActionLink>
          )}
          {shop && isWebLink(shop.contactLink) && (
            <ActionLink big away kind="quiet" href={shop.contactLink} icon={<IconMessageCircle {...icon20} />}>
              {t('notFound.contact', { name: shop.name })}
            </ActionLink>
          )}
        </div>
      </main>
      <footer className={css.foot}>
        <a
          href={`?lng=${other}`}
          hrefLang={other}
          lang={other}
          onClick={(event) => {
            event.preventDefault()
            changeAudienceLanguage(other)
          }}
        >
          {other === 'en' ? 'English' : '中文'}
        </a>
        {hasConsole && <a href={paths.login()}>{t('notFound.login')}</a>}
        <span>{t('notFound.by')}</span>
      </footer>
    </div>
  )
}
