import { useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { newIdempotencyKey } from '../../../../lib/http/http.ts'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import css from './give-up-sheet.module.css'
import { cancelOrder } from './unpaid-call.ts'

export const unpaidTexts: LazyTexts = {
  namespace: 'unpaid',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

export interface GiveUpProps {
  readonly orderNo: string
  readonly orderKey: string
  /** A code to pay with was issued: money may be on its way. */
  readonly hasCode: boolean
  readonly onClose: () => void
  /** It is given up. */
  readonly onGone: () => void
}

/** Asks once whether the buyer gives up an unpaid order, and says what happens then. */
export const GiveUpSheet = ({ orderNo, orderKey, hasCode, onClose, onGone }: GiveUpProps) => {
  const t = useText('unpaid')
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [key] = useState(newIdempotencyKey)
  const giveUp = async (): Promise<void> => {
    setSending(true)
    setTrouble(undefined)
    try {
      await cancelOrder(orderKey, key)
      onGone()
    } catch (error) {
      setTrouble(isCallError(error) ? error.message : t('giveUp.failed'))
      setSending(false)
    }
  }
  return (
    <Sheet
      title={t('giveUp.title', { orderNo })}
      closeLabel={t('giveUp.close')}
      onClose={onClose}
      foot={
        <div className={css.acts}>
          <Action big kind="quiet" onClick={onClose}>
            {t('giveUp.no')}
          </Action>
          <Action big className={css.yes} busy={isSending} onClick={() => void giveUp()}>
            {t('giveUp.yes')}
          </Action>
        </div>
      }
    >
      <p className={css.words}>{t('giveUp.text')}</p>
      {hasCode && <p className={css.words}>{t('giveUp.code')}</p>}
      <p className={css.trouble} role="alert">
        {trouble}
      </p>
    </Sheet>
  )
}

export const loadGiveUpSheet = () => withTexts(unpaidTexts, GiveUpSheet)
