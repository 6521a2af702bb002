import type { SendingAudience } from '@kaimai/contract/sending/sending.routes.ts'
import { sendingLimits } from '@kaimai/contract/sending/sending.rules.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput } from '../../ui/field.tsx'

type BroughtAlong = Extract<SendingAudience, { readonly consent: string }>

interface ConsentFieldProps<A extends BroughtAlong> {
  readonly audience: A
  readonly onChange: (audience: A) => void
  readonly errorAt: (path: string) => string | undefined
}

/** Where people whom the shop brings along have agreed to be written to. */
export const ConsentField = <A extends BroughtAlong>({ audience, onChange, errorAt }: ConsentFieldProps<A>) => {
  const t = useText('sending')
  return (
    <LabelledInput
      name="audience.consent"
      label={t('form.consent')}
      description={t('form.consentHint')}
      value={audience.consent}
      onChange={(consent) => onChange({ ...audience, consent })}
      error={errorAt('audience.consent')}
      max={sendingLimits.consent}
      required
    />
  )
}
