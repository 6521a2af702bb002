import { type FormEvent, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import { FieldError, TextField } from '../../../../ui/audience-field.tsx'
import { reportTransfer } from './transfer-call.ts'
import css from './transfer-sheet.module.css'

const texts: LazyTexts = {
  namespace: 'transfer',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

interface TransferSheetProps {
  readonly orderKey: string
  /** As reported before; empty: not yet. */
  readonly digits: string
  readonly onClose: () => void
  /** It is kept. */
  readonly onReported: () => void
}

/** Asks for the end of the account that a bank transfer came from. */
export const TransferSheet = ({ orderKey, digits, onClose, onReported }: TransferSheetProps) => {
  const t = useText('transfer')
  const [lastFive, setLastFive] = useState(digits)
  const [wrong, setWrong] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    setTrouble(undefined)
    try {
      await reportTransfer(orderKey, lastFive)
      onReported()
    } catch (error) {
      const field = isCallError(error) ? error.fields?.['lastFive'] : undefined
      setWrong(field)
      if (field === undefined) setTrouble(isCallError(error) ? error.message : t('failed'))
      setSending(false)
    }
  }
  return (
    <Sheet title={t('title')} closeLabel={t('close')} onClose={onClose}>
      <form className={css.form} onSubmit={(event) => void send(event)} noValidate>
        <p className={css.lead}>{t('lead')}</p>
        <TextField
          label={t('lastFive')}
          help={t('lastFiveHelp')}
          error={wrong}
          value={lastFive}
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          onText={(text) => {
            setLastFive(text)
            setWrong(undefined)
          }}
        />
        {trouble !== undefined && <FieldError text={trouble} />}
        <Action big type="submit" busy={isSending}>
          {t('send')}
        </Action>
      </form>
    </Sheet>
  )
}

export const loadTransferSheet = () => withTexts(texts, TransferSheet)
