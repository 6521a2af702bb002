import type { OwnSignup as OwnSignupAnswer } from '@kaimai/contract/signup/own-signup.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { isFramed } from '../../../../lib/audience/framed.ts'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { keepSeats } from '../device-signups.ts'
import { leadsIn } from '../session-state.ts'
import { CodeSheet } from './code-sheet.tsx'
import { CorrectSheet } from './correct-sheet.tsx'
import css from './own-signup.module.css'

const texts: LazyTexts = {
  namespace: 'signup',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

/** A room that wants a personal link leads here by `#code={its id}`, and the link for it is where one goes on. */
const codeMark = '#code'
const askedRoom = (): string | undefined =>
  location.hash.startsWith(`${codeMark}=`) ? location.hash.slice(codeMark.length + 1) : undefined

/** Where a code leads: into the room that was asked for, else the one session that is on; undefined: the page itself. */
export const wayIn = (
  links: OwnSignupAnswer['links'],
  sessions: PublicSignup['sessions'],
  { room, nowMs }: { readonly room: string | undefined; readonly nowMs: number },
): string | undefined => {
  const asked = room === undefined ? undefined : links.find(({ path }) => path.startsWith(`/stream/${room}/`))
  if (asked) return asked.path
  const on = links.filter(({ liveId }) =>
    sessions.some((session) => session.liveId === liveId && leadsIn(session, nowMs)),
  )
  return on.length === 1 ? on[0]?.path : undefined
}

export interface OwnSignupProps {
  readonly page: Pick<PublicSignup, 'customUrl' | 'sessions' | 'known'>
  /** The links of who got in by a code, where a reload would know nothing of them. */
  readonly onLinks: (links: OwnSignupAnswer['links']) => void
}

/** Who has signed up: gets in here by a code, or corrects what was mistyped. */
const OwnSignup = ({ page, onLinks }: OwnSignupProps) => {
  const t = useText('signup')
  const { customUrl, sessions, known } = page
  const [isOpen, setOpen] = useState(() => known === null && location.hash.startsWith(codeMark))
  const close = () => setOpen(false)
  const enter = ({ links }: OwnSignupAnswer) => {
    keepSeats(customUrl, links)
    const path = wayIn(links, sessions, { room: askedRoom(), nowMs: browserClock.now() })
    if (path !== undefined && !isFramed()) return location.assign(path)
    if (isFramed()) {
      onLinks(links)
      return close()
    }
    // The page as this browser has it from now on.
    history.replaceState(history.state, '', location.pathname + location.search)
    location.reload()
  }
  return (
    <div className={css.open}>
      <Action kind="plain" onClick={() => setOpen(true)}>
        {t(known === null ? 'own.already' : 'correct.open')}
      </Action>
      {isOpen &&
        // A form can't stand in the page's form.
        createPortal(
          known === null ? (
            <CodeSheet customUrl={customUrl} onEntered={enter} onClose={close} />
          ) : (
            <CorrectSheet customUrl={customUrl} onClose={close} />
          ),
          document.querySelector('main') ?? document.body,
        )}
    </div>
  )
}

/** The part with its own texts, in the page's language. */
export const loadOwnSignup = () => withTexts(texts, OwnSignup)
