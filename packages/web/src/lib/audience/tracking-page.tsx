import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { useEffect } from 'react'
import { beginWith, type TrackingPlace } from './tracking.ts'
import { currentVisit } from './visit.ts'

/**
 * Starts a page's tracking; the answer ends it. The server's id for this view begins its events' ids. The work itself
 * is fetched once the page stands.
 */
const startTracking = (setup: TrackingSetup, place: TrackingPlace): (() => void) => {
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

/** Starts the page's tracking; each page has it once. Draws nothing. */
export const Tracking = ({ setup, place }: { readonly setup: TrackingSetup; readonly place: TrackingPlace }) => {
  const name = place.page === 'live' ? place.streamId : place.page === 'order' ? '' : place.customUrl
  const { page } = place
  // A page that is loaded anew has another setup, and is the same visit.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => startTracking(setup, place), [page, name])
  return null
}
