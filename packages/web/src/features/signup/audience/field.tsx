import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { icon16, icon20 } from '../../../ui/icon-props.ts'
import css from './field.module.css'

export interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
}

/** Marks what must be filled in. */
export const Star = () => (
  <i className={css.star} aria-hidden="true">
    ＊
  </i>
)

/** Small words behind a label. */
export const LabelNote = ({ children }: { children: ReactNode }) => <small className={css.aside}>{children}</small>

/** A labelled field: what is wrong with it stands below, what is right has a tick. */
export const Field = ({
  id,
  label,
  error,
  isRight,
  optional,
  children,
}: {
  id: string
  label: string
  error: string | undefined
  isRight: boolean
  /** The words for a field that may stay empty; without, it has the star of a required one. */
  optional?: string | undefined
  children: (attributes: ControlAttributes) => ReactNode
}) => (
  <div className={css.field}>
    <label htmlFor={id}>
      {label}
      {optional === undefined && <Star />}
      {optional !== undefined && <LabelNote>{optional}</LabelNote>}
    </label>
    <div className={clsx(css.input, error !== undefined && css.bad)}>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': error === undefined ? undefined : `${id}-fault`,
      })}
      {isRight && error === undefined && <IconCheck {...icon20} className={css.tick} />}
    </div>
    {error !== undefined && <FieldError id={`${id}-fault`} text={error} />}
  </div>
)

export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className={css.error} id={id}>
    <IconAlertTriangle className="icon-down-1" {...icon16} />
    {text}
  </p>
)
