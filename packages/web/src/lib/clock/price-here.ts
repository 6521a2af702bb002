import { type SalesChannel, type Prices, priceNow } from '@kaimai/contract/product/price.rules.ts'

/** What something costs at this moment. */
export const priceHere = (prices: Prices, place: SalesChannel = 'page') =>
  priceNow(prices, { nowMs: Date.now(), place })
