import { useText } from '../../lib/i18n/use-text.tsx'
import { ToneSwatches } from '../../ui/tone-swatches.tsx'

interface ToneChoiceProps {
  readonly value: string
  readonly onChange: (tone: string) => void
  readonly error: string | undefined
}

/** The one colour of a form's page. */
export const ToneChoice = (props: ToneChoiceProps) => {
  const t = useText('signup')
  return (
    <ToneSwatches
      {...props}
      name="colorToneId"
      label={t('form.tone')}
      description={t('form.toneHint')}
      nameOf={(id) => t(`tone.${id}`)}
    />
  )
}
