import css from './switch-input.module.css'

export interface SwitchInputProps {
  readonly checked: boolean
  readonly disabled?: boolean | undefined
  readonly onChange: (checked: boolean) => void
}

/** On and off without words: the label around it has them, and may set --switch-on and --switch-off. */
export const SwitchInput = ({ checked, disabled, onChange }: SwitchInputProps) => (
  <input
    type="checkbox"
    role="switch"
    className={css.switch}
    checked={checked}
    disabled={disabled}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
