import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import css from './desktop-frame.module.css'
import { useScrollArea } from './scroll-area.ts'

export interface DesktopFrameProps {
  /** What is shown, for screen readers. */
  readonly label: string
  /** In the address line. */
  readonly address: string
  readonly children: ReactNode
}

/** Width of the page in it, in px of its own. */
const pageWidth = 1080

/** A browser's window around a preview, drawn as small as the place asks. */
export const DesktopFrame = ({ label, address, children }: DesktopFrameProps) => {
  const area = useScrollArea()
  const { ref, width } = useElementSize<HTMLDivElement>()
  return (
    <div ref={ref} className={css.window} role="group" aria-label={label}>
      <div className={css.bar} aria-hidden="true">
        <i />
        <i />
        <i />
        <span>{address}</span>
      </div>
      <div ref={area} className={css.content}>
        <div style={{ width: pageWidth, zoom: width > 0 ? width / pageWidth : 1 }}>{children}</div>
      </div>
    </div>
  )
}
