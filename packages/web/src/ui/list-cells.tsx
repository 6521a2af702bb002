import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { TwoLines } from './figure.tsx'
import { icon16 } from './icon-props.ts'
import css from './list-cells.module.css'
import { Thumb } from './thumb.tsx'

export interface PictureCellProps {
  readonly src: string | undefined
  /** The context of the name, in small. */
  readonly sub: ReactNode
  /** The name. */
  readonly children: ReactNode
}

/** The cell that a row of a list is known by: its picture, its name, its context. */
export const PictureCell = ({ src, sub, children }: PictureCellProps) => (
  <span className={css.picture}>
    <Thumb src={src} />
    <TwoLines sub={sub}>{children}</TwoLines>
  </span>
)

export interface AddressCellProps {
  readonly path: string
  /** Of the button, with the path in it. */
  readonly label: string
  readonly onCopy: () => void
}

/** A public address in a list, with a button that copies it and does not open the row. */
export const AddressCell = ({ path, label, onCopy }: AddressCellProps) => (
  <span className="row-xs" onClick={(event) => event.stopPropagation()}>
    <span className={css.path}>{path}</span>
    <IconButton label={label} icon={<IconCopy {...icon16} />} onClick={onCopy} />
  </span>
)
