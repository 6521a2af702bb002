import { fillLetter } from '@kaimai/contract/letter/letter.rules.ts'
import { countSms, smsLengths, smsTenths, wideningAlone } from '@kaimai/contract/letter/sms.rules.ts'
import type { ComponentProps } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { partsOf } from './letter-labels.ts'
import css from './sms-text.module.css'

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

type Values = Readonly<Record<string, string>>

/** How a text reads for somebody, its variables filled in. */
const useExample = (): ((text: string, values?: Values) => string) => {
  const t = useText('letter')
  const { name: firmName } = useFirm()
  return (text, values) => filled(text, { name: t('sms.exampleName'), firmName, ...values })
}

interface SmsPreviewProps {
  /** Texts as they are being written. */
  readonly texts: readonly string[]
  readonly values?: Values
}

/** Text messages as they stand on the phone of somebody who gets them. */
export const SmsPreview = ({ texts, values }: SmsPreviewProps) => {
  const t = useText('letter')
  const exampleOf = useExample()
  return (
    <PhoneFrame label={t('sms.preview')}>
      <div className={css.messages}>
        {texts.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <p key={at} className={css.message}>
            {partsOf(exampleOf(text, values)).map((part) => (
              <span key={part.at} className={part.isLink ? css.link : undefined}>
                {part.text}
              </span>
            ))}
          </p>
        ))}
      </div>
    </PhoneFrame>
  )
}

interface SmsTextareaProps extends Omit<ComponentProps<typeof LabelledTextarea>, 'max' | 'description'> {
  /** What is said of an empty one. */
  readonly emptyHint?: string
  /** What its variables stand for, name and firm apart, as it is counted. */
  readonly values?: Values
  /** What is put behind it as it is sent, and counted with it. */
  readonly ending?: string
}

/** What a text message says, with how many parts it takes, what it costs, and which sign makes it take more. */
export const SmsTextarea = ({ emptyHint, values, ending = '', ...props }: SmsTextareaProps) => {
  const t = useText('letter')
  const f = useFormat()
  const example = useExample()(props.value, values) + ending
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
      <LabelledTextarea {...props} description={isEmpty && emptyHint !== undefined ? emptyHint : counted} />
      {sign !== '' && (
        <p className="caption" role="status">
          {t('sms.widened', { sign, wide: f.number(ucs2.single), plain: f.number(gsm7.single) })}
        </p>
      )}
    </>
  )
}
