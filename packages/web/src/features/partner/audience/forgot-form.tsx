import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { FieldError, TextField } from '../../../ui/audience-field.tsx'
import { forgotPassword } from './partner-calls.ts'
import css from './partner-page.module.css'

/** Asks for a letter with a link that sets a password. What it says is the same whether the address is a partner's. */
export const ForgotForm = ({
  partnerId,
  onLeave,
}: {
  readonly partnerId: string
  /** Back to logging in. */
  readonly onLeave: () => void
}) => {
  const t = useText('partner')
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that led here, or, once it is sent, the field is gone.
    if (isSent || heading.current !== null) heading.current?.focus()
  }, [isSent])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setTrouble(undefined)
    if (isBusy || email.trim() === '') return
    setBusy(true)
    try {
      await forgotPassword(partnerId, email.trim())
      setSent(true)
    } catch (error) {
      if (!isCallError(error)) throw error
      setTrouble(error.message)
    }
    setBusy(false)
  }

  return (
    <form className={css.form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <h1 ref={heading} tabIndex={-1}>
        {t('forgot.title')}
      </h1>
      {isSent ? (
        <>
          <p className={css.note} role="status">
            {t('forgot.sent', { email: email.trim() })}
          </p>
          <p className={css.lead}>{t('forgot.help')}</p>
        </>
      ) : (
        <>
          <p className={css.lead}>{t('forgot.lead')}</p>
          <TextField
            label={t('login.email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            value={email}
            onText={setEmail}
            error={isTried && email.trim() === '' ? t('login.required') : undefined}
          />
          {trouble !== undefined && <FieldError text={trouble} />}
          <Action big type="submit" busy={isBusy}>
            {t('forgot.submit')}
          </Action>
        </>
      )}
      <Action kind="soft" onClick={onLeave}>
        {t('forgot.leave')}
      </Action>
    </form>
  )
}
