import { IconGripVertical } from '@tabler/icons-react'
import { icon16 } from './icon-props.ts'
import css from './reorder-grip.module.css'
import type { useReorder } from './use-reorder.ts'

interface ReorderGripProps {
  /** What is moved, and where it stands. */
  readonly label: string
  /** How it is moved. */
  readonly hint: string
  readonly handle: ReturnType<ReturnType<typeof useReorder>['handle']>
}

/** By it a row is dragged to another place, or moved by keys. */
export const ReorderGrip = ({ label, hint, handle }: ReorderGripProps) => (
  <button type="button" className={css.grip} aria-label={label} title={hint} {...handle}>
    <IconGripVertical {...icon16} />
  </button>
)
