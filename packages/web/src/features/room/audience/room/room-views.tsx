import { languageOf } from '@kaimai/contract/common/language.ts'
import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'
import { LazyVideoOverlay, LazyChatColumn } from './lazy-live.ts'
import { LateSheet, LazyAnnouncer } from './lazy-parts.ts'
import { LazyOrderLine } from '../chat/lazy-order-line.ts'

// What a room may show beside what it shows first. The pages (room.audience.tsx and its kin) give what they begin with.

export const LazyOnAir = lazyPart(async () => (await import('./on-air.tsx')).OnAir)
export const LazyEndPage = lazyPart(async () => (await import('../ended/ended-texts.ts')).loadEndPage())
export const LazyFarewell = lazyPart(async () => (await import('../ended/ended-texts.ts')).loadFarewell())
export const LazyReplayRoom = lazyPart(async () => (await import('../replay/replay-texts.ts')).loadReplayRoom())

export const LazyProductSheet = lazyPart(
  async () => (await import('../shop/product-sheet.tsx')).ProductSheet,
  LateSheet,
)
export const LazyVariantSheet = lazyPart(
  async () => (await import('../shop/variant-sheet.tsx')).VariantSheet,
  LateSheet,
)
export const LazyCalendarSheet = lazyPart(
  async () => (await import('../waiting/calendar-sheet.tsx')).loadCalendarSheet(),
  LateSheet,
)
export const LazyNameSheet = lazyPart(async () => (await import('./name-sheet.tsx')).loadNameSheet(), LateSheet)
export const LazyReplacedSheet = lazyPart(async () => (await import('./replaced-sheet.tsx')).loadReplacedSheet())
export const LazyCheckout = lazyPart(async () => {
  const [{ loadCheckout }, { checkoutOfRoom }] = await Promise.all([
    import('../../../order/checkout.api.ts'),
    import('../shop/room-checkout.tsx'),
  ])
  return checkoutOfRoom(await loadCheckout(languageOf(document.documentElement.lang)))
}, LateSheet)

export const LazyProfile = lazyPart(async () => {
  const { loadProfileSheet } = await import('../../../customer/profile.api.ts')
  return loadProfileSheet(languageOf(document.documentElement.lang))
}, LateSheet)
export const LazyUnpaid = lazyPart(async () => (await import('../../../order/unpaid.api.tsx')).Unpaid)
/** Draws nothing: it comes after the page works. */
export const LazyTracking = lazyPart(async () => (await import('../../../../lib/audience/tracking-page.tsx')).Tracking)

/** What answers a tap until what it opens has come. */
export const fetchLate = (): void => LateSheet.fetch()

/** What comes next: a live with its talk, and what one tap in it opens. */
export const fetchSheets = (): void => {
  for (const part of [
    LazyVideoOverlay,
    LazyChatColumn,
    LazyAnnouncer,
    LazyProductSheet,
    LazyVariantSheet,
    LazyNameSheet,
    LazyOrderLine,
  ])
    part.fetch()
}

/** What comes later if at all. */
export const fetchRest = (): void => {
  for (const part of [LazyCheckout, LazyEndPage]) part.fetch()
}
