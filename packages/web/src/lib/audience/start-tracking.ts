import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { currentVisit } from './visit.ts'
import { beginWith, type TrackingPlace } from './tracking.ts'

/**
 * Starts a page's tracking; the answer ends it. The server's id for this view begins its events' ids. The work itself
 * is fetched once the page stands.
 */
export const startTracking = (setup: TrackingSetup, place: TrackingPlace): (() => void) => {
  beginWith(setup.eventBase)
  currentVisit()
  let over = false
  let end: (() => void) | undefined
  void import('./tracking-work.ts').then(
    ({ trackOfPage }) => {
      if (!over) end = trackOfPage(setup, place)
    },
    // Figures are never worth an error on the page.
    () => {},
  )
  return () => {
    over = true
    end?.()
  }
}
