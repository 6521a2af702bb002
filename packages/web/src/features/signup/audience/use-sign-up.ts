import type { PublicSignup } from '@kaimai/contract/signup/signup.routes.ts'
import { type FormEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { useNow } from '../../../lib/audience/use-now.ts'
import { useIsHydrated } from '../../../lib/audience/use-viewer.ts'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import type { Person } from './checks.ts'
import { chosenSession, fillIn, goTo, isUntouched, readPerson } from './form-fields.ts'
import { keepDraft, keepSeats, readDraft, readSeats } from './kept.ts'
import type { Session } from './page-data.ts'
import { firstChoice, isHeldBy, leadsIn } from './session-state.ts'
import { createSignUpCall, readPage, type SignedUp } from './sign-up-call.ts'
import { usePersonCheck } from './use-person-check.ts'

/** Whether the page stands in a frame of another page (embedded). */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.self !== window.top

export interface Done {
  readonly result: SignedUp['result']
  readonly session: Session
  /** Path of the personal link; undefined when it went by letter only. */
  readonly path: string | undefined
  readonly person: Person
}

type Phase =
  | { readonly at: 'form' | 'sending' }
  /** On the way into the room. */
  | { readonly at: 'entering'; readonly path: string }
  | { readonly at: 'done'; readonly done: Done }

/** A sign-up from the first key to the personal link. */
export const useSignUp = (given: PublicSignup, form: RefObject<HTMLFormElement | null>) => {
  const t = useText('signup')
  const [page, setPage] = useState(given)
  const [chosenKey, setChosenKey] = useState(
    () => firstChoice(given.sessions, Date.parse(given.now), given.known?.liveIds)?.key,
  )
  const [phase, setPhase] = useState<Phase>({ at: 'form' })
  const [trouble, setTrouble] = useState<string>()
  const [send] = useState(createSignUpCall)
  const check = usePersonCheck(form, page)
  const nowMs = useNow(page.now)
  const { customUrl } = page
  const session = page.sessions.find(({ key }) => key === chosenKey)
  const isHydrated = useIsHydrated()
  const seats = useMemo(() => (isHydrated ? readSeats(customUrl) : {}), [isHydrated, customUrl])
  const heldId = session && isHeldBy(session, page.known?.liveIds) ? session.liveId : null

  // Each time the form stands anew: what was typed or chosen in it before the page stood counts.
  const isForm = phase.at === 'form' || phase.at === 'sending'
  useEffect(() => {
    const shown = form.current
    if (!isForm || !shown) return
    fillIn(shown, readDraft(customUrl))
    const chosen = chosenSession(shown)
    if (chosen !== undefined) queueMicrotask(() => setChosenKey(chosen))
  }, [form, isForm, customUrl])

  // Back from the room by the browser's own button: the page stands as it was left.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) setPhase((before) => (before.at === 'entering' ? { at: 'form' } : before))
    }
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [])

  const finish = (answer: SignedUp, chosen: Session, person: Person) => {
    keepSeats(customUrl, answer.links)
    const path = answer.links.find(({ key }) => key === chosen.key)?.path
    // In another site's frame the room does not open: there the link is pressed, and leads out of it.
    if (path !== undefined && leadsIn(chosen, nowMs) && !isFramed()) {
      setPhase({ at: 'entering', path })
      location.assign(path)
      return
    }
    setPhase({ at: 'done', done: { result: answer.result, session: chosen, path, person } })
    window.scrollTo({ top: 0 })
  }

  /** The session went to others, or is over: the page is asked again, the visitor chooses anew. */
  const refresh = async () => {
    const fresh = await readPage(customUrl).catch(() => undefined)
    if (!fresh) return
    setPage(fresh)
    setChosenKey(firstChoice(fresh.sessions, Date.parse(fresh.now), fresh.known?.liveIds)?.key)
  }

  const fail = async (error: unknown, shown: HTMLFormElement) => {
    setPhase({ at: 'form' })
    if (!isCallError(error)) throw error
    const { fields = {} } = error
    const first = check.take(fields)
    if (first) {
      goTo(shown, first)
      return
    }
    setTrouble(error.status === 0 ? t('trouble.noLine') : (fields.liveIds ?? fields.slots ?? error.message))
    if (error.errorName !== 'soldOut' && error.errorName !== 'gone') return
    await refresh()
    shown.querySelector('fieldset')?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }

  const submit = async (shown: HTMLFormElement) => {
    setTrouble(undefined)
    const person = readPerson(shown)
    if (isUntouched(person)) return goTo(shown, 'name')
    const wrong = await check.all(shown)
    if (wrong) return goTo(shown, wrong)
    if (!session) return
    if (!navigator.onLine) return setTrouble(t('trouble.offline'))
    setPhase({ at: 'sending' })
    try {
      finish(await send(customUrl, session, readPerson(shown)), session, readPerson(shown))
    } catch (error) {
      await fail(error, shown)
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
    },
    /** Where this device's visitor enters the chosen session; undefined without a seat in it, or without its link. */
    seatPath: heldId === null ? undefined : seats[heldId],
    phase,
    trouble,
    check,
    keep: () => {
      if (form.current) keepDraft(customUrl, readPerson(form.current))
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (phase.at === 'form') void submit(event.currentTarget)
    },
    again: () => {
      setPhase({ at: 'form' })
      window.scrollTo({ top: 0 })
      void refresh()
    },
  }
}
export type SignUp = ReturnType<typeof useSignUp>
