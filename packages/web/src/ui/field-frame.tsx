import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import css from './field.module.css'
import { HelpTip } from './help-tip.tsx'
import { useLabels } from './labels.tsx'

/** What every labelled control takes. */
export interface FieldBase {
  readonly label: string
  readonly required?: boolean | undefined
  /** Says 「選填」 at the label's right. */
  readonly optional?: boolean | undefined
  /** Help below the control. */
  readonly description?: ReactNode
  /** Behind the (i) beside the label. */
  readonly tooltip?: string | undefined
  readonly error?: string | undefined
  /** Said in green below the control (「這個網址可以使用」). */
  readonly good?: string | undefined
  /** At the label's right instead of the counter. */
  readonly note?: ReactNode
  /** Shows a counter of so many characters. */
  readonly max?: number | undefined
  readonly disabled?: boolean | undefined
  /** The field's path in its form: the page scrolls to an error by it. */
  readonly name?: string | undefined
}

export interface ControlProps {
  readonly id: string
  readonly name: string | undefined
  readonly disabled: boolean
  readonly required: boolean
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldFrameProps extends FieldBase {
  /** Characters so far, for the counter. */
  readonly length?: number
  /** A group of controls (radio buttons, swatches) is named by the label instead of being its control. */
  readonly group?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** Label with star, tooltip, counter, help and error around any control. */
export const FieldFrame = (props: FieldFrameProps) => {
  const { label, required, optional, description, tooltip, error, good, note, max, length, group, children } = props
  const labels = useLabels()
  const id = useId()
  const helpId = `${id}-help`
  const hasHelp = error !== undefined || good !== undefined || description !== undefined
  const counter = max !== undefined && length !== undefined ? `${length} / ${max}` : undefined
  const right = note ?? counter ?? (optional ? labels.optional : undefined)
  const control = {
    id,
    name: props.name,
    disabled: props.disabled ?? false,
    required: required ?? false,
    'aria-describedby': hasHelp ? helpId : undefined,
    'aria-invalid': error === undefined ? undefined : true,
  } as const
  const words = (
    <>
      {label}
      {required && (
        <span className={css.star} aria-hidden="true">
          {' *'}
        </span>
      )}
    </>
  )
  return (
    <div
      className={css.field}
      data-field={props.name}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
    >
      <div className={css.head}>
        {group ? (
          <span id={`${id}-label`} className={css.label}>
            {words}
          </span>
        ) : (
          <label htmlFor={id} className={css.label}>
            {words}
          </label>
        )}
        {tooltip !== undefined && <HelpTip text={tooltip} />}
        {right !== undefined && (
          <span
            className={clsx('caption', css.note)}
            data-over={max !== undefined && length !== undefined && length > max}
          >
            {right}
          </span>
        )}
      </div>
      {children(control)}
      {hasHelp && <Help id={helpId} error={error} good={good} description={description} />}
    </div>
  )
}

const Help = ({
  id,
  error,
  good,
  description,
}: { id: string } & { [K in 'error' | 'good' | 'description']: ReactNode }) => {
  if (error !== undefined) {
    return (
      <p id={id} className={css.error}>
        <IconAlertCircle stroke={1.75} aria-hidden="true" />
        <span>{error}</span>
      </p>
    )
  }
  if (good !== undefined) {
    return (
      <p id={id} className={css.good}>
        <IconCircleCheck stroke={1.75} aria-hidden="true" />
        <span>{good}</span>
      </p>
    )
  }
  return (
    <p id={id} className={css.help}>
      <span>{description}</span>
    </p>
  )
}
