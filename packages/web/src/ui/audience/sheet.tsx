import { IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { icon20 } from '../icon-props.ts'
import { IconTap } from './icon-tap.tsx'
import css from './sheet.module.css'
import { useDragDown } from './use-drag-down.ts'

/**
 * A sheet that comes from below, on wide and lying screens from the right. A native dialog: what is under it can't be
 * reached meanwhile, Escape closes it, and the focus goes back to where it came from.
 */
export const Sheet = ({
  title,
  head,
  size = 'part',
  closeLabel,
  onClose,
  children,
  foot,
}: {
  readonly title: ReactNode
  /** Stands where the title would be seen; the title then is for screen readers alone. */
  readonly head?: ReactNode
  /** part: as high as what it holds, at most two thirds. tall: leaves room for the small video. */
  readonly size?: 'part' | 'tall'
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly foot?: ReactNode
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const drag = useDragDown(onClose)

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    element.showModal()
    element.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })
    return () => {
      element.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])

  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }

  return (
    <div className={css.screen}>
      <dialog
        ref={dialog}
        className={css.overlay}
        aria-labelledby={titleId}
        onClick={closeOutside}
        onCancel={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <div className={clsx(css.sheet, css[size])}>
          <div className={css.grip} {...drag}>
            <i className={css.grab} />
            <header className={css.header}>
              <h2 id={titleId} className={head === undefined ? css.title : 'sr-only'}>
                {title}
              </h2>
              {head}
              <IconTap label={closeLabel} icon={<IconX {...icon20} />} onClick={onClose} />
            </header>
          </div>
          <div className={css.body}>{children}</div>
          {foot !== undefined && <footer className={css.foot}>{foot}</footer>}
        </div>
      </dialog>
    </div>
  )
}
