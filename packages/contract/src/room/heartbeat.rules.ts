/** One round trip of a heartbeat. `sentMs` and `receivedMs` are the client's clock, `serverMs` the server's in between. */
export interface Heartbeat {
  readonly sentMs: number
  readonly receivedMs: number
  readonly serverMs: number
}

export const heartbeatsMax = 5

const roundTrip = (beat: Heartbeat): number => beat.receivedMs - beat.sentMs

/** Two clocks drift apart by less within a minute. */
const driftsMs = 50

/** Both can't be true of the same two clocks: one of them was moved, or stood still, in between. */
const contradicts = (one: Heartbeat, other: Heartbeat): boolean => {
  const apartMs = offsetBy([one]) - offsetBy([other])
  return Math.abs(apartMs) > (roundTrip(one) + roundTrip(other)) / 2 + driftsMs
}

/** The newest heartbeats, as many as count: none from before a clock was moved. */
export const keepBeat = (beats: readonly Heartbeat[], beat: Heartbeat): readonly Heartbeat[] =>
  [...beats.filter((earlier) => !contradicts(earlier, beat)), beat].slice(-heartbeatsMax)

/**
 * What to add to the client's clock for the server's, in milliseconds, by the quickest heartbeat: it is wrong by
 * at most half its round trip. 0 without a heartbeat.
 */
export const offsetBy = (beats: readonly Heartbeat[]): number => {
  const best = beats.toSorted((a, b) => roundTrip(a) - roundTrip(b))[0]
  return best === undefined ? 0 : best.serverMs - (best.sentMs + best.receivedMs) / 2
}
