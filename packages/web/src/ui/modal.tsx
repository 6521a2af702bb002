import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { useLabels } from './labels.tsx'
import css from './modal.module.css'

export interface ModalProps {
  readonly open: boolean
  /** Called when the user asks to close it; without it the modal can't be closed by icon, Escape or a click outside. */
  readonly onClose?: (() => void) | undefined
  readonly title?: string
  /** Accessible name where there is no title. */
  readonly label?: string
  readonly footer?: ReactNode
  readonly closeIcon?: boolean
  readonly closeOnClickOutside?: boolean
  /** Width in px; at least min(400 px, 100vw − 32 px). */
  readonly width?: number
  readonly children: ReactNode
}

const nothing = () => undefined

const Head = ({ id, title, onClose }: { id: string; title: string | undefined; onClose: (() => void) | undefined }) => {
  const labels = useLabels()
  if (title === undefined && !onClose) return null
  return (
    <header className={css.head}>
      <h2 id={id}>{title}</h2>
      {onClose && <IconButton label={labels.close} icon={<IconX size={18} stroke={1.75} />} onClick={onClose} />}
    </header>
  )
}

/** Above the page; focus is kept inside and given back. */
export const Modal = ({
  open,
  onClose,
  title,
  label,
  footer,
  closeIcon = true,
  closeOnClickOutside = true,
  width = 480,
  children,
}: ModalProps) => {
  const id = useId()
  return (
    <MantineModal.Root
      opened={open}
      onClose={onClose ?? nothing}
      closeOnClickOutside={closeOnClickOutside && onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      size={width}
      centered
      xOffset={16}
      yOffset={16}
      transitionProps={{ transition: 'pop', duration: 200 }}
    >
      <MantineModal.Overlay backgroundOpacity={0.4} color="#16181d" />
      <MantineModal.Content
        classNames={{ content: css.content ?? '' }}
        {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
      >
        <Head id={id} title={title} onClose={closeIcon ? onClose : undefined} />
        <div className={css.body}>{children}</div>
        {footer !== undefined && <footer className={css.foot}>{footer}</footer>}
      </MantineModal.Content>
    </MantineModal.Root>
  )
}

export interface DrawerProps extends Pick<ModalProps, 'open' | 'title' | 'label' | 'footer' | 'width' | 'children'> {
  readonly onClose: () => void
  readonly side?: 'left' | 'right'
  /** The content brings its own head and padding. */
  readonly flush?: boolean
}

/** Details beside the list they belong to. */
export const Drawer = (props: DrawerProps) => {
  const { open, onClose, title, label, footer, width = 480, side = 'right', flush, children } = props
  const id = useId()
  return (
    <MantineDrawer.Root opened={open} onClose={onClose} size={`min(${width}px, 100vw)`} position={side}>
      <MantineDrawer.Overlay backgroundOpacity={0.4} color="#16181d" />
      <MantineDrawer.Content {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}>
        <div className={css.drawer}>
          {!flush && <Head id={id} title={title} onClose={onClose} />}
          {flush ? children : <div className={css.body}>{children}</div>}
          {footer !== undefined && <footer className={css.foot}>{footer}</footer>}
        </div>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
