import { languageOf } from '@kaimai/contract/common/language.ts'
import { later } from '../../../../lib/audience/later.tsx'
import { LateOverStage, LateTalkSide } from './late-live.ts'
import { LateAnnouncer } from './late-parts.ts'
import { LateOrderLine } from '../chat/late-order-line.ts'

// What a room may show beside what it shows first. The pages (room.audience.tsx and its kin) give what they begin with.

export const LateOnAir = later(async () => (await import('./on-air.tsx')).OnAir)
export const LateEndPage = later(async () => (await import('../ended/end-page.tsx')).EndPage)
export const LateFarewell = later(async () => (await import('../ended/farewell.tsx')).Farewell)
export const LateReplayRoom = later(async () => (await import('../replay/replay-room.tsx')).ReplayRoom)

export const LateProductSheet = later(async () => (await import('../shop/product-sheet.tsx')).ProductSheet)
export const LateVariantSheet = later(async () => (await import('../shop/variant-sheet.tsx')).VariantSheet)
export const LateCalendarSheet = later(async () => (await import('../waiting/calendar-sheet.tsx')).CalendarSheet)
export const LateNameSheet = later(async () => (await import('./name-sheet.tsx')).loadNameSheet())
export const LateReplacedSheet = later(async () => (await import('./replaced-sheet.tsx')).loadReplacedSheet())
export const LateCheckout = later(async () => {
  const [{ loadCheckout }, { checkoutOfRoom }] = await Promise.all([
    import('../../../order/checkout.api.ts'),
    import('../shop/room-checkout.tsx'),
  ])
  return checkoutOfRoom(await loadCheckout(languageOf(document.documentElement.lang)))
})

export const LateProfile = later(async () => {
  const { loadProfileSheet } = await import('../../../customer/profile.api.ts')
  return loadProfileSheet(languageOf(document.documentElement.lang))
})
/** Draws nothing: it comes after the page works. */
export const LateTracking = later(async () => (await import('../../../../lib/audience/tracking-page.tsx')).Tracking)

/** What comes next: a live with its talk, and what one tap in it opens. */
export const fetchSheets = (): void => {
  for (const part of [
    LateOverStage,
    LateTalkSide,
    LateAnnouncer,
    LateProductSheet,
    LateVariantSheet,
    LateNameSheet,
    LateOrderLine,
  ])
    part.fetch()
}

/** What comes later if at all. */
export const fetchRest = (): void => {
  for (const part of [LateCheckout, LateEndPage]) part.fetch()
}
