/** What a phone on a mobile line plays without waiting: films are copied below it, and encoded to it. */
export const ceiling = {
  /** Pixels. */
  longSide: 1920,
  shortSide: 1080,
  /** Frames a second. */
  frameRate: 60,
  bitsPerSecond: 6_000_000,
  /** Bits that may come at once above that, as with an encoder's buffer: two seconds' worth. */
  burstBits: 12_000_000,
} as const

/** The most bits that would stand in line at once if a film came over a line of the ceiling's rate. */
export const createBurstMeter = () => {
  let waiting = 0
  let atS = 0
  let most = 0
  return {
    /** A frame of so many bytes at a moment; frames come in the order of decoding. */
    take: (bytes: number, timeS: number): void => {
      const passedS = Math.max(0, timeS - atS)
      atS = Math.max(atS, timeS)
      waiting = Math.max(0, waiting - passedS * ceiling.bitsPerSecond) + bytes * 8
      most = Math.max(most, waiting)
    },
    most: (): number => most,
  }
}
