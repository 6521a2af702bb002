import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { icon16, icon20 } from '../../../../ui/icon-props.ts'
import type { DraftField } from './draft.ts'
import css from './fields.module.css'
import { useForm } from './form-context.ts'

const Frame = ({
  id,
  label,
  error,
  help,
  good,
  children,
}: {
  id: string
  label: string
  error: string | undefined
  help: string | undefined
  good: boolean
  children: ReactNode
}) => (
  <div className={css.field}>
    <label htmlFor={id}>{label}</label>
    <span className={clsx(css.box, error !== undefined && css.bad)}>
      {children}
      {good && <IconCheck {...icon20} className={css.ok} />}
    </span>
    {(error ?? help) !== undefined && (
      <p
        id={`${id}-help`}
        className={clsx(css.help, error !== undefined && css.wrong)}
        role={error ? 'alert' : undefined}
      >
        {error !== undefined && <IconAlertTriangle {...icon16} />}
        {error ?? help}
      </p>
    )}
  </div>
)

/** A line of text of the checkout. */
export const TextField = ({
  name,
  label,
  help,
  good = false,
  read = (typed) => typed,
  ...input
}: {
  readonly name: DraftField
  readonly label: string
  readonly help?: string | undefined
  /** Checked and right: a tick stands in the field. */
  readonly good?: boolean
  /** What is kept of what was typed. */
  readonly read?: (typed: string) => string
} & Omit<ComponentProps<'input'>, 'name' | 'id' | 'value' | 'onChange' | 'className'>) => {
  const { draft, change, errorOf, leave } = useForm()
  const id = useId()
  const error = errorOf(name)
  return (
    <Frame id={id} label={label} error={error} help={help} good={good && error === undefined}>
      <input
        {...input}
        id={id}
        data-field={name}
        value={draft[name]}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={(error ?? help) === undefined ? undefined : `${id}-help`}
        onChange={(event) => change({ [name]: read(event.target.value) })}
        onBlur={() => leave(name)}
      />
    </Frame>
  )
}

/** One of a list. */
export const SelectField = ({
  name,
  label,
  options,
  placeholder,
  onChoose,
  disabled,
  autoComplete,
}: {
  readonly name: DraftField
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string
  readonly onChoose?: (value: string) => void
  readonly disabled?: boolean
  readonly autoComplete?: string
}) => {
  const { draft, change, errorOf, leave } = useForm()
  const id = useId()
  const error = errorOf(name)
  return (
    <Frame id={id} label={label} error={error} help={undefined} good={false}>
      <select
        id={id}
        data-field={name}
        value={draft[name]}
        disabled={disabled}
        autoComplete={autoComplete}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-help`}
        onChange={(event) => (onChoose ? onChoose(event.target.value) : change({ [name]: event.target.value }))}
        onBlur={() => leave(name)}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
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
                <span className={css.words}>
                  <b>{option.title}</b>
                  {option.note !== undefined && option.note !== '' && <small>{option.note}</small>}
                </span>
                {option.end !== undefined && <span className={css.end}>{option.end}</span>}
              </label>
              {on && children !== undefined && <div className={css.more}>{children}</div>}
            </div>
          )
        })}
      </fieldset>
      {error !== undefined && (
        <p className={clsx(css.help, css.wrong)} role="alert">
          <IconAlertTriangle {...icon16} />
          {error}
        </p>
      )}
    </>
  )
}
