import type { OwnSignup } from '@kaimai/contract/signup/own-signup.routes.ts'
import { ownSignupRoutes } from '@kaimai/contract/signup/own-signup.routes.ts'
import { codeAgainAfterMs, isWholeCode, readCode } from '@kaimai/contract/signup/signup-code.rules.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { clsx } from 'clsx'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { call } from '../../../../lib/http/http.ts'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import { Field } from '../field.tsx'
import { homeCountry } from '../phone-countries.ts'
import css from './own-signup.module.css'

/** Seconds until a moment, counted down; 0 once it is there. */
const useSecondsTo = (atMs: number): number => {
  const [nowMs, setNow] = useState(() => browserClock.now())
  const isOver = nowMs >= atMs
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(browserClock.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  // The time read last is older than the moment, until the next second.
  return Math.min(codeAgainAfterMs / 1000, Math.max(0, Math.ceil((atMs - nowMs) / 1000)))
}

/** What went wrong: with the field, or with the line. */
interface Fault {
  readonly field?: string
  readonly words?: string
}

/**
 * Somebody who signed up elsewhere gives phone or e-mail, then the code that the letter holds. Nothing here tells whether
 * there is such a sign-up: the words are the same for everybody.
 */
export const CodeSheet = ({
  customUrl,
  onEntered,
  onClose,
}: {
  readonly customUrl: string
  readonly onEntered: (own: OwnSignup) => void
  readonly onClose: () => void
}) => {
  const t = useText('signup')
  const language = useLanguage()
  const [contact, setContact] = useState('')
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'contact' | 'code' | 'opening'>('contact')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>({})
  const [sends, setSends] = useState(0)
  const [againAtMs, setAgainAt] = useState(0)
  const seconds = useSecondsTo(againAtMs)
  const input = useRef<HTMLInputElement>(null)
  /** Each step has a field of its own, which is where one goes on. */
  const takeField = useCallback((field: HTMLInputElement | null) => {
    input.current = field
    field?.focus()
  }, [])

  /** Sends one call at a time; what is wrong stands at the field, and the focus with it. */
  const run = async (field: 'contact' | 'code', act: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFault({})
    try {
      await act()
    } catch (error) {
      if (!isCallError(error)) throw error
      const ofField = error.fields?.[field]
      setFault(
        ofField !== undefined ? { field: ofField } : { words: error.status === 0 ? t('own.noLine') : error.message },
      )
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const send = () => {
    if (contact.trim() === '') {
      setFault({ field: signupErrors.noContact[language] })
      input.current?.focus()
      return
    }
    void run('contact', async () => {
      const body = { customUrl, contact: contact.trim(), phoneCountry: homeCountry }
      await call(ownSignupRoutes.askCode, { body }, { quiet: true })
      setAgainAt(browserClock.now() + codeAgainAfterMs)
      setSends((before) => before + 1)
      setCode('')
      setStep('code')
    })
  }

  const enter = (typed: string) => {
    if (!isWholeCode(typed)) {
      setFault({ field: signupErrors.codeIncomplete[language] })
      input.current?.focus()
      return
    }
    void run('code', async () => {
      const own = await call(ownSignupRoutes.enterCode, { body: { customUrl, code: typed } }, { quiet: true })
      setStep('opening')
      onEntered(own)
    })
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The page's own form stands around this one in React's tree.
    event.stopPropagation()
    if (step === 'contact') send()
    else if (step === 'code') enter(code)
  }

  return (
    <Sheet title={t('own.title')} closeLabel={t('own.close')} onClose={onClose}>
      <form
        className={css.steps}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => event.stopPropagation()}
        onBlur={(event) => event.stopPropagation()}
      >
        {step === 'contact' && (
          <>
            <Field id="own-contact" label={t('own.contact')} error={fault.field} isRight={false}>
              {(attributes) => (
                <input
                  {...attributes}
                  ref={takeField}
                  data-first
                  name="ownContact"
                  type="text"
                  inputMode="email"
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={254}
                  value={contact}
                  onChange={(event) => setContact(event.currentTarget.value)}
                />
              )}
            </Field>
            <p className="small">{t('own.contactHint')}</p>
          </>
        )}
        {step === 'code' && (
          <>
            <p className="text-m" role="status">
              {sends > 1 ? t('own.againSent') : t('own.sent', { contact: contact.trim() })}
            </p>
            <Field id="own-code" label={t('own.code')} error={fault.field} isRight={false}>
              {(attributes) => (
                <input
                  {...attributes}
                  ref={takeField}
                  name="ownCode"
                  type="text"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  className={css.code}
                  value={code}
                  onChange={(event) => {
                    const typed = readCode(event.currentTarget.value)
                    setCode(typed)
                    // A whole code is all there is to say: nobody has to find the button.
                    if (isWholeCode(typed) && typed !== code) enter(typed)
                  }}
                />
              )}
            </Field>
            <p className="small">{t('own.sentHint')}</p>
          </>
        )}
        {step === 'opening' && <p role="status">{t('own.opening')}</p>}
        {fault.words !== undefined && (
          <p className={clsx('text-m', css.trouble)} role="alert">
            {fault.words}
          </p>
        )}
        {step !== 'opening' && (
          <Action type="submit" big busy={isBusy}>
            {t(step === 'contact' ? 'own.send' : 'own.enter')}
          </Action>
        )}
        {step === 'code' && (
          <div className={css.more}>
            <Action kind="plain" disabled={seconds > 0 || isBusy} onClick={send}>
              {seconds > 0 ? t('own.againIn', { seconds }) : t('own.again')}
            </Action>
            <Action
              kind="plain"
              onClick={() => {
                setFault({})
                setSends(0)
                setStep('contact')
              }}
            >
              {t('own.back')}
            </Action>
          </div>
        )}
      </form>
    </Sheet>
  )
}
