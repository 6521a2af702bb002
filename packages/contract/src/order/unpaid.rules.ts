/** What a buyer may hold before paying. Holding costs nothing, so it must not be able to empty a shop. */

/** Unpaid orders one person, and one device, may have: each holds stock. */
export const unpaidOrdersMax = 5
/** How long an order that the staff placed holds its pieces at least, in minutes: its buyer has to find the letter first. */
export const staffHoldMinutes = 24 * 60
/** Pieces of all products together that one viewer, and one device, may hold unpaid. */
export const unpaidQuantityMax = 30
/** The part of a variant's pieces, and of a session's places, that one buyer may hold unpaid: one half. */
const unpaidShare = 0.5

/**
 * How many pieces of one variant one buyer may hold unpaid, however long they are held: half of what is on sale to that
 * buyer (what is left, and what the buyer holds already), rounded up, so that the last piece can always be bought.
 */
export const unpaidShareOf = (available: number): number => Math.max(1, Math.ceil(available * unpaidShare))

/**
 * New orders still unpaid from devices without a sign-up, of one merchant and network. An order that is paid counts no
 * longer, and nobody is counted who signed up: thousands of honest phones stand behind one address of a carrier.
 */
export const strangerOrderRates = [
  { max: 120, windowMs: 10 * 60_000 },
  { max: 600, windowMs: 24 * 60 * 60_000 },
] as const
