import css from './programme.module.css'

/** On and off, with its words before it. */
export const Switch = ({
  label,
  on,
  disabled = false,
  onChange,
}: {
  label: string
  on: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the button is labelled by its name
  <label>
    {label}
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={css.switch}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  </label>
)
