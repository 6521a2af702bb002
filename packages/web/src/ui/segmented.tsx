import { type ReactNode, useId } from 'react'
import css from './segmented.module.css'

export interface SegmentedProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[]
}

/** One of a few ways to look at the same thing. */
export const Segmented = <T extends string>({ label, value, onChange, options }: SegmentedProps<T>) => {
  const name = useId()
  return (
    <div className={css.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
