import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { icon16, icon20 } from './icon-props.ts'
import css from './audience-field.module.css'

// It stands beside ui/audience, not in it: the build joins that folder's files with what public pages load first, and
// these fields come later, with a sheet.

interface FieldProps {
  readonly label: string
  /** What is wrong with it, in words; stands in place of the help. */
  readonly error?: string | undefined
  readonly help?: string | undefined
  /** It was checked and is right: a tick stands in the field. */
  readonly isRight?: boolean | undefined
}

interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
}

const Field = ({
  label,
  error,
  help,
  isRight = false,
  children,
}: FieldProps & { readonly children: (attributes: ControlAttributes) => ReactNode }) => {
  const id = useId()
  const isWrong = error !== undefined
  const hasNote = isWrong || help !== undefined
  return (
    <div className={css.field}>
      <label className="text-m" htmlFor={id}>
        {label}
      </label>
      <span className={clsx(css.box, isWrong && css.bad)}>
        {children({
          id,
          'aria-invalid': isWrong || undefined,
          'aria-describedby': hasNote ? `${id}-help` : undefined,
        })}
        {isRight && !isWrong && <IconCheck {...icon20} className={css.tick} />}
      </span>
      {hasNote && (
        <p id={`${id}-help`} className={clsx(css.help, isWrong && css.wrong)} role={isWrong ? 'alert' : undefined}>
          {isWrong && <IconAlertTriangle className="icon-down-1" {...icon16} />}
          {error ?? help}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a group of controls, below it. */
export const FieldError = ({ text }: { readonly text: string }) => (
  <p className={clsx(css.help, css.wrong)} role="alert">
    <IconAlertTriangle className="icon-down-1" {...icon16} />
    {text}
  </p>
)

/** A line of text on a page of the audience. */
export const TextField = ({
  label,
  error,
  help,
  isRight,
  onText,
  ...input
}: FieldProps & { readonly onText: (text: string) => void } & Omit<
    ComponentProps<'input'>,
    'id' | 'onChange' | 'className'
  >) => (
  <Field label={label} error={error} help={help} isRight={isRight}>
    {(attributes) => <input {...input} {...attributes} onChange={(event) => onText(event.target.value)} />}
  </Field>
)

/** One of a list; with a placeholder, the list asks to choose while the value is none of them. */
export const SelectField = ({
  label,
  error,
  options,
  placeholder,
  onChoose,
  ...select
}: Pick<FieldProps, 'label' | 'error'> & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string | undefined
  readonly onChoose: (value: string) => void
} & Omit<ComponentProps<'select'>, 'id' | 'onChange' | 'className'>) => (
  <Field label={label} error={error}>
    {(attributes) => (
      <select {...select} {...attributes} onChange={(event) => onChoose(event.target.value)}>
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
    )}
  </Field>
)
