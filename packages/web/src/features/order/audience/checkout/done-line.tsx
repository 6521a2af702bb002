import type { ReactNode } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import css from './done-line.module.css'

/** A step that is done, folded to one line. */
export const DoneLine = ({
  icon,
  title,
  note,
  label,
  onChange,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly note?: string | undefined
  /** What is changed, for screen readers. */
  readonly label: string
  readonly onChange: () => void
}) => {
  const t = useText('checkout')
  return (
    <div className={css.line}>
      {icon}
      <p className={css.words}>
        <b>{title}</b>
        {note !== undefined && note !== '' && <small>{note}</small>}
      </p>
      <Action kind="plain" aria-label={t('checkout.changeNamed', { name: label })} onClick={onChange}>
        {t('checkout.change')}
      </Action>
    </div>
  )
}
