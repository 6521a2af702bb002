export type AudioFacts = {
  /** mediabunny's name ('aac', 'opus'), or the container's own where that is unknown. */
  readonly codec: string
  /** Which of the file's audio tracks, from 0. */
  readonly index: number
  /** Milliseconds from the first picture (below zero: earlier). */
  readonly startMs: number
  readonly endMs: number
  /** How far its packets, played without a break, come off their times: holes, even many small ones, add up in it. Of AAC. */
  readonly driftMs: number
  /** When it begins after a long silence, as startMs; the first time, too, when that is late. */
  readonly beginsMs: readonly number[]
}

export type VideoFacts = {
  readonly durationMs: number
  /** When the first picture is shown, in seconds of the file's own time. */
  readonly startS: number
  /** Pixels as shown: rotated, and with square pixels. */
  readonly width: number
  readonly height: number
  /** 'avc', 'hevc' …, or the container's own name where that is unknown. */
  readonly codec: string
  /** As in RFC 6381, '' when unknown: avc1.64001f. */
  readonly codecString: string
  /** Which of the file's video tracks, from 0. */
  readonly index: number
  readonly rotated: boolean
  readonly hdr: boolean
  readonly frames: number
  /** Frames a second, by the middle one of all intervals. */
  readonly frameRate: number
  readonly variableFrameRate: boolean
  readonly longestKeyGapMs: number
  readonly openGop: boolean
  /** Milliseconds of frames before the start that an edit list hides. */
  readonly hiddenStartMs: number
  /** A pixel of it is not as wide as high. */
  readonly oblongPixels: boolean
  /** H.264 alone: its frames may consist of two fields. */
  readonly interlaced: boolean
  /** Bits of it that would stand in line at once if it came over a line of the ceiling's rate (picture-ceiling.ts). */
  readonly burstBits: number
  /** The file broke off: what is left of it ends before it should. */
  readonly endsEarly: boolean
  readonly audio: AudioFacts | undefined
}
