import type { SmsTexts } from '@kaimai/contract/sending/sending.routes.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { languages } from '@kaimai/contract/common/language.ts'
import { SmsPreview } from '../letter/sms-text.api.tsx'
import { ChosenTemplatePreview } from '../letter-template/chosen-template.api.tsx'
import { smsEnding } from './sms-fields.tsx'

interface SendingPreviewProps {
  readonly sms: SmsTexts | null
  /** Empty until one is chosen. */
  readonly letterTemplateId: string
}

/** What leaves, as one of those who get it sees it. */
export const SendingPreview = ({ sms, letterTemplateId }: SendingPreviewProps) => {
  const t = useText('sending')
  if (sms) {
    const written = languages.filter((language) => sms[language].trim() !== '')
    return <SmsPreview texts={written.map((language) => ({ language, text: sms[language] + smsEnding(language) }))} />
  }
  if (letterTemplateId === '') return <p className="lead-line">{t('form.noPreview')}</p>
  return <ChosenTemplatePreview key={letterTemplateId} letterTemplateId={letterTemplateId} />
}
