import { fillLetter } from '@kaimai/contract/letter/letter.rules.ts'
import { countSms, smsLengths, smsMaxLength, smsTenths, wideningAlone } from '@kaimai/contract/letter/sms.rules.ts'
import type { SmsTexts } from '@kaimai/contract/sending/sending.routes.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'

/** What a new text message begins with: text messages say whose they are. */
export const emptySms: SmsTexts = { 'zh-TW': '【{{firmName}}】', en: '' }

/** As somebody gets it, to be counted; while its variables are being typed as it stands. */
const filled = (text: string, values: Readonly<Record<string, string>>): string => {
  try {
    return fillLetter(text, values)
  } catch {
    return text
  }
}

interface SmsFieldsProps {
  readonly sms: SmsTexts
  readonly onChange: (sms: SmsTexts) => void
  readonly errorAt: (path: string) => string | undefined
}

/** What a text message says in both languages, with how many parts it takes and what it costs. */
export const SmsFields = ({ sms, onChange, errorAt }: SmsFieldsProps) => {
  const t = useText('sending')
  const f = useFormat()
  const { name: firmName } = useFirm()
  const exampleOf = (text: string): string => filled(text, { name: t('sms.exampleName'), firmName })
  const counted = (text: string): string => {
    const example = exampleOf(text)
    const { units, segments } = countSms(example)
    return t('sms.counted', {
      units: f.number(units),
      segments: f.number(segments),
      points: f.number(smsTenths(example) / 10),
    })
  }
  /** Which sign makes the message take more parts, where it is one alone. */
  const widened = (text: string) => {
    const sign = wideningAlone(exampleOf(text))
    const { ucs2, gsm7 } = smsLengths
    return (
      sign !== '' && (
        <p className="caption" role="status">
          {t('sms.widened', { sign, wide: f.number(ucs2.single), plain: f.number(gsm7.single) })}
        </p>
      )
    )
  }
  return (
    <>
      <LabelledTextarea
        name="sms.zh-TW"
        label={t('sms.text')}
        description={counted(sms['zh-TW'])}
        value={sms['zh-TW']}
        onChange={(text) => onChange({ ...sms, 'zh-TW': text })}
        error={errorAt('sms.zh-TW')}
        max={smsMaxLength}
        rows={4}
        required
      />
      {widened(sms['zh-TW'])}
      <p className="caption">{t('sms.hint', { name: '{{name|您}}', firmName: '{{firmName}}' })}</p>
      <LabelledTextarea
        name="sms.en"
        label={t('sms.textEn')}
        description={sms.en.trim() === '' ? t('sms.textEnHint') : counted(sms.en)}
        value={sms.en}
        onChange={(text) => onChange({ ...sms, en: text })}
        error={errorAt('sms.en')}
        max={smsMaxLength}
        rows={3}
        optional
      />
      {widened(sms.en)}
    </>
  )
}
