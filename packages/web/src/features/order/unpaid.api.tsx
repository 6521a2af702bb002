import { type ComponentType, useEffect, useState } from 'react'
import { deviceMemory } from '../../lib/audience/device-memory.ts'
import { browserClock } from '../../lib/clock/clock.ts'
import { hasPlaced, placedEvent } from './audience/unpaid/placed-mark.ts'
import type { UnpaidBarProps } from './audience/unpaid/unpaid-bar.tsx'

/** The bar of what waits for its payment: fetched only in a browser that has ordered here, once it has. */
export const Unpaid = (props: UnpaidBarProps) => {
  const { shopId } = props
  const [Bar, setBar] = useState<ComponentType<UnpaidBarProps>>()
  useEffect(() => {
    let isFetched = false
    const look = () => {
      if (isFetched || !hasPlaced(deviceMemory, shopId, browserClock.now())) return
      isFetched = true
      import('./audience/unpaid/unpaid-bar.tsx')
        .then(({ loadUnpaidBar }) => loadUnpaidBar())
        .then(
          (Loaded) => setBar(() => Loaded),
          // Without a line there is no bar; the next look fetches it.
          () => {
            isFetched = false
          },
        )
    }
    look()
    addEventListener(placedEvent, look)
    addEventListener('online', look)
    return () => {
      removeEventListener(placedEvent, look)
      removeEventListener('online', look)
    }
  }, [shopId])
  return Bar ? <Bar {...props} /> : null
}
