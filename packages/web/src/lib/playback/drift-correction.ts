/** The correction of a drift between a viewer's playback and the show. */
export type DriftCorrection = { readonly rate: number } | { readonly seekTo: 'now' }

export type DriftFacts = {
  /** Milliseconds that the picture is ahead of the live (below zero: behind). */
  readonly driftMs: number
  /** Whether a correction by rate is going on: then it goes on until the picture is close. */
  readonly correcting: boolean
  /** Milliseconds of media loaded ahead of the picture. */
  readonly bufferMs: number
  /** After a pause or a sleep: return at once. */
  readonly returning: boolean
  /** A seek a moment ago that didn't help is not tried again. */
  readonly maySeek: boolean
}

/** Nobody sees this; the clocks of two viewers agree no better. */
export const DEADBAND_MS = 80
/** A correction ends here, so that it doesn't start again at once. */
export const CLOSE_MS = 20
export const SEEK_BEYOND_MS = 5000
export const RETURN_BEYOND_MS = 500
/** Up to here the change of rate can't be heard. */
const gentleMs = 1000
const gentlest = 0.02
const gentle = 0.1
const maxRateChange = 0.25
/** Running faster than this buffer lasts would only stall. */
const thinBufferMs = 500
const steps = 100

/** How to bring the picture back in step: a rate near 1, or a seek to the present moment. */
export const driftCorrection = (facts: DriftFacts): DriftCorrection => {
  const { driftMs, correcting, bufferMs, returning, maySeek } = facts
  const offMs = Math.abs(driftMs)
  if (maySeek && offMs > (returning ? RETURN_BEYOND_MS : SEEK_BEYOND_MS)) return { seekTo: 'now' }
  if (offMs <= (correcting ? CLOSE_MS : DEADBAND_MS)) return { rate: 1 }
  if (driftMs < 0 && bufferMs < thinBufferMs) return { rate: 1 }
  const change = Math.min(gentlest + offMs / SEEK_BEYOND_MS, offMs <= gentleMs ? gentle : maxRateChange)
  return { rate: Math.round((1 - Math.sign(driftMs) * change) * steps) / steps }
}
