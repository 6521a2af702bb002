import { type RefObject, useEffect, useState } from 'react'

/** desk: all four views; table: no room for the inspector at the side; phone: preview and rundown alone. */
export type StudioLayout = 'desk' | 'table' | 'phone'

const controlRoomFrom = 1000
const tableFrom = 640

/** How the studio is laid out in the place it has; undefined until that is known. */
export const useStudioLayout = (root: RefObject<HTMLElement | null>): StudioLayout | undefined => {
  const [layout, setLayout] = useState<StudioLayout>()
  useEffect(() => {
    if (!root.current) return undefined
    const watch = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      if (width > 0) setLayout(width >= controlRoomFrom ? 'desk' : width >= tableFrom ? 'table' : 'phone')
    })
    watch.observe(root.current)
    return () => watch.disconnect()
  }, [root])
  return layout
}
