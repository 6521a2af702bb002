import type { SmsTexts } from '@kaimai/contract/sending/sending.routes.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { SmsPreview } from '../letter/sms-text.api.tsx'
import { ChosenTemplatePreview } from '../letter-template/chosen-template.api.tsx'

interface SendingPreviewProps {
  readonly sms: SmsTexts | null
  /** Empty until one is chosen. */
  readonly letterTemplateId: string
}

/** What leaves, as one of those who get it sees it. */
export const SendingPreview = ({ sms, letterTemplateId }: SendingPreviewProps) => {
  const t = useText('sending')
  if (sms) return <SmsPreview texts={[sms['zh-TW'], sms.en]} />
  if (letterTemplateId === '') return <p className="lead-line">{t('form.noPreview')}</p>
  return <ChosenTemplatePreview key={letterTemplateId} letterTemplateId={letterTemplateId} />
}
