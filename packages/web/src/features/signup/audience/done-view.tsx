import {
  IconBrandGoogle,
  IconCalendarPlus,
  IconCheck,
  IconDownload,
  IconMail,
  IconMessageCircle,
  IconShare2,
} from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/signup.routes.ts'
import { useEffect, useRef, useState } from 'react'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action, ActionLink } from '../../../ui/audience/action.tsx'
import { CopyAction } from '../../../ui/audience/copy-action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { type CalendarEntry, googleCalendarUrl, icsOf, lineShareUrl } from './calendar.ts'
import css from './done-view.module.css'
import { leadsIn } from './session-state.ts'
import { type Done, isFramed } from './use-sign-up.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

const saveFile = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const useCalendarEntry = (page: PublicSignup, { session, path = '' }: Done): CalendarEntry => {
  const t = useText('signup')
  const url = new URL(path, location.origin).href
  return {
    id: `${session.key}@${location.hostname}`,
    title: `${page.signupTitle}｜${page.firm.name}`,
    text: `${session.title}\n${t('done.link')}\n${url}`,
    url,
    beginMs: Date.parse(session.beginAt),
    endMs: Date.parse(session.endAt),
  }
}

const Calendar = ({ entry, nowMs }: { entry: CalendarEntry; nowMs: number }) => {
  const t = useText('signup')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Action
        big
        icon={<IconCalendarPlus {...icon} />}
        aria-expanded={isOpen}
        aria-controls="calendar-choices"
        onClick={() => setOpen(!isOpen)}
      >
        {t('done.calendar')}
      </Action>
      <div id="calendar-choices" className={css.two} hidden={!isOpen}>
        <ActionLink kind="quiet" away href={googleCalendarUrl(entry)} icon={<IconBrandGoogle {...icon} />}>
          {t('done.google')}
        </ActionLink>
        <Action
          kind="quiet"
          icon={<IconDownload {...icon} />}
          onClick={() => saveFile(icsOf(entry, nowMs), 'kaimai.ics')}
        >
          {t('done.ics')}
        </Action>
      </div>
    </>
  )
}

/** Tells friends of the form itself, never the personal link. */
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
  const icon20 = <IconShare2 {...icon} />
  return 'share' in navigator ? (
    <Action kind="quiet" icon={icon20} onClick={() => void invite()}>
      {t('done.invite')}
    </Action>
  ) : (
    <ActionLink kind="quiet" away href={lineShareUrl(`${page.signupTitle}\n${url}`)} icon={icon20}>
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
        {poster !== undefined && <img src={poster} alt="" width="72" height="72" />}
        <div>
          <b>{page.signupTitle}</b>
          <p>
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
          <span className={css.address}>
            <small>{t('done.own')}</small>
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
  const entry = useCalendarEntry(page, done)
  return (
    <div className={css.actions}>
      {leadsIn(done.session, nowMs) ? (
        <ActionLink big away={isFramed()} href={done.path}>
          {t('done.enter')}
        </ActionLink>
      ) : (
        <Calendar entry={entry} nowMs={nowMs} />
      )}
      <div className={css.two}>
        <ActionLink
          kind="quiet"
          away
          href={lineShareUrl(`${entry.title}\n${entry.text}`)}
          icon={<IconMessageCircle {...icon} />}
        >
          {t('done.line')}
        </ActionLink>
        <Invite page={page} />
      </div>
    </div>
  )
}

/** After the sign-up: the seat, or that the link went to the address on record. */
export const DoneView = ({
  page,
  done,
  nowMs,
  format,
  onAgain,
}: {
  page: PublicSignup
  done: Done
  nowMs: number
  format: Format
  onAgain: () => void
}) => {
  const t = useText('signup')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { path } = done
  const isByMail = path === undefined
  const when = format.dayTime(done.session.beginAt)
  return (
    <>
      <section className={css.done}>
        <StateMark
          large
          tone={isByMail ? 'calm' : 'good'}
          icon={isByMail ? <IconMail size={32} stroke={1.75} /> : <IconCheck size={32} stroke={1.75} />}
        />
        <h1 ref={heading} tabIndex={-1}>
          {t(isByMail ? 'done.mailed' : headings[done.result])}
        </h1>
        <p>{isByMail ? t('done.mailedText') : t('done.see', { name: done.person.name.trim(), when })}</p>
      </section>
      <Ticket page={page} done={done} format={format} />
      {!isByMail && <SeatActions page={page} done={{ ...done, path }} nowMs={nowMs} />}
      {!isByMail && page.signupSuccessInfo !== '' && <p className={css.info}>{page.signupSuccessInfo}</p>}
      <div className={css.after}>
        <Action kind="soft" onClick={onAgain}>
          {t(page.sessions.length > 1 ? 'done.again' : 'done.back')}
        </Action>
      </div>
    </>
  )
}
