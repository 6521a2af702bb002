import { type FormEvent, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { FieldError, TextField } from '../../../ui/audience-field.tsx'
import { setPassword } from './partner-calls.ts'
import css from './partner-page.module.css'

/** Sets the password by the link that the shop handed over; logging in comes after. */
export const PasswordForm = ({
  partnerId,
  token,
  onSet,
  onLeave,
}: {
  readonly partnerId: string
  readonly token: string
  readonly onSet: () => void
  /** On to logging in, without a new password. */
  readonly onLeave: () => void
}) => {
  const t = useText('partner')
  const [password, setTyped] = useState('')
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [trouble, setTrouble] = useState<string>()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setTrouble(undefined)
    setWrong(password === '' ? t('login.required') : undefined)
    if (password === '') return
    setBusy(true)
    try {
      await setPassword(partnerId, token, password)
      onSet()
    } catch (error) {
      if (!isCallError(error)) throw error
      setBusy(false)
      const ofField = error.fields?.['password']
      setWrong(ofField)
      setTrouble(ofField === undefined ? error.message : undefined)
    }
  }

  return (
    <form className={css.form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('password.title')}</h1>
      <p className={css.lead}>{t('password.lead')}</p>
      <TextField
        label={t('password.new')}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        help={t('password.help')}
        value={password}
        onText={setTyped}
        error={wrong}
      />
      <label className={css.check}>
        <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        {t('password.show')}
      </label>
      {trouble !== undefined && <FieldError text={trouble} />}
      <Action big type="submit" busy={isBusy}>
        {t('password.submit')}
      </Action>
      <Action kind="soft" onClick={onLeave}>
        {t('password.leave')}
      </Action>
    </form>
  )
}
