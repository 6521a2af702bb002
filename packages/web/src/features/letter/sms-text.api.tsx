import type { Language } from '@kaimai/contract/common/language.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
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

/** What is said of a session in an example: as long as it is for most people. */
const sessionExample = (language: Language): Readonly<Record<string, string>> => ({
  sessionTitle: language === 'en' ? 'Evening show' : '週五晚間直播',
  liveBeginAt: letterTime(Date.UTC(2026, 11, 25, 12), 'Asia/Taipei', language),
  liveUrl: `${location.origin}/stream/2EP529H2YG4/zV4uAIM1dxtXURl8KhAjRojfTFl`,
})

/** How a text reads for somebody, its variables filled in. */
const useExample = (): ((text: string, language: Language) => string) => {
  const t = useText('letter')
  const { name: firmName } = useFirm()
  return (text, language) => filled(text, { name: t('sms.exampleName'), firmName, ...sessionExample(language) })
}

interface SmsPreviewProps {
  /** Texts as they are being written. */
  readonly texts: readonly { readonly language: Language; readonly text: string }[]
}

/** Text messages as they stand on the phone of somebody who gets them. */
export const SmsPreview = ({ texts }: SmsPreviewProps) => {
  const t = useText('letter')
  const exampleOf = useExample()
  return (
    <PhoneFrame label={t('sms.preview')}>
      <div className={css.messages}>
        {texts.map(({ language, text }) => (
          <p key={language} className={css.message}>
            {partsOf(exampleOf(text, language)).map((part) => (
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
  /** That the text is written in. */
  readonly language: Language
  /** What is put behind it as it is sent, and counted with it. */
  readonly ending?: string
}

/** What a text message says, with how many parts it takes, what it costs, and which sign makes it take more. */
export const SmsTextarea = ({ emptyHint, language, ending = '', ...props }: SmsTextareaProps) => {
  const t = useText('letter')
  const f = useFormat()
  const example = useExample()(props.value, language) + ending
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
