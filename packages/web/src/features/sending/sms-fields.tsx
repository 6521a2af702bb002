import type { Language } from '@kaimai/contract/common/language.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { smsOptOut } from '@kaimai/contract/letter/sms.rules.ts'
import type { SmsTexts } from '@kaimai/contract/sending/sending.routes.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { VariableMenu } from '../letter-template/variable-menu.api.tsx'
import { smsBeginning, SmsTextarea } from '../letter/sms-text.api.tsx'

export const emptySms: SmsTexts = { 'zh-TW': smsBeginning, en: '' }

/** By which people refuse the next one: put behind each text as it is sent. */
export const smsEnding = (language: Language): string => smsOptOut(location.origin, language)

interface SmsFieldsProps {
  readonly sms: SmsTexts
  readonly onChange: (sms: SmsTexts) => void
  readonly errorAt: (path: string) => string | undefined
}

/** What a text message says in both languages, with how many parts it takes and what it costs. */
export const SmsFields = ({ sms, onChange, errorAt }: SmsFieldsProps) => {
  const t = useText('sending')
  return (
    <>
      <div>
        <VariableMenu type={letterTypes.freeText} within="sms." />
      </div>
      <SmsTextarea
        name="sms.zh-TW"
        language="zh-TW"
        label={t('sms.text')}
        value={sms['zh-TW']}
        onChange={(text) => onChange({ ...sms, 'zh-TW': text })}
        error={errorAt('sms.zh-TW')}
        ending={smsEnding('zh-TW')}
        rows={4}
        required
      />
      <p className="caption">{t('sms.hint')}</p>
      <SmsTextarea
        name="sms.en"
        language="en"
        label={t('sms.textEn')}
        emptyHint={t('sms.textEnHint')}
        value={sms.en}
        onChange={(text) => onChange({ ...sms, en: text })}
        error={errorAt('sms.en')}
        ending={smsEnding('en')}
        rows={3}
        optional
      />
    </>
  )
}
