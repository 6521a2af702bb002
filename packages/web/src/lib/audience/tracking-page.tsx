import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { useEffect } from 'react'
import { startTracking } from './start-tracking.ts'
import type { TrackingPlace } from './tracking.ts'

/** Starts the page's tracking; each page has it once. Draws nothing. */
export const Tracking = ({ setup, place }: { readonly setup: TrackingSetup; readonly place: TrackingPlace }) => {
  const name = place.page === 'live' ? place.streamId : place.page === 'order' ? '' : place.customUrl
  const { page } = place
  // A page that is loaded anew has another setup, and is the same visit.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => startTracking(setup, place), [page, name])
  return null
}
