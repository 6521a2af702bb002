import { IconBell, IconCheck, IconMail, IconMessageCircle, IconShare2 } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { isFramed } from '../../../lib/audience/framed.ts'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action, ActionLink } from '../../../ui/audience/action.tsx'
import { CopyAction } from '../../../ui/audience/copy-action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon20, icon32 } from '../../../ui/icon-props.ts'
import { calendarEntryOf } from './calendar-entry.ts'
import block from './block.module.css'
import css from './done-view.module.css'
import type { OwnSignupProps } from './own-signup/own-signup.tsx'
import { SeatCalendar } from './seat-calendar.tsx'
import { leadsIn } from './session-state.ts'
import type { Done } from './use-sign-up.ts'

const OutsideHint = lazyPart(async () => (await import('./outside-hint/outside-hint.tsx')).loadOutsideHint())
const OwnSignup = lazyPart(async () => (await import('./own-signup/own-signup.tsx')).loadOwnSignup())

/** LINE's page (or app) that sends a text to somebody, or keeps it. */
export const lineShareUrl = (text: string): string => `https://line.me/R/share?text=${encodeURIComponent(text)}`

/** Shares the form itself with friends, never the personal link. */
const Invite = ({ page }: { page: PublicSignup }) => {
  const t = useText('signup')
  const url = new URL(`/f/${page.customUrl}`, location.origin).href
  const invite = async () => {
    try {
      await navigator.share({ title: page.signupTitle, text: page.signupTitle, url })
    } catch {
      // The visitor thought better of it.
    }
  }
  const shareIcon = <IconShare2 {...icon20} />
  return 'share' in navigator ? (
    <Action kind="quiet" icon={shareIcon} onClick={() => void invite()}>
      {t('done.invite')}
    </Action>
  ) : (
    <ActionLink kind="quiet" away href={lineShareUrl(`${page.signupTitle}\n${url}`)} icon={shareIcon}>
      {t('done.invite')}
    </ActionLink>
  )
}

const Ticket = ({ page, done, format }: { page: PublicSignup; done: Done; format: Format }) => {
  const t = useText('signup')
  const { session, path } = done
  const [poster] = page.posters
  const shown = path === undefined ? undefined : new URL(path, location.origin)
  return (
    <section className={css.ticket}>
      <div className={css.top}>
        {poster !== undefined && <Picture src={poster} alt="" sizes="72px" widths={[320]} width={72} height={72} />}
        <div>
          <b>{page.signupTitle}</b>
          <p className="text-m">
            {format.dayTime(session.beginAt)}–{format.time(session.endAt)}
          </p>
          <small>
            {page.firm.name}
            {t('dot')}
            {session.title}
          </small>
        </div>
      </div>
      {shown && (
        <div className={css.link}>
          <span className={clsx('grow', css.address)}>
            <small className="tiny">{t('done.own')}</small>
            <a href={shown.href}>{`${shown.host}${shown.pathname}`}</a>
          </span>
          <CopyAction kind="plain" text={shown.href} label={t('done.copy')} done={t('done.copied')} />
        </div>
      )}
    </section>
  )
}

const headings = {
  signedUp: 'done.title',
  updated: 'done.updated',
  alreadySelected: 'done.already',
} as const

const SeatActions = ({ page, done, nowMs }: { page: PublicSignup; done: Done & { path: string }; nowMs: number }) => {
  const t = useText('signup')
  const entry = calendarEntryOf(page, done.session, { path: done.path, linkWords: t('done.link'), nowMs })
  return (
    <>
      <div className={css.actions}>
        {leadsIn(done.session, nowMs) ? (
          <ActionLink big away={isFramed()} href={done.path}>
            {t('done.enter')}
          </ActionLink>
        ) : (
          <SeatCalendar entry={entry} />
        )}
        <div className={clsx('stack-s', css.two)}>
          <ActionLink
            kind="quiet"
            away
            href={lineShareUrl(`${entry.title}\n${entry.text}`)}
            icon={<IconMessageCircle {...icon20} />}
          >
            {t('done.line')}
          </ActionLink>
          <Invite page={page} />
        </div>
      </div>
      <OutsideHint href={entry.url} />
    </>
  )
}

/** After the sign-up: the place, or that the link went to the address on record. */
export const DoneView = ({
  page,
  done,
  nowMs,
  format,
  onAgain,
  onLinks,
}: {
  page: PublicSignup
  done: Done
  nowMs: number
  format: Format
  onAgain: () => void
  onLinks: OwnSignupProps['onLinks']
}) => {
  const t = useText('signup')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { path } = done
  const isByMail = path === undefined
  // Who has just signed up holds the sign-up here, as the page doesn't say before it is loaded again.
  const held = isFramed() ? page : { ...page, known: page.known ?? { name: done.name, liveIds: [] } }
  const when = format.dayTime(done.session.beginAt)
  return (
    <>
      <section className={css.done}>
        <StateMark
          large
          tone={isByMail ? 'calm' : 'good'}
          icon={isByMail ? <IconMail {...icon32} /> : <IconCheck {...icon32} />}
        />
        <h1 ref={heading} tabIndex={-1}>
          {t(isByMail ? 'done.mailed' : headings[done.result])}
        </h1>
        <p>{isByMail ? t('done.mailedText') : t('done.see', { name: done.name, when })}</p>
      </section>
      <Ticket page={page} done={done} format={format} />
      {!isByMail && <SeatActions page={page} done={{ ...done, path }} nowMs={nowMs} />}
      {!isByMail && !leadsIn(done.session, nowMs) && (
        <p className={css.remind}>
          <IconBell className={block.icon} {...icon20} />
          {t('done.remind')}
        </p>
      )}
      {!isByMail && page.signupSuccessInfo !== '' && <p className={css.info}>{page.signupSuccessInfo}</p>}
      <OwnSignup page={held} onLinks={onLinks} />
      <div className={css.after}>
        <Action kind="soft" onClick={onAgain}>
          {t(page.sessions.length > 1 ? 'done.again' : 'done.back')}
        </Action>
      </div>
    </>
  )
}
