/** One round trip of a heartbeat. `sentMs` and `receivedMs` are the client's clock, `serverMs` the server's in between. */
export interface Heartbeat {
  readonly sentMs: number
  readonly receivedMs: number
  readonly serverMs: number
}

export const beatsKept = 5

/** The newest heartbeats, as many as count. */
export const keepBeat = (beats: readonly Heartbeat[], beat: Heartbeat): readonly Heartbeat[] =>
  [...beats, beat].slice(-beatsKept)

const roundTrip = (beat: Heartbeat): number => beat.receivedMs - beat.sentMs

/**
 * What to add to the client's clock for the server's, in milliseconds, by the quickest heartbeat: it is wrong by
 * at most half its round trip. 0 without a heartbeat.
 */
export const offsetBy = (beats: readonly Heartbeat[]): number => {
  const best = beats.toSorted((a, b) => roundTrip(a) - roundTrip(b))[0]
  return best === undefined ? 0 : best.serverMs - (best.sentMs + best.receivedMs) / 2
}
