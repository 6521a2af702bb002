/** Hearts that have been looked at so far: of all, of those that are marked as simulated, and one's own. */
export interface HeartsSeen {
  readonly all: number
  readonly simulated: number
  readonly taps: number
  /** One's own that were drawn at once, and have not come back with the room's since. */
  readonly unreturned: number
  /** When one's own last was drawn, epoch ms or any other clock. */
  readonly tappedAtMs: number
}

export const noHearts: HeartsSeen = { all: 0, simulated: 0, taps: 0, unreturned: 0, tappedAtMs: 0 }

/** What to draw now. */
export interface HeartsToDraw {
  readonly own: number
  readonly others: number
  readonly simulated: number
}

/** The room says one's own within this time; what it has not said by then it has not counted. */
const returnWithinMs = 3_000

/**
 * What is new since: one's own are drawn as they are tapped, so that as many of the room's are left out. A count that
 * fell begins anew, and draws nothing.
 */
export const heartsToDraw = (
  seen: HeartsSeen,
  now: Pick<HeartsSeen, 'all' | 'simulated' | 'taps'>,
  nowMs: number,
): { readonly seen: HeartsSeen; readonly draw: HeartsToDraw } => {
  const own = Math.max(0, now.taps - seen.taps)
  const waited = nowMs - seen.tappedAtMs > returnWithinMs ? 0 : seen.unreturned
  const unreturned = waited + own
  const come = Math.max(0, now.all - seen.all)
  const simulated = Math.min(come, Math.max(0, now.simulated - seen.simulated))
  const returned = Math.min(unreturned, come - simulated)
  return {
    seen: {
      ...now,
      unreturned: unreturned - returned,
      tappedAtMs: own > 0 ? nowMs : seen.tappedAtMs,
    },
    draw: { own, others: come - simulated - returned, simulated },
  }
}

/** So many are drawn of one frame, and stand on the screen at once; more look the same. */
export const drawnOfFrame = 4
export const drawnAtOnce = 16
