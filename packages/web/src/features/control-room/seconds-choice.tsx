import { roomTime } from './person-style.ts'
import css from './standing.module.css'

const choices = [30, 60, 120, 300] as const

/** For how long something is open that viewers answer. */
export const SecondsChoice = ({
  label,
  name,
  value,
  onChange,
}: {
  readonly label: string
  readonly name: string
  readonly value: number
  readonly onChange: (seconds: number) => void
}) => (
  <fieldset className={css.lengths}>
    <legend>{label}</legend>
    {choices.map((choice) => (
      <label key={choice}>
        <input type="radio" name={name} checked={value === choice} onChange={() => onChange(choice)} />
        {roomTime(choice * 1000)}
      </label>
    ))}
  </fieldset>
)
