import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { FieldError, SelectField, TextField } from '../../../../ui/audience-field.tsx'
import type { DraftField } from './draft.ts'
import css from './fields.module.css'
import { useForm } from './form-context.ts'

/** A line of text of the checkout. */
export const DraftText = ({
  name,
  read = (typed) => typed,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onText' | 'onBlur'> & {
  readonly name: DraftField
  /** What is stored of what was typed. */
  readonly read?: (typed: string) => string
}) => {
  const { draft, change, errorOf, leave } = useForm()
  return (
    <TextField
      {...field}
      data-field={name}
      value={draft[name]}
      error={errorOf(name)}
      onText={(typed) => change({ [name]: read(typed) })}
      onBlur={() => leave(name)}
    />
  )
}

/** One of a list. */
export const DraftSelect = ({
  name,
  onChoose,
  ...field
}: Omit<ComponentProps<typeof SelectField>, 'name' | 'value' | 'error' | 'onChoose' | 'onBlur'> & {
  readonly name: DraftField
  readonly onChoose?: (value: string) => void
}) => {
  const { draft, change, errorOf, leave } = useForm()
  return (
    <SelectField
      {...field}
      data-field={name}
      value={draft[name]}
      error={errorOf(name)}
      onChoose={onChoose ?? ((value) => change({ [name]: value }))}
      onBlur={() => leave(name)}
    />
  )
}

/** One way of several, each on a line that says what it takes and costs. */
export const Choices = <V extends string>({
  name,
  label,
  value,
  options,
  onChoose,
  children,
}: {
  readonly name: DraftField
  readonly label: string
  readonly value: string
  readonly options: readonly {
    readonly value: V
    readonly title: string
    readonly note?: string | undefined
    readonly end?: ReactNode
  }[]
  readonly onChoose: (value: V) => void
  /** Stands under the chosen line. */
  readonly children?: ReactNode
}) => {
  const { errorOf } = useForm()
  const error = errorOf(name)
  return (
    <>
      <fieldset className={css.choices} data-field={name} tabIndex={-1}>
        <legend className="sr-only">{label}</legend>
        {options.map((option) => {
          const on = option.value === value
          return (
            <div key={option.value}>
              <label className={clsx(css.choice, on && css.on)}>
                <input type="radio" name={name} checked={on} onChange={() => onChoose(option.value)} />
                <span className={clsx('grow', css.words)}>
                  <b>{option.title}</b>
                  {option.note !== undefined && option.note !== '' && <small className="small">{option.note}</small>}
                </span>
                {option.end !== undefined && <span className={css.end}>{option.end}</span>}
              </label>
              {on && children !== undefined && <div className={css.more}>{children}</div>}
            </div>
          )
        })}
      </fieldset>
      {error !== undefined && <FieldError text={error} />}
    </>
  )
}
