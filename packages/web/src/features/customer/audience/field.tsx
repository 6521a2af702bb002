import { IconAlertTriangle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { icon16 } from '../../../ui/icon-props.ts'
import css from './field.module.css'

interface FieldProps {
  readonly label: string
  /** What is wrong with it, in words. */
  readonly error?: string | undefined
}

const Frame = ({ id, label, error, children }: FieldProps & { readonly id: string; readonly children: ReactNode }) => (
  <div className={css.field}>
    <label htmlFor={id}>{label}</label>
    <span className={clsx(css.box, error !== undefined && css.bad)}>{children}</span>
    {error !== undefined && (
      <p id={`${id}-fault`} className={css.wrong} role="alert">
        <IconAlertTriangle {...icon16} />
        {error}
      </p>
    )}
  </div>
)

const described = (id: string, error: string | undefined) => ({
  'aria-invalid': error !== undefined || undefined,
  'aria-describedby': error === undefined ? undefined : `${id}-fault`,
})

export const TextField = ({
  label,
  error,
  onText,
  ...input
}: FieldProps & { readonly onText: (text: string) => void } & Omit<
    ComponentProps<'input'>,
    'id' | 'onChange' | 'className'
  >) => {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error}>
      <input {...input} {...described(id, error)} id={id} onChange={(event) => onText(event.target.value)} />
    </Frame>
  )
}

/** One of a list; the first one asks to choose when the value is none of them. */
export const ChoiceField = ({
  label,
  error,
  value,
  options,
  placeholder,
  disabled,
  onChoose,
}: FieldProps & {
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly onChoose: (value: string) => void
}) => {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error}>
      <select
        {...described(id, error)}
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value)}
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
