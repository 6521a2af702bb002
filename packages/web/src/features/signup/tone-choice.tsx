import { IconCheck, IconPalette } from '@tabler/icons-react'
import { type CSSProperties, useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import css from './tone-choice.module.css'
import { tones } from './tones.ts'

interface ToneChoiceProps {
  readonly value: string
  readonly onChange: (tone: string) => void
  readonly error: string | undefined
}

const look = (tone: string): CSSProperties & Record<'--swatch', string> => ({ '--swatch': tone })

/** The one colour of a page: six that go well with anything, or one's own. */
export const ToneChoice = ({ value, onChange, error }: ToneChoiceProps) => {
  const t = useText('signup')
  const group = useId()
  const own = tones.every(({ tone }) => tone !== value.toLowerCase())
  return (
    <FieldFrame label={t('form.tone')} description={t('form.toneHint')} name="colorToneId" error={error} group>
      {() => (
        <div className={css.tones} role="radiogroup" aria-label={t('form.tone')}>
          {tones.map(({ id, tone }) => (
            <label key={id} className={css.tone} style={look(tone)} title={t(`tone.${id}`)}>
              <input
                type="radio"
                name={group}
                checked={value.toLowerCase() === tone}
                onChange={() => onChange(tone)}
                aria-label={t(`tone.${id}`)}
              />
              <IconCheck size={16} stroke={2.5} aria-hidden="true" />
            </label>
          ))}
          <label className={css.tone} data-own={own} style={look(own ? value : 'var(--surface)')} title={t('tone.own')}>
            <input
              type="color"
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              aria-label={t('tone.own')}
            />
            {own ? (
              <IconCheck size={16} stroke={2.5} aria-hidden="true" />
            ) : (
              <IconPalette size={16} stroke={1.75} aria-hidden="true" />
            )}
          </label>
        </div>
      )}
    </FieldFrame>
  )
}
