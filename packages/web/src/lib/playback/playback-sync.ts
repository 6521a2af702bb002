import { driftCorrection, RETURN_BEYOND_MS } from './drift-correction.ts'
import type { Engine } from './engine.ts'

/** Keeps the playback of a viewer in step with all others: corrects its drift by the playback rate, or by a seek. */
export type PlaybackSync = {
  /** Looks where the picture is and corrects it; to be called a few times a second. */
  readonly hold: (engine: Engine) => void
  /** Back from somewhere (a start, a pause, a sleep): return to the present moment by a seek, not by running after it. */
  readonly rejoin: () => void
  /** A new engine: what was tried with the old one no longer matters. */
  readonly reset: () => void
  readonly hasJustSeeked: () => boolean
}

const seekAgainMs = 10_000
const returnAgainMs = 2000
/** On a machine where each seek takes long, another one doesn't bring it nearer: the rate does. */
const seeksToReturn = 2
/** A seek takes about that long until the picture moves again. */
const seekLeadMs = 150

const bufferAheadMs = ({ buffered, currentTime }: HTMLVideoElement): number => {
  for (let n = 0; n < buffered.length; n += 1)
    if (buffered.start(n) <= currentTime && currentTime <= buffered.end(n))
      return (buffered.end(n) - currentTime) * 1000
  return 0
}

export const createPlaybackSync = (video: HTMLVideoElement, serverNow: () => number): PlaybackSync => {
  let seeksLeft = seeksToReturn
  let correcting = false
  let soughtAt = -Infinity
  const sinceSeek = () => performance.now() - soughtAt

  const hold = (engine: Engine): void => {
    const dateMs = engine.dateMs()
    if (dateMs === undefined || video.seeking) return
    const driftMs = dateMs - serverNow()
    const returning = seeksLeft > 0
    const maySeek = sinceSeek() > (returning ? returnAgainMs : seekAgainMs)
    const answer = driftCorrection({ driftMs, correcting, bufferMs: bufferAheadMs(video), returning, maySeek })
    if ('seekTo' in answer) {
      const before = soughtAt
      soughtAt = performance.now()
      // The step is out of reach while the network is away: the next playlist brings it within.
      if (!engine.seekToDate(serverNow() + seekLeadMs)) {
        soughtAt = before
        return
      }
      seeksLeft = Math.max(0, seeksLeft - 1)
      correcting = false
      video.playbackRate = 1
      return
    }
    correcting = answer.rate !== 1
    if (video.playbackRate !== answer.rate) video.playbackRate = answer.rate
    if (Math.abs(driftMs) <= RETURN_BEYOND_MS) seeksLeft = 0
  }

  const rejoin = (): void => {
    seeksLeft = seeksToReturn
  }

  return {
    hold,
    rejoin,
    reset: () => {
      rejoin()
      correcting = false
      soughtAt = -Infinity
    },
    hasJustSeeked: () => sinceSeek() <= returnAgainMs,
  }
}
