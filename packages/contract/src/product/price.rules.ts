/** Prices of a product, all in minor units of one currency. */
export interface Prices {
  /** What it costs where nothing lowers it. */
  readonly price: number
  /** The list price: struck through beside what it costs, never paid. */
  readonly originalPrice: number | null
  /** 特價: everywhere, in its time. */
  readonly onSalePrice: number | null
  /** ISO instants; null: from ever, for ever. */
  readonly onSaleFrom: string | null
  readonly onSaleUntil: string | null
  /** 直播優惠價: only inside a room, while its live runs. */
  readonly specialOfferPrice: number | null
}

/** `room`: inside a room whose live runs now; `page`: anywhere else. */
export type SalesChannel = 'room' | 'page'

export const priceKinds = ['normal', 'onSale', 'specialOffer'] as const
export type PriceKind = (typeof priceKinds)[number]

export interface PriceNow {
  readonly price: number
  readonly kind: PriceKind
  /** What is struck through beside it; null: nothing, always above the price. */
  readonly struck: number | null
  /** Until when it costs that by the clock; null: no end is known. */
  readonly untilMs: number | null
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** Whether the on-sale price counts at that moment: from its begin on, up to its end. */
export const isOnSaleAt = (prices: Prices, nowMs: number): boolean => {
  const from = msOf(prices.onSaleFrom)
  const until = msOf(prices.onSaleUntil)
  return prices.onSalePrice !== null && (from === null || nowMs >= from) && (until === null || nowMs < until)
}

/** When the price may change by the clock alone; undefined: never again. */
export const nextPriceChangeMs = (prices: Prices, nowMs: number): number | undefined =>
  prices.onSalePrice === null
    ? undefined
    : [msOf(prices.onSaleFrom), msOf(prices.onSaleUntil)].find((at): at is number => at !== null && at > nowMs)

/**
 * THE price: the lowest that applies here and now. Carts, orders, rooms and pages all ask here, so that what is shown is
 * what is charged. Of two equal ones the plainer counts.
 */
export const priceNow = (prices: Prices, at: { readonly nowMs: number; readonly place: SalesChannel }): PriceNow => {
  const { price: normal, originalPrice, onSalePrice, specialOfferPrice } = prices
  let price = normal
  let kind: PriceKind = 'normal'
  if (onSalePrice !== null && onSalePrice < price && isOnSaleAt(prices, at.nowMs)) {
    price = onSalePrice
    kind = 'onSale'
  }
  if (specialOfferPrice !== null && specialOfferPrice < price && at.place === 'room') {
    price = specialOfferPrice
    kind = 'specialOffer'
  }
  const list = Math.max(originalPrice ?? normal, normal)
  return {
    price,
    kind,
    struck: list > price ? list : null,
    untilMs: kind === 'onSale' ? msOf(prices.onSaleUntil) : null,
  }
}
