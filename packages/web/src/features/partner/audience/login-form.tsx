import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { FieldError, TextField } from '../../../ui/audience-field.tsx'
import { logIn } from './partner-calls.ts'
import css from './partner-page.module.css'

/** Logs a partner in by e-mail and password. */
export const LoginForm = ({
  partnerId,
  note,
  onLoggedIn,
  onForgotten,
}: {
  readonly partnerId: string
  /** What has just happened, said above the form. */
  readonly note: string | undefined
  /** Shows what is behind the login, when the session is there. */
  readonly onLoggedIn: () => Promise<void>
  readonly onForgotten: () => void
}) => {
  const t = useText('partner')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Something has ended here: who listens to the page hears what it is now.
    if (note !== undefined) heading.current?.focus()
  }, [note])

  const missing = (text: string): string | undefined => (isTried && text === '' ? t('login.required') : undefined)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setTrouble(undefined)
    if (isBusy || email.trim() === '' || password === '') return
    setBusy(true)
    try {
      await logIn(partnerId, email.trim(), password)
      await onLoggedIn()
      // Still here: the browser has not kept the session's cookie. Else the form is gone, and nobody reads it.
      setBusy(false)
      setTrouble(t('login.noCookie'))
    } catch (error) {
      if (!isCallError(error)) throw error
      setBusy(false)
      setPassword('')
      setTried(false)
      setTrouble(error.errorName === 'wrongCredentials' ? t('login.wrong') : error.message)
    }
  }

  return (
    <form className={css.form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <h1 ref={heading} tabIndex={-1}>
        {t('login.title')}
      </h1>
      {note === undefined ? (
        <p className={css.lead}>{t('login.lead')}</p>
      ) : (
        <p className={css.note} role="status">
          {note}
        </p>
      )}
      <TextField
        label={t('login.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={email}
        onText={setEmail}
        error={missing(email.trim())}
      />
      <TextField
        label={t('login.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onText={setPassword}
        error={missing(password)}
      />
      {trouble !== undefined && <FieldError text={trouble} />}
      <Action big type="submit" busy={isBusy}>
        {t('login.submit')}
      </Action>
      <Action kind="soft" onClick={onForgotten}>
        {t('login.forgot')}
      </Action>
    </form>
  )
}
