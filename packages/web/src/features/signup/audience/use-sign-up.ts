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
import { firstChoice, leadsIn } from './session-state.ts'
import { createSignUpCall, readPage, type SignedUp } from './sign-up-call.ts'
import { usePersonCheck } from './use-person-check.ts'

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
  const [chosenId, setChosenId] = useState(
    () => firstChoice(given.sessions, Date.parse(given.now), given.known?.liveIds)?.liveId,
  )
  const [phase, setPhase] = useState<Phase>({ at: 'form' })
  const [trouble, setTrouble] = useState<string>()
  const [send] = useState(createSignUpCall)
  const check = usePersonCheck(form, page.countyRequired)
  const nowMs = useNow(page.now)
  const { customUrl } = page
  const session = page.sessions.find(({ liveId }) => liveId === chosenId)
  const isHydrated = useIsHydrated()
  const seats = useMemo(() => (isHydrated ? readSeats(customUrl) : {}), [isHydrated, customUrl])
  const isHeld = session !== undefined && page.known?.liveIds.includes(session.liveId) === true

  // Each time the form stands anew: what was typed or chosen in it before the page stood counts.
  const isForm = phase.at === 'form' || phase.at === 'sending'
  useEffect(() => {
    const shown = form.current
    if (!isForm || !shown) return
    fillIn(shown, readDraft(customUrl))
    const chosen = chosenSession(shown)
    if (chosen !== undefined) queueMicrotask(() => setChosenId(chosen))
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
    const path = answer.links.find(({ liveId }) => liveId === chosen.liveId)?.path
    if (path !== undefined && leadsIn(chosen, nowMs)) {
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
    setChosenId(firstChoice(fresh.sessions, Date.parse(fresh.now), fresh.known?.liveIds)?.liveId)
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
    setTrouble(error.status === 0 ? t('trouble.noLine') : (fields.liveIds ?? error.message))
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
      finish(await send(customUrl, session.liveId, readPerson(shown)), session, readPerson(shown))
    } catch (error) {
      await fail(error, shown)
    }
  }

  return {
    page,
    nowMs,
    session,
    chosenId,
    choose: (liveId: string) => {
      setChosenId(liveId)
      setTrouble(undefined)
    },
    /** Where this device's visitor enters the chosen session; undefined without a seat in it, or without its link. */
    seatPath: isHeld ? seats[session.liveId] : undefined,
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
