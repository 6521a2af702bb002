import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isFramed } from '../../../lib/audience/framed.ts'
import { track } from '../../../lib/audience/tracking.ts'
import { browserClock } from '../../../lib/clock/clock.ts'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import type { Person } from './checks.ts'
import { chooseSession, chosenSession, fillIn, goTo, isUntouched, readPerson } from './form-fields.ts'
import { keepDraft, keepSeats, readDraft, readOrders, readSeats, type Seats, seatsOf } from './device-signups.ts'
import type { Session } from './page-data.ts'
import { firstChoice, isHeldBy, isJoinable, leadsIn, nextBest } from './session-state.ts'
import { createSignUpCall, type SignedUp, requestOf } from './sign-up-call.ts'
import { useFreshPage } from './use-fresh-page.ts'
import { usePersonCheck } from './use-person-check.ts'

export interface Done {
  readonly result: SignedUp['result']
  readonly session: Session
  /** Path of the personal link; undefined when it went by letter only. */
  readonly path: string | undefined
  readonly name: string
}

type Phase =
  | { readonly at: 'form' | 'sending' }
  /** A paid form: the checkout is open over it. */
  | { readonly at: 'paying'; readonly session: Session; readonly person: Person }
  /** On the way into the room. */
  | { readonly at: 'entering'; readonly path: string }
  | { readonly at: 'done'; readonly done: Done }

/** What happened to the session that somebody wanted. */
export interface SessionNotice {
  readonly words: string
  /** The session that is proposed instead; undefined: none can be joined. */
  readonly instead: Session | undefined
}

/** Why a try did not work. `offline` goes by itself when the network is back. */
export type Trouble = { readonly kind: 'offline' } | { readonly kind: 'told'; readonly words: string }

const noSeats: Seats = {}
const noOrders: readonly string[] = []

/** A sign-up from the first key to the personal link, or to the payment. */
export const useSignUp = (initial: PublicSignup, form: RefObject<HTMLFormElement | null>) => {
  const t = useText('signup')
  const [firstKey] = useState(() => firstChoice(initial.sessions, Date.parse(initial.now), initial.known?.liveIds)?.key)
  const [chosenKey, setChosenKey] = useState(firstKey)
  const [phase, setPhase] = useState<Phase>({ at: 'form' })
  const [trouble, setTrouble] = useState<Trouble>()
  const [notice, setNotice] = useState<SessionNotice>()
  /** Somebody known here, whose data stand in the form as they were sent: nothing has to be asked. */
  const [ready, setReady] = useState<Person>()
  const [seats, setSeats] = useState<Seats>(noSeats)
  const [typedName, setTypedName] = useState('')
  /** Keys of orders that this device made with a paid form. */
  const [orderKeys, setOrderKeys] = useState<readonly string[]>(noOrders)
  const [send] = useState(createSignUpCall)
  const isBusy = useRef(false)

  /** The page was fetched again: the chosen session stays if it can be had, else the nearest one is proposed. */
  const keepChoice = (fresh: PublicSignup, wanted: Session | undefined, words: string | undefined) => {
    const freshMs = Date.parse(fresh.now)
    const same = fresh.sessions.find(({ key }) => key === wanted?.key)
    if (same && (isJoinable(same, freshMs) || isHeldBy(same, fresh.known?.liveIds))) return setChosenKey(same.key)
    const instead = nextBest(fresh.sessions, wanted, freshMs)
    setChosenKey((instead ?? firstChoice(fresh.sessions, freshMs, fresh.known?.liveIds))?.key)
    if (words !== undefined) setNotice({ words, instead })
  }

  const isForm = phase.at === 'form' || phase.at === 'sending' || phase.at === 'paying'
  const { page, nowMs, refresh } = useFreshPage(initial, phase.at === 'form', (fresh, before) => {
    const isTouched = form.current !== null && !isUntouched(readPerson(form.current))
    const wanted = before.sessions.find(({ key }) => key === chosenKey)
    keepChoice(fresh, wanted, isTouched ? t('notice.begun') : undefined)
  })
  const check = usePersonCheck(form, page)
  const { customUrl } = page
  const session = page.sessions.find(({ key }) => key === chosenKey)
  // A frame in another site sends no cookies: there this device's own memory says who has signed up, if it may keep any.
  const seatIds = isFramed() ? Object.keys(seats).filter((id) => page.sessions.some(({ liveId }) => liveId === id)) : []
  const own = page.known ?? (seatIds.length > 0 ? { name: typedName, liveIds: seatIds } : null)
  const heldId = session && isHeldBy(session, own?.liveIds) ? session.liveId : null

  // Each time the form is shown again: what was typed or chosen before hydration counts.
  const isKnown = page.known !== null
  useEffect(() => {
    const shown = form.current
    if (!isForm || !shown) return
    const draft = readDraft(customUrl, browserClock.now())
    const wasUntouched = isUntouched(readPerson(shown))
    fillIn(shown, draft.typed)
    // What was chosen before a reload stands again, unless another one has been pressed since.
    const before = initial.sessions.find(({ key }) => key === draft.session)
    const isUnpressed = chosenSession(shown) === firstKey
    if (before && isUnpressed && isJoinable(before, Date.parse(initial.now))) chooseSession(shown, before.key)
    const chosen = chosenSession(shown)
    // Text typed before the scripts had come: no key event will follow for it.
    if (!wasUntouched && !draft.sent)
      keepDraft(customUrl, { person: readPerson(shown), session: chosen ?? '', sent: false }, browserClock.now())
    queueMicrotask(() => {
      if (chosen !== undefined) setChosenKey(chosen)
      setReady(isKnown && draft.sent && wasUntouched ? readPerson(shown) : undefined)
      setSeats((before) => ({ ...before, ...readSeats(customUrl) }))
      setTypedName(draft.typed.name ?? '')
      setOrderKeys(readOrders(customUrl))
    })
  }, [form, isForm, customUrl, isKnown, initial, firstKey])

  // Back from the room or the payment by the browser's own button: the page stands as it was left.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setPhase((before) => (before.at === 'entering' || before.at === 'paying' ? { at: 'form' } : before))
      setOrderKeys(readOrders(customUrl))
    }
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [customUrl])

  const keep = useCallback(
    (sent: boolean, chosen = chosenKey) => {
      const shown = form.current
      if (shown) keepDraft(customUrl, { person: readPerson(shown), session: chosen ?? '', sent }, browserClock.now())
    },
    [form, customUrl, chosenKey],
  )

  const finish = (answer: SignedUp, chosen: Session, person: Person) => {
    keep(true)
    keepSeats(customUrl, answer.links)
    setSeats((before) => ({ ...before, ...seatsOf(answer.links) }))
    if (answer.eventId !== '')
      track({ event: 'CompleteRegistration', items: [], currency: 'TWD', eventId: answer.eventId })
    const path = answer.links.find(({ key }) => key === chosen.key)?.path
    // In another site's frame the room does not open: there the link is pressed, and leads out of it.
    if (path !== undefined && leadsIn(chosen, nowMs) && !isFramed()) {
      setPhase({ at: 'entering', path })
      location.assign(path)
      return
    }
    setPhase({ at: 'done', done: { result: answer.result, session: chosen, path, name: person.name.trim() } })
    window.scrollTo({ top: 0 })
  }

  /** Shows why it did not work, at the place that it is about. Nothing that was typed is lost. */
  const fail = async (error: unknown, wanted: Session): Promise<void> => {
    setPhase({ at: 'form' })
    if (!isCallError(error)) throw error
    const { fields = {} } = error
    const ofSession = fields.liveIds ?? fields.slots
    const first = check.take(fields)
    if (first) {
      setReady(undefined)
      if (form.current) goTo(form.current, first)
      return
    }
    const isAboutSession = ofSession !== undefined || error.errorName === 'soldOut' || error.errorName === 'gone'
    const words = error.status === 0 ? t('trouble.noLine') : (ofSession ?? Object.values(fields)[0] ?? error.message)
    if (!isAboutSession) return setTrouble({ kind: 'told', words })
    const fresh = await refresh()
    if (fresh) keepChoice(fresh, wanted, words)
    // Still to be had by what the page says: the words alone must do.
    setNotice((before) => before ?? { words, instead: undefined })
    form.current?.querySelector('fieldset')?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }

  const submit = async (shown: HTMLFormElement) => {
    setTrouble(undefined)
    setNotice(undefined)
    const personOf = (): Person => (ready ? { ...readPerson(shown), consent: true } : readPerson(shown))
    if (isUntouched(personOf())) return goTo(shown, 'name')
    setPhase({ at: 'sending' })
    const wrong = await check.all(personOf())
    if (wrong) {
      setPhase({ at: 'form' })
      setReady(undefined)
      // The field stands hidden until now.
      requestAnimationFrame(() => goTo(shown, wrong))
      return
    }
    if (!session || !navigator.onLine) {
      setPhase({ at: 'form' })
      if (session) setTrouble({ kind: 'offline' })
      return
    }
    const person = personOf()
    keep(false)
    if (page.pageType === 'order') return setPhase({ at: 'paying', session, person })
    try {
      finish(await send(requestOf(customUrl, session, person)), session, person)
    } catch (error) {
      await fail(error, session)
    }
  }

  return {
    page,
    nowMs,
    session,
    chosenKey,
    choose: (key: string) => {
      setChosenKey(key)
      setTrouble(undefined)
      setNotice(undefined)
      keep(ready !== undefined, key)
    },
    seats,
    /** Who has signed up here, as the server knows them or this device does. */
    own,
    /** Somebody has got in by a code where the server can't keep who they are: in another site's frame. */
    takeLinks: (links: readonly { readonly liveId: string; readonly path: string }[]) =>
      setSeats((before) => ({ ...before, ...seatsOf(links) })),
    /** Where this device's visitor enters the chosen session; undefined without a place in it, or without its link. */
    seatPath: heldId === null ? undefined : seats[heldId],
    phase,
    trouble,
    notice,
    ready,
    /** Who is known wants to change what was filled in. */
    fillInAnew: () => setReady(undefined),
    check,
    keep: () => keep(false),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (phase.at !== 'form' || isBusy.current) return
      isBusy.current = true
      void submit(event.currentTarget).finally(() => {
        isBusy.current = false
      })
    },
    again: () => {
      setPhase({ at: 'form' })
      setNotice(undefined)
      window.scrollTo({ top: 0 })
      void refresh().then((fresh) => fresh && keepChoice(fresh, session, undefined))
    },
    /** The checkout was closed, or its order refused for what stands on the page. */
    leaveCheckout: (refused?: { readonly error: unknown; readonly session: Session }) => {
      setPhase({ at: 'form' })
      if (refused) void fail(refused.error, refused.session)
    },
    /** The checkout's code could not be had. */
    noSocket: () => {
      setPhase({ at: 'form' })
      setTrouble({ kind: 'told', words: t('trouble.noLine') })
    },
    /** The order of a paid form stands. */
    ordered: () => {
      keep(true)
      setOrderKeys(readOrders(customUrl))
    },
    orderKeys,
    refresh,
  }
}
export type SignUp = ReturnType<typeof useSignUp>
