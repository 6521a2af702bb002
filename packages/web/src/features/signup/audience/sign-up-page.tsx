import { type PublicSignup, publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { toneStyle } from '@kaimai/contract/common/tone-shades.ts'
import { clsx } from 'clsx'
import { type CSSProperties, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Seller } from '../../../lib/audience/seller.tsx'
import { lazyPart as loadLater } from '../../../lib/audience/lazy-part.tsx'
import { track } from '../../../lib/audience/tracking.ts'
import { Tracking } from '../../../lib/audience/tracking-page.tsx'
import { useLatest } from '../../../lib/audience/use-latest.ts'
import { useSlow } from '../../../lib/audience/use-slow.ts'
import { useViewerFormat } from '../../../lib/audience/use-viewer.ts'
import { call } from '../../../lib/http/http.ts'
import { FormView } from './form-view.tsx'
import { PlainDone } from './plain-done.tsx'
import { Poster } from './poster.tsx'
import css from './sign-up-page.module.css'
import { isHeldBy, stateAt } from './session-state.ts'
import { useFetched } from './use-fetched.ts'
import { type SignUp, useSignUp } from './use-sign-up.ts'

/** Few visitors come by the link of a letter: the part that answers them is not in the first load. */
const LazyKeepPlace = loadLater(async () => (await import('./keep-place/keep-place.tsx')).loadKeepPlace())

/** Only while a session runs is there anything to watch. */
const LazyPeek = loadLater(async () => (await import('./peek/peek.tsx')).loadPeek())

/** The session that is watched above the form: one that ran when the page came, until it is over. */
const usePeek = (initial: PublicSignup, { page, nowMs, phase }: SignUp) => {
  const [key] = useState(
    () => initial.sessions.find((each) => each.peek && !isHeldBy(each, initial.known?.liveIds))?.key,
  )
  const [shown, setShown] = useState<'waits' | 'up' | 'over'>('waits')
  const session = page.sessions.find((each) => each.key === key)
  const isOn =
    session !== undefined &&
    shown !== 'over' &&
    stateAt(session, nowMs) === 'live' &&
    (phase.at === 'form' || phase.at === 'sending')
  return {
    /** The form stands right below it, and stays there. */
    isFirst: key !== undefined,
    session: isOn ? session : undefined,
    isUp: isOn && shown === 'up',
    onUp: useCallback(() => setShown('up'), []),
    onOver: useCallback(() => setShown('over'), []),
  }
}

const linkMark = '#keep='
const linkKeyInAddress = (): string | undefined =>
  location.hash.startsWith(linkMark) ? location.hash.slice(linkMark.length) : undefined

const neverChanges = () => () => {}

const heartbeatMs = 60_000

/** The open page of somebody who has signed up sends a heartbeat: nobody loses a seat whose page is being looked at. */
const useSeatHeartbeat = (customUrl: string, isHolder: boolean): void => {
  useEffect(() => {
    if (!isHolder) return
    const send = () => {
      if (document.visibilityState === 'hidden') return
      // A lost heartbeat does no harm: the next one says the same.
      call(publicSignupRoutes.seen, { body: { customUrl } }, { quiet: true }).catch(() => {})
    }
    send()
    const timer = setInterval(send, heartbeatMs)
    return () => clearInterval(timer)
  }, [customUrl, isHolder])
}

/** The page publishes once that it was seen, with what it sells. */
const useTrackSeen = (page: PublicSignup): void => {
  const latest = useLatest(page)
  useEffect(() => {
    const { id: formId, ticket, products } = latest.current
    const one = { variant: '', quantity: 1 }
    const place = ticket && { ...one, id: formId, name: ticket.name, price: ticket.price }
    const items = products.map(({ productId: id, productName: name, price }) => ({ ...one, id, name, price }))
    track({
      event: 'ViewContent',
      items: place ? [place] : items,
      currency: ticket?.currency ?? products[0]?.currency ?? 'TWD',
      // What a live shows is not what the page sells.
      ...(place ? {} : { value: 0 }),
    })
  }, [latest])
}

/** What comes after the sign-up is fetched once the page has long stood. */
const quietAfterMs = 3_000

export const SignUpPage = ({ data }: { data: PublicSignup }) => {
  const form = useRef<HTMLFormElement>(null)
  const signUp = useSignUp(data, form)
  const { page, nowMs, phase } = signUp
  const format = useViewerFormat(nowMs)
  useTrackSeen(data)
  const peek = usePeek(data, signUp)
  const isDone = phase.at === 'done'
  useSeatHeartbeat(page.customUrl, page.pageType === 'free' && (page.known !== null || isDone))
  // The key of the letter's link stands behind the #, which no server, log or other page is ever sent.
  const linkKey = useSyncExternalStore(neverChanges, linkKeyInAddress, () => undefined)
  const hasStood = useSlow(true, quietAfterMs)
  const isLater = phase.at === 'sending' || isDone || (hasStood && phase.at === 'form')
  const later = useFetched(() => import('./done-view.tsx'), isLater ? phase.at : undefined)
  const checkout = useFetched(
    () => import('./paid-checkout.tsx'),
    phase.at === 'paying' ? 'paying' : undefined,
    signUp.noSocket,
  )
  const isBacked = page.backgroundImage !== ''
  const look = clsx(
    css.page,
    page.posters.length === 0 && !peek.isFirst && css.plain,
    isDone && css.done,
    isBacked && css.backed,
  )
  const style = {
    ...toneStyle(page.colorToneId),
    ...(isBacked ? { '--background': `url("${page.backgroundImage}")` } : {}),
  } as CSSProperties
  return (
    <main className={look} style={style}>
      <Tracking setup={page.tracking} place={{ page: 'signup', customUrl: page.customUrl }} />
      {page.screenTopText !== '' && <p className={css.strip}>{page.screenTopText}</p>}
      <div className={clsx(css.poster, peek.session && css.peek)}>
        {!peek.isUp && <Poster posters={page.posters} title={page.signupTitle} />}
        {peek.session && (
          <LazyPeek
            customUrl={page.customUrl}
            sessionKey={peek.session.key}
            isUp={peek.isUp}
            onUp={peek.onUp}
            onOver={peek.onOver}
          />
        )}
      </div>
      <div className={clsx('grow column', css.body)}>
        {linkKey !== undefined && <LazyKeepPlace linkKey={linkKey} />}
        {phase.at === 'done' ? (
          <>
            <div className={css.column}>
              {later ? (
                <later.DoneView
                  page={page}
                  done={phase.done}
                  nowMs={nowMs}
                  format={format}
                  onAgain={signUp.again}
                  onLinks={signUp.takeLinks}
                />
              ) : (
                <PlainDone done={phase.done} />
              )}
            </div>
            <Seller texts="signup" firm={page.firm} />
          </>
        ) : (
          <FormView signUp={signUp} form={form} format={format} isFormFirst={peek.isFirst} />
        )}
      </div>
      {checkout && phase.at === 'paying' && page.ticket && (
        <checkout.PaidCheckout
          page={page}
          ticket={page.ticket}
          session={phase.session}
          person={phase.person}
          onRefresh={signUp.refresh}
          onOrdered={signUp.ordered}
          onClose={signUp.leaveCheckout}
          onNoSocket={signUp.noSocket}
        />
      )}
    </main>
  )
}
