import { IconClock } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/signup.routes.ts'
import { clsx } from 'clsx'
import { type CSSProperties, type RefObject, useRef } from 'react'
import { useViewerFormat, useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { About } from './about.tsx'
import { Countdown } from './countdown.tsx'
import { DoneView } from './done-view.tsx'
import { Goods } from './goods.tsx'
import { Greeting } from './greeting.tsx'
import { splitContent } from './lead-paragraph.ts'
import { PersonForm } from './person-form.tsx'
import { Pitch } from './pitch.tsx'
import { Poster } from './poster.tsx'
import { Seller } from './seller.tsx'
import { SessionChoice } from './session-choice.tsx'
import { formState, isHeldBy, isRoomOpen, leadsIn, stateAt } from './session-state.ts'
import css from './sign-up-page.module.css'
import { EnterBar, SubmitBar } from './submit-bar.tsx'
import { type SignUp, useSignUp } from './use-sign-up.ts'
import { useSessionWords } from './use-session-words.ts'

/** The button's words, in full and for the narrow bar above the keys. */
const useSubmitWords = ({ page, session, nowMs }: SignUp, format: Format) => {
  const t = useText('signup')
  const zone = useViewerZone()
  const words = useSessionWords(nowMs, format)
  if (!session || formState(page.sessions, nowMs) === 'full') return { label: t('bar.full'), short: t('bar.full') }
  if (leadsIn(session, nowMs)) return { label: t('bar.enter'), short: t('bar.enterShort') }
  return { label: t('bar.submit', { when: words.when(session, zone) }), short: t('bar.submitShort') }
}

const Form = ({
  signUp,
  form,
  format,
}: {
  signUp: SignUp
  form: RefObject<HTMLFormElement | null>
  format: Format
}) => {
  const { page, nowMs, session, chosenKey, check, seatPath } = signUp
  const t = useText('signup')
  const { lead, rest } = splitContent(page.signupContent)
  const state = formState(page.sessions, nowMs)
  const heldIds = page.known?.liveIds ?? []
  const words = useSubmitWords(signUp, format)
  const entersNow = session !== undefined && leadsIn(session, nowMs)
  const isEntering = signUp.phase.at === 'entering'
  return (
    <form className={css.form} ref={form} method="post" noValidate onSubmit={signUp.onSubmit} onInput={signUp.keep}>
      <div className={css.column}>
        <Pitch page={page} session={session} lead={lead} format={format} />
        {page.known && (
          <Greeting
            name={page.known.name}
            held={page.sessions.filter((each) => isHeldBy(each, heldIds))}
            hasLink={signUp.seatPath !== undefined}
            nowMs={nowMs}
            format={format}
          />
        )}
        {session && (
          <Countdown
            session={session}
            title={page.signupCountdownTitle}
            isHeld={isHeldBy(session, heldIds)}
            nowMs={nowMs}
          />
        )}
        {state === 'over' ? (
          <p className={css.over} role="status">
            {t(page.paused ? 'over.paused' : page.sessions.length > 1 ? 'over.all' : 'over.one')}
          </p>
        ) : (
          <SessionChoice
            key={page.now}
            sessions={page.sessions}
            heldIds={heldIds}
            chosenKey={chosenKey}
            onChoose={signUp.choose}
            nowMs={nowMs}
            format={format}
          />
        )}
        {entersNow && seatPath === undefined && session && stateAt(session, nowMs) === 'open' && (
          <p className={css.soon}>
            <IconClock size={16} stroke={1.75} aria-hidden="true" />
            {t('session.soonNote')}
          </p>
        )}
        <Goods products={page.products} />
        <About html={rest} />
        {state === 'open' && (
          <div hidden={seatPath !== undefined}>
            <PersonForm
              firm={page.firm}
              countyRequired={page.countyRequired}
              questions={page.questions}
              notice={page.signupNotice}
              lead={t(entersNow ? 'form.leadNow' : 'form.lead')}
              faults={check.faults}
              right={check.right}
              library={check.library}
              onPhone={() => void check.loadLibrary()}
              onLeave={check.leave}
              onType={check.type}
            />
          </div>
        )}
      </div>
      {state !== 'over' && session && seatPath !== undefined && (
        <EnterBar href={seatPath} label={t(isRoomOpen(session, nowMs) ? 'done.enter' : 'greeting.open')} />
      )}
      {state !== 'over' && seatPath === undefined && (
        <SubmitBar
          form={form}
          label={words.label}
          shortLabel={words.short}
          isSending={signUp.phase.at === 'sending' || isEntering}
          isClosed={state === 'full'}
          trouble={signUp.trouble}
        />
      )}
      <Seller firm={page.firm} />
    </form>
  )
}

export const SignUpPage = ({ data }: { data: PublicSignup }) => {
  const form = useRef<HTMLFormElement>(null)
  const signUp = useSignUp(data, form)
  const { page, nowMs, phase } = signUp
  const format = useViewerFormat(nowMs)
  const isDone = phase.at === 'done'
  const isBacked = page.backgroundImage !== ''
  const look = clsx(css.page, page.posters.length === 0 && css.plain, isDone && css.done, isBacked && css.backed)
  const style = {
    '--tone': page.colorToneId,
    ...(isBacked ? { '--background': `url("${page.backgroundImage}")` } : {}),
  } as CSSProperties
  return (
    <main className={look} style={style}>
      {page.screenTopText !== '' && <p className={css.strip}>{page.screenTopText}</p>}
      <div className={css.poster}>
        <Poster posters={page.posters} title={page.signupTitle} />
      </div>
      <div className={css.body}>
        {isDone ? (
          <>
            <div className={css.column}>
              <DoneView page={page} done={phase.done} nowMs={nowMs} format={format} onAgain={signUp.again} />
            </div>
            <Seller firm={page.firm} />
          </>
        ) : (
          <Form signUp={signUp} form={form} format={format} />
        )}
      </div>
    </main>
  )
}
