import { priceNow, type Prices, type SalesChannel } from '@kaimai/contract/product/price.rules.ts'

/** How long what a product costs now holds. */
export interface OfferEnd {
  readonly untilMs: number
  /** From 1, as it begins, to 0. */
  readonly left: number
}

/** A countdown of more than this tells nobody to hurry: then the end is a time of the clock. */
export const countedMs = 3_600_000
/** The last minute is amber. */
export const hurryMs = 60_000

/**
 * When the offer that stands now ends: an on-sale price by its own time, a live's price with the live. Undefined for what
 * costs the same all the time, or for ever.
 */
export const offerEndOf = (
  prices: Prices,
  live: { readonly beginAtMs: number; readonly endAtMs: number },
  at: { readonly nowMs: number; readonly place: SalesChannel },
): OfferEnd | undefined => {
  const { kind, untilMs: onSaleUntilMs } = priceNow(prices, at)
  const untilMs = kind === 'specialOffer' ? live.endAtMs : onSaleUntilMs
  if (kind === 'normal' || untilMs === null || untilMs <= at.nowMs) return undefined
  const ownFromMs = kind === 'onSale' && prices.onSaleFrom !== null ? Date.parse(prices.onSaleFrom) : undefined
  const fromMs = Math.min(ownFromMs ?? live.beginAtMs, at.nowMs)
  return { untilMs, left: Math.min(1, (untilMs - at.nowMs) / (untilMs - fromMs)) }
}

/** 04:32. */
export const clockText = (leftMs: number): string => {
  const seconds = Math.ceil(Math.max(0, leftMs) / 1000)
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
