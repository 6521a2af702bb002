import { type FormEvent, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import { FieldError, TextField } from '../../../../ui/audience-field.tsx'
import { giveAccount } from './refund-account-call.ts'
import css from './refund-account-sheet.module.css'

const texts: LazyTexts = {
  namespace: 'refund-account',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

interface AccountSheetProps {
  readonly refundId: string
  readonly orderKey: string
  readonly onClose: () => void
  /** It is kept. */
  readonly onGiven: () => void
}

const holderMax = 40
const empty = { bankCode: '', account: '', holder: '' }

/** Asks for the bank account that a refund by transfer goes to. */
export const AccountSheet = ({ refundId, orderKey, onClose, onGiven }: AccountSheetProps) => {
  const t = useText('refund-account')
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const set = (name: keyof typeof empty) => (text: string) => {
    setValues({ ...values, [name]: text })
    setErrors({ ...errors, [name]: '' })
  }
  const errorAt = (name: string) => errors[name] || undefined
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    setTrouble(undefined)
    try {
      await giveAccount(orderKey, refundId, values)
      onGiven()
    } catch (error) {
      if (isCallError(error) && error.fields !== undefined) setErrors(error.fields)
      else setTrouble(isCallError(error) ? error.message : t('failed'))
      setSending(false)
    }
  }
  return (
    <Sheet title={t('title')} closeLabel={t('close')} onClose={onClose}>
      <form className={css.form} onSubmit={(event) => void send(event)} noValidate>
        <p className={css.lead}>{t('lead')}</p>
        <TextField
          label={t('bankCode')}
          help={t('bankCodeHelp')}
          error={errorAt('bankCode')}
          value={values.bankCode}
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          onText={set('bankCode')}
        />
        <TextField
          label={t('account')}
          error={errorAt('account')}
          value={values.account}
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          onText={set('account')}
        />
        <TextField
          label={t('holder')}
          error={errorAt('holder')}
          value={values.holder}
          maxLength={holderMax}
          autoComplete="name"
          onText={set('holder')}
        />
        {trouble !== undefined && <FieldError text={trouble} />}
        <Action big type="submit" busy={isSending}>
          {t('send')}
        </Action>
      </form>
    </Sheet>
  )
}

export const loadAccountSheet = () => withTexts(texts, AccountSheet)
