import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './bulk-bar.module.css'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

export interface BulkBarProps {
  readonly count: number
  readonly onClear: () => void
  readonly actions: readonly { readonly label: string; readonly icon: ReactNode; readonly run: () => void }[]
}

/** What can be done with the chosen rows; floats while there are some. */
export const BulkBar = ({ count, onClear, actions }: BulkBarProps) => {
  const labels = useLabels()
  if (count === 0) return null
  return (
    <div className={css.bar} role="toolbar" aria-label={labels.selected(count)}>
      <span className={css.count} role="status">
        {labels.selected(count)}
      </span>
      <i className={css.line} aria-hidden="true" />
      {actions.map(({ label, icon, run }) => (
        <button key={label} type="button" className={css.action} aria-label={label} onClick={run}>
          {icon}
          <span>{label}</span>
        </button>
      ))}
      <i className={css.line} aria-hidden="true" />
      <button type="button" className={css.action} aria-label={labels.clear} onClick={onClear}>
        <IconX {...icon16} />
      </button>
    </div>
  )
}
