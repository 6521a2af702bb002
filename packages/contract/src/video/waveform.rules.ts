/** How loud a film is along its time: so many values a second, each a byte, the highest sample of its stretch. */
export const peaksPerSecond = 20

const msPerPeak = 1000 / peaksPerSecond

/** The loudest, from 0 to 1, between two moments of a film; between two values it is the one that stands there. */
export const loudestBetween = (peaks: Uint8Array, fromMs: number, toMs: number): number => {
  const first = Math.max(0, Math.floor(fromMs / msPerPeak))
  const last = Math.min(peaks.length, Math.max(first + 1, Math.ceil(toMs / msPerPeak)))
  let loudest = 0
  for (let at = first; at < last; at += 1) {
    const peak = peaks[at] ?? 0
    if (peak > loudest) loudest = peak
  }
  return loudest / 255
}
