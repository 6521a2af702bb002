/** Why a file can't become a live. The caller puts it into words that say what to upload instead. */
export type MediaProblemKind =
  /** Not a video file, or damaged beyond reading. */
  | 'unreadable'
  /** Its end is missing, and with it what is needed to read the rest: a copy or an upload broke off. */
  | 'truncated'
  | 'noVideo'
  | 'tooShort'
  /** Protected against copying. */
  | 'drm'
  // From here on: a machine with ffmpeg could have re-encoded it.
  | 'unsupportedCodec'
  | 'unsupportedAudio'
  | 'rotated'
  | 'variableFrameRate'
  | 'sparseKeyFrames'
  /** Frames shown before a key frame that need what stands before it: no clean place to cut. */
  | 'openGop'
  /** The file hides its first frames by an edit list, and without re-encoding they would be seen. */
  | 'trimmedStart'
  /** Sound starts late, ends early or has holes. */
  | 'brokenAudio'
  /** Its frames consist of two fields, which browsers show as combs. */
  | 'interlaced'
  /** A pixel of it is not as wide as high: some players squeeze it. */
  | 'oblongPixels'
  /** Larger, faster or of more bits than a phone on a mobile line plays. */
  | 'tooHeavy'
  /** The tool gave up: the details say what it said, for the log. */
  | 'failed'

/** What is known about the problem, for words ('hevc') and for the log. */
export type MediaProblemDetails = Readonly<Record<string, string | number>>

export class MediaProblem extends Error {
  readonly kind: MediaProblemKind
  readonly details: MediaProblemDetails
  constructor(kind: MediaProblemKind, details: MediaProblemDetails = {}, cause?: unknown) {
    super(`video: ${kind}`, { cause })
    this.name = 'MediaProblem'
    this.kind = kind
    this.details = details
  }
}

/** A full disk, a missing file: the machine's trouble, not the video's. Worth another try, and thrown as it is. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)
