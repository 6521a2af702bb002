import { IconClock } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import { About } from './about.tsx'
import { ClosedNote } from './closed-note.tsx'
import { Countdown } from './countdown.tsx'
import css from './form-view.module.css'
import { Goods } from './products.tsx'
import { Greeting } from './greeting.tsx'
import { splitContent } from './lead-paragraph.ts'
import { PersonForm } from './person-form.tsx'
import { Hero } from './hero.tsx'
import { Seller } from './seller.tsx'
import { QuickPerson } from './quick-person.tsx'
import { SessionChoice } from './session-choice.tsx'
import { SessionNotice } from './session-notice.tsx'
import { formState, isHeldBy, isRoomOpen, leadsIn, stateAt } from './session-state.ts'
import { EnterBar, SubmitBar } from './submit-bar.tsx'
import { TicketCard } from './ticket-card.tsx'
import { unsellable } from './unsellable.ts'
import { useSessionLabels } from './use-session-labels.ts'
import { useSubmitLabels } from './use-submit-labels.ts'
import type { SignUp } from './use-sign-up.ts'

const OrderNotes = lazyPart(async () => (await import('./order-note.tsx')).OrderNotes)

/** The page until somebody has signed up: what it is, when, for how much, and who one is. */
export const FormView = ({
  signUp,
  form,
  format,
}: {
  signUp: SignUp
  form: RefObject<HTMLFormElement | null>
  format: Format
}) => {
  const { page, nowMs, session, chosenKey, check, seatPath, notice, phase } = signUp
  const t = useText('signup')
  const zone = useViewerZone()
  const { when } = useSessionLabels(nowMs, format)
  const words = useSubmitLabels(signUp, format)
  const { lead, rest } = splitContent(page.signupContent)
  const state = formState(page.sessions, nowMs)
  const why = unsellable(page)
  const heldIds = page.known?.liveIds ?? []
  const entersNow = session !== undefined && leadsIn(session, nowMs)
  const quick = page.known === null ? undefined : signUp.ready
  const isOpen = state === 'open' && why === undefined
  return (
    <form className={css.form} ref={form} method="post" noValidate onSubmit={signUp.onSubmit} onInput={signUp.keep}>
      <div className={css.column}>
        <Hero page={page} session={state === 'over' ? undefined : session} lead={lead} format={format} />
        {signUp.orderKeys.length > 0 && (
          <OrderNotes customUrl={page.customUrl} orderKeys={signUp.orderKeys} format={format} />
        )}
        {page.known && (
          <Greeting
            page={page}
            name={page.known.name}
            heldIds={heldIds}
            seats={signUp.seats}
            nowMs={nowMs}
            format={format}
          />
        )}
        {session && (isOpen || isHeldBy(session, heldIds)) && (
          <Countdown
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
            <IconClock {...icon16} />
            {t(page.pageType === 'order' ? 'session.soonNotePaid' : 'session.soonNote')}
          </p>
        )}
        {!isOpen && seatPath === undefined && <ClosedNote page={page} state={state} why={why} />}
        {page.ticket && state !== 'over' && <TicketCard ticket={page.ticket} format={format} />}
        <Goods products={page.products} />
        <About html={rest} />
        {isOpen && (
          <>
            {quick && page.known && seatPath === undefined && (
              <QuickPerson name={page.known.name} person={quick} onChange={signUp.fillInAnew} />
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
        )}
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
      <Seller firm={page.firm} />
    </form>
  )
}
