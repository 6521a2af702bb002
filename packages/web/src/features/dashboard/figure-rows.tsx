import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { RowsOf } from './figures.api.ts'
import css from './figures.module.css'

/** `name`: what they are narrowed to, where the figure's own name does not say so. */
export type OpenRows = (figure: RowFigure, of?: RowsOf, name?: string) => void

export interface OpensRows {
  /** Opens what a figure was counted from; undefined: the member may not see it. */
  readonly onRows: OpenRows | undefined
}

interface RowsButtonProps {
  readonly value: string
  /** Of the figure. */
  readonly name: string
  readonly onOpen: (() => void) | undefined
  readonly children: ReactNode
}

/** A figure that opens the rows behind it when it is pressed. */
export const RowsButton = ({ value, name, onOpen, children }: RowsButtonProps) => {
  const t = useText('dashboard')
  if (onOpen === undefined) return children
  return (
    <button type="button" className={css.rows} aria-label={t('figures.rows.open', { value, name })} onClick={onOpen}>
      {children}
    </button>
  )
}
