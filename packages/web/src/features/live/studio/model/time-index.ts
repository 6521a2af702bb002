interface Timed {
  readonly atMs: number
}

/** Index of the first of a sorted list at `ms` or later. */
export const firstAtOrAfter = (clips: readonly Timed[], ms: number): number => {
  let low = 0
  let high = clips.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((clips[middle]?.atMs ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Those of a sorted list with `fromMs` ≤ atMs < `toMs`. */
export const between = <T extends Timed>(clips: readonly T[], fromMs: number, toMs: number): readonly T[] =>
  clips.slice(firstAtOrAfter(clips, fromMs), firstAtOrAfter(clips, toMs))

/** The next or the previous of a sorted list as seen from a time; undefined past the last. */
export const neighbour = <T extends Timed>(clips: readonly T[], ms: number, step: 1 | -1): T | undefined =>
  step === 1 ? clips[firstAtOrAfter(clips, ms + 1)] : clips[firstAtOrAfter(clips, ms) - 1]
