import { IconCheck, IconPalette } from '@tabler/icons-react'
import { type CSSProperties, useId } from 'react'
import { FieldFrame } from './field-frame.tsx'
import { icon16 } from './icon-props.ts'
import css from './tone-swatches.module.css'
import { type ToneId, tones } from './tones.ts'

export interface ToneSwatchesProps {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly onChange: (tone: string) => void
  readonly error: string | undefined
  /** What a tone is called; `own`: the one that is mixed oneself. */
  readonly nameOf: (id: ToneId | 'own') => string
}

const look = (tone: string): CSSProperties & Record<'--swatch', string> => ({ '--swatch': tone })

/** The one colour of a page: six that go well with anything, or one's own. */
export const ToneSwatches = (props: ToneSwatchesProps) => {
  const { value, onChange, nameOf } = props
  const group = useId()
  const own = tones.every(({ tone }) => tone !== value.toLowerCase())
  return (
    <FieldFrame {...props} group>
      {() => (
        <div className={css.tones} role="radiogroup" aria-label={props.label}>
          {tones.map(({ id, tone }) => (
            <label key={id} className={css.tone} style={look(tone)} title={nameOf(id)}>
              <input
                className="native-input"
                type="radio"
                name={group}
                checked={value.toLowerCase() === tone}
                onChange={() => onChange(tone)}
                aria-label={nameOf(id)}
              />
              <IconCheck size={16} stroke={2.5} aria-hidden="true" />
            </label>
          ))}
          <label className={css.tone} data-own={own} style={look(own ? value : 'var(--surface)')} title={nameOf('own')}>
            <input
              className="native-input"
              type="color"
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              aria-label={nameOf('own')}
            />
            {own ? <IconCheck size={16} stroke={2.5} aria-hidden="true" /> : <IconPalette {...icon16} />}
          </label>
        </div>
      )}
    </FieldFrame>
  )
}
