import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { icon18 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import css from './modal.module.css'
import { useScrollArea } from './scroll-area.ts'

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
  /** Over a drawer or another modal: for questions, which come last. */
  readonly onTop?: boolean
  readonly children: ReactNode
}

/** Mantine's own layers end at 300 (menus in a modal); toasts stand at 500. */
const topLayer = 400

const nothing = () => undefined
/** Mantine names a dialog by its own title element only; ours is found by its words as well. */
const named = (title: string | undefined, label: string | undefined) =>
  (title ?? label) === undefined ? {} : { 'aria-label': title ?? label ?? '' }

const CloseButton = ({ onClose }: { onClose: () => void }) => {
  const labels = useLabels()
  return <IconButton bare label={labels.close} icon={<IconX {...icon18} />} onClick={onClose} />
}

const Body = ({ children }: { children: ReactNode }) => {
  const area = useScrollArea()
  return (
    <div ref={area} className={css.body}>
      <div>{children}</div>
    </div>
  )
}

/** Above the page; focus is kept inside and given back. */
export const Modal = (props: ModalProps) => {
  const { open, onClose, title, label, footer, closeIcon = true, closeOnClickOutside = true, width = 480 } = props
  const withIcon = closeIcon && onClose !== undefined
  return (
    <MantineModal.Root
      opened={open}
      onClose={onClose ?? nothing}
      closeOnClickOutside={closeOnClickOutside && onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      size={width}
      {...(props.onTop ? { zIndex: topLayer } : {})}
      centered
      xOffset={16}
      yOffset={16}
      transitionProps={{ transition: 'pop', duration: 200 }}
    >
      <MantineModal.Overlay backgroundOpacity={0.4} color="#16181d" />
      <MantineModal.Content classNames={{ content: css.content ?? '' }} {...named(title, label)}>
        {(title !== undefined || withIcon) && (
          <div className={css.head}>
            {title !== undefined && (
              <MantineModal.Title classNames={{ title: css.title ?? '' }}>{title}</MantineModal.Title>
            )}
            {withIcon && <CloseButton onClose={onClose} />}
          </div>
        )}
        <Body>{props.children}</Body>
        {footer !== undefined && <div className={css.foot}>{footer}</div>}
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
  return (
    <MantineDrawer.Root opened={open} onClose={onClose} size={`min(${width}px, 100vw)`} position={side}>
      <MantineDrawer.Overlay backgroundOpacity={0.4} color="#16181d" />
      <MantineDrawer.Content {...named(title, label)}>
        <div className={css.drawer}>
          {!flush && (
            <div className={css.head}>
              {title !== undefined && (
                <MantineDrawer.Title classNames={{ title: css.title ?? '' }}>{title}</MantineDrawer.Title>
              )}
              <CloseButton onClose={onClose} />
            </div>
          )}
          {flush ? children : <Body>{children}</Body>}
          {footer !== undefined && <div className={css.foot}>{footer}</div>}
        </div>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
