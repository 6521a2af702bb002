import type { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import { useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { FieldError } from '../../../ui/audience-field.tsx'
import { changeLetters } from './partner-calls.ts'
import css from './partner-page.module.css'
import { Section } from './section.tsx'

/** Which letters the partner gets. Statements always come. */
export const LetterChoice = ({
  commissionLetters,
  onSignedOut,
}: Pick<OwnPartner, 'commissionLetters'> & { readonly onSignedOut: () => void }) => {
  const t = useText('partner')
  const [isOn, setOn] = useState(commissionLetters)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  const choose = async (wanted: boolean): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setTrouble(undefined)
    setOn(wanted)
    try {
      setOn((await changeLetters(wanted)).commissionLetters)
    } catch (error) {
      if (!isCallError(error)) throw error
      if (error.errorName === 'signedOut') return onSignedOut()
      setOn(!wanted)
      setTrouble(error.message)
    }
    setBusy(false)
  }

  return (
    <Section title={t('letters.title')}>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={isOn}
          aria-busy={isBusy || undefined}
          onChange={(event) => void choose(event.target.checked)}
        />
        {t('letters.commissions')}
      </label>
      <p className="small">{t('letters.help')}</p>
      {trouble !== undefined && <FieldError text={trouble} />}
    </Section>
  )
}
