import { playsEverywhere } from '@kaimai/contract/common/playable-codec.rules.ts'
import type { MediaProblemKind } from './media-problem.ts'
import { ceiling } from './picture-ceiling.ts'
import type { AudioFacts, VideoFacts } from './facts.ts'

/** Viewers join at key frames and segments are cut there: sparser ones make both too coarse. */
export const SPARSEST_KEY_FRAMES_MS = 10_000

/** How a file becomes segments. Content is copied wherever it can be: never re-encoded without a reason. */
export type Plan = {
  readonly video: 'copy' | 'encode'
  readonly audio: 'none' | 'copy' | 'encode'
  /** Why something can't be copied, in the order in which a person should read it. */
  readonly reasons: readonly MediaProblemKind[]
}

/** A rate a little above is one that the container rounds; an encoder's buffer is not kept to the bit. */
const frameRateSlack = 1
const burstSlack = 1.1

const isTooHeavy = ({ width, height, frameRate, burstBits }: VideoFacts): boolean =>
  Math.max(width, height) > ceiling.longSide ||
  Math.min(width, height) > ceiling.shortSide ||
  frameRate > ceiling.frameRate + frameRateSlack ||
  burstBits > ceiling.burstBits * burstSlack

// A player's picture waits for its sound: what it can jump over, at the start, in between and before the end, for want of better.
const lateSoundMs = 500
const soundHoleMs = 200
const earlyEndMs = 500
// What is repaired where there is ffmpeg: less than anybody hears.
const repairedEdgeMs = 100
const repairedDriftMs = 50
/** Sound after the last picture that nobody minds. */
const longSoundMs = 500
/** One frame at 20 a second: encoders leave that much by rounding. */
const hiddenStartMs = 50

const hasGaps = ({ startMs, endMs, driftMs }: AudioFacts, durationMs: number): boolean =>
  startMs > lateSoundMs || driftMs > soundHoleMs || endMs < durationMs - earlyEndMs

/** Whether sound and picture don't span the same time: then it is made to fit, whatever its codec. */
const isLoose = ({ startMs, endMs, driftMs }: AudioFacts, durationMs: number): boolean =>
  Math.abs(startMs) > repairedEdgeMs ||
  driftMs > repairedDriftMs ||
  endMs < durationMs - repairedEdgeMs ||
  endMs > durationMs + longSoundMs

export const transcodePlan = (facts: VideoFacts): Plan => {
  const video: MediaProblemKind[] = []
  if (facts.codec !== 'avc' || !playsEverywhere(facts.codecString)) video.push('unsupportedCodec')
  if (facts.rotated) video.push('rotated')
  if (facts.longestKeyGapMs > SPARSEST_KEY_FRAMES_MS) video.push('sparseKeyFrames')
  if (facts.variableFrameRate) video.push('variableFrameRate')
  if (facts.openGop) video.push('openGop')
  if (facts.hiddenStartMs > hiddenStartMs) video.push('trimmedStart')
  if (facts.interlaced) video.push('interlaced')
  if (facts.oblongPixels) video.push('oblongPixels')
  if (isTooHeavy(facts)) video.push('tooHeavy')

  const audio: MediaProblemKind[] = []
  if (facts.audio) {
    if (facts.audio.codec !== 'aac') audio.push('unsupportedAudio')
    else if (hasGaps(facts.audio, facts.durationMs)) audio.push('brokenAudio')
  }
  // Sound of the hidden start has to go together with its pictures.
  const encodesAudio =
    facts.audio !== undefined &&
    (audio.length > 0 || video.includes('trimmedStart') || isLoose(facts.audio, facts.durationMs))
  return {
    video: video.length > 0 ? 'encode' : 'copy',
    audio: facts.audio ? (encodesAudio ? 'encode' : 'copy') : 'none',
    reasons: [...video, ...audio],
  }
}
