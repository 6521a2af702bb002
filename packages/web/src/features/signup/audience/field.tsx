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
      {optional === undefined ? <i aria-hidden="true">＊</i> : <small>{optional}</small>}
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
    <IconAlertTriangle {...icon16} />
    {text}
  </p>
)
