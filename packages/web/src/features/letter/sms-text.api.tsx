import { fillLetter } from '@kaimai/contract/letter/letter.rules.ts'
import { countSms, smsLengths, smsMaxLength, smsTenths, wideningAlone } from '@kaimai/contract/letter/sms.rules.ts'
import type { ComponentProps } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'

/** What a new text message begins with: text messages say whose they are. */
export const smsBeginning = '【{{firmName}}】'

/** As somebody gets it, to be counted; while its variables are being typed as it stands. */
const filled = (text: string, values: Readonly<Record<string, string>>): string => {
  try {
    return fillLetter(text, values)
  } catch {
    return text
  }
}

interface SmsTextareaProps extends Omit<ComponentProps<typeof LabelledTextarea>, 'max' | 'description'> {
  /** What is said of an empty one. */
  readonly emptyHint?: string
  /** What its variables stand for, name and firm apart, as it is counted. */
  readonly values?: Readonly<Record<string, string>>
}

/** What a text message says, with how many parts it takes, what it costs, and which sign makes it take more. */
export const SmsTextarea = ({ emptyHint, values, ...props }: SmsTextareaProps) => {
  const t = useText('letter')
  const f = useFormat()
  const { name: firmName } = useFirm()
  const example = filled(props.value, { name: t('sms.exampleName'), firmName, ...values })
  const { units, segments } = countSms(example)
  const counted = t('sms.counted', {
    units: f.number(units),
    segments: f.number(segments),
    points: f.number(smsTenths(example) / 10),
  })
  const sign = wideningAlone(example)
  const { ucs2, gsm7 } = smsLengths
  const isEmpty = props.value.trim() === ''
  return (
    <>
      <LabelledTextarea
        {...props}
        description={isEmpty && emptyHint !== undefined ? emptyHint : counted}
        max={smsMaxLength}
      />
      {sign !== '' && (
        <p className="caption" role="status">
          {t('sms.widened', { sign, wide: f.number(ucs2.single), plain: f.number(gsm7.single) })}
        </p>
      )}
    </>
  )
}
