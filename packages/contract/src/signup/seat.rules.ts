/** When the seats of a full free form are offered on (all in ms). */

/** A seat nobody gave a sign of life for is free for others after so long. */
export const silentSeatMs = 24 * 60 * 60_000
/** Its holder is asked by letter when half of that is over, and so has the other half to answer. */
export const askSeatMs = 12 * 60 * 60_000
/** So long before the session nobody loses a seat any more. */
export const seatSafeMs = 24 * 60 * 60_000
/** What is heard sooner after the sign-up belongs to the sign-up itself. */
export const lifeAfterMs = 60_000
