import { IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Seller } from '../../../lib/audience/seller.tsx'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon16, icon20 } from '../../../ui/icon-props.ts'
import { About } from './about.tsx'
import { ClosedNote } from './closed-note.tsx'
import { SessionCountdown } from './countdown.tsx'
import css from './form-view.module.css'
import { Goods } from './products.tsx'
import { Greeting } from './greeting.tsx'
import { splitContent } from './lead-paragraph.ts'
import { PersonForm } from './person-form.tsx'
import { Hero } from './hero.tsx'
import { QuickPerson } from './quick-person.tsx'
import { SessionChoice } from './session-choice.tsx'
import { formState, isHeldBy, isRoomOpen, leadsIn, stateAt } from './session-state.ts'
import { EnterBar, SubmitBar } from './submit-bar.tsx'
import { TicketCard } from './ticket-card.tsx'
import { unsellable } from './unsellable.ts'
import { useSessionLabels } from './use-session-labels.ts'
import type { SignUp } from './use-sign-up.ts'

const LazyOwnSignup = lazyPart(async () => (await import('./own-signup/own-signup.tsx')).loadOwnSignup())
const OrderNotes = lazyPart(async () => (await import('./order-note.tsx')).OrderNotes)

/** The page until somebody has signed up: what it is, when, for how much, and who one is. */
export const FormView = ({
  signUp,
  form,
  format,
  isFormFirst,
}: {
  signUp: SignUp
  form: RefObject<HTMLFormElement | null>
  format: Format
  /** A running live stands above: who one is comes right below it, all else after. */
  isFormFirst: boolean
}) => {
  const { page, nowMs, session, chosenKey, check, seatPath, notice, phase } = signUp
  const t = useText('signup')
  const zone = useViewerZone()
  const { when } = useSessionLabels(nowMs, format)
  const words = useSubmitLabels(signUp, format)
  const { lead, rest } = splitContent(page.signupContent)
  const state = formState(page.sessions, nowMs)
  const why = unsellable(page)
  const heldIds = signUp.own?.liveIds ?? []
  const entersNow = session !== undefined && leadsIn(session, nowMs)
  const quick = page.known === null ? undefined : signUp.ready
  const isOpen = state === 'open' && why === undefined
  const person = isOpen && (
    <>
      {quick && page.known && seatPath === undefined && (
        <QuickPerson name={quick.name} person={quick} onChange={signUp.fillInAnew} />
      )}
      <div hidden={seatPath !== undefined || quick !== undefined}>
        <PersonForm
          page={page}
          lead={t(entersNow ? 'form.leadNow' : 'form.lead')}
          errors={check.errors}
          right={check.right}
          library={check.library}
          onPhone={() => void check.loadLibrary()}
          onLeave={check.leave}
          onType={check.type}
        />
      </div>
    </>
  )
  return (
    <form className="grow column" ref={form} method="post" noValidate onSubmit={signUp.onSubmit} onInput={signUp.keep}>
      <div className={css.column}>
        <Hero
          page={page}
          session={state === 'over' ? undefined : session}
          lead={isFormFirst ? '' : lead}
          format={format}
        />
        {signUp.orderKeys.length > 0 && (
          <OrderNotes customUrl={page.customUrl} orderKeys={signUp.orderKeys} format={format} />
        )}
        {signUp.own && (
          <Greeting
            page={page}
            name={signUp.ready?.name ?? signUp.own.name}
            heldIds={heldIds}
            seats={signUp.seats}
            nowMs={nowMs}
            format={format}
          />
        )}
        <div className={css.own}>
          <LazyOwnSignup page={page} onLinks={signUp.takeLinks} />
        </div>
        {isFormFirst && person}
        {session && !isFormFirst && (isOpen || isHeldBy(session, heldIds)) && (
          <SessionCountdown
            session={session}
            title={page.signupCountdownTitle}
            isHeld={isHeldBy(session, heldIds)}
            nowMs={nowMs}
          />
        )}
        {notice && <SessionNotice words={notice.words} instead={notice.instead && when(notice.instead, zone)} />}
        {state !== 'over' && (
          <SessionChoice
            key={page.sessions.map(({ key, state: each }) => key + each).join()}
            sessions={page.sessions}
            heldIds={heldIds}
            chosenKey={chosenKey}
            onChoose={signUp.choose}
            nowMs={nowMs}
            format={format}
          />
        )}
        {isOpen && entersNow && seatPath === undefined && session && stateAt(session, nowMs) === 'open' && (
          <p className={css.soon}>
            <IconClock className="icon-down-1" {...icon16} />
            {t(page.pageType === 'order' ? 'session.soonNotePaid' : 'session.soonNote')}
          </p>
        )}
        {!isOpen && seatPath === undefined && <ClosedNote page={page} state={state} why={why} />}
        {page.ticket && state !== 'over' && <TicketCard ticket={page.ticket} format={format} />}
        <Goods products={page.products} />
        <About html={isFormFirst ? page.signupContent : rest} />
        {!isFormFirst && person}
      </div>
      {state !== 'over' && session && seatPath !== undefined && (
        <EnterBar href={seatPath} label={t(isRoomOpen(session, nowMs) ? 'done.enter' : 'greeting.open')} />
      )}
      {isOpen && seatPath === undefined && (
        <SubmitBar
          form={form}
          label={words.label}
          shortLabel={words.short}
          isSending={phase.at !== 'form'}
          trouble={signUp.trouble}
        />
      )}
      <Seller texts="signup" firm={page.firm} />
    </form>
  )
}

/** That the wanted session cannot be had any more, and which one is chosen instead. */
const SessionNotice = ({ words, instead }: { words: string; instead: string | undefined }) => {
  const t = useText('signup')
  return (
    <div className={css.notice} role="alert">
      <IconInfoCircle {...icon20} />
      <p>
        <b>{words}</b>
        {instead !== undefined && <span>{t('notice.instead', { when: instead })}</span>}
      </p>
    </div>
  )
}

/** The button's words: what will have happened. In full, and for the narrow bar above the keys. */
const useSubmitLabels = (
  { page: { ticket }, session, nowMs }: Pick<SignUp, 'page' | 'session' | 'nowMs'>,
  format: Format,
): { label: string; short: string } => {
  const t = useText('signup')
  const zone = useViewerZone()
  const words = useSessionLabels(nowMs, format)
  if (ticket) {
    const price = format.money({ amount: ticket.price, currency: ticket.currency })
    return { label: t('bar.pay', { price }), short: t('bar.pay', { price }) }
  }
  if (!session) return { label: t('bar.submitShort'), short: t('bar.submitShort') }
  if (leadsIn(session, nowMs)) return { label: t('bar.enter'), short: t('bar.enterShort') }
  return { label: t('bar.submit', { when: words.when(session, zone) }), short: t('bar.submitShort') }
}
