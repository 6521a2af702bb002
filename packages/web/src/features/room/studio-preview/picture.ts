import { openRecording } from '../../../lib/playback/open-recording.ts'

/** What runs the clock of the preview: the video, or a clock alone where there is none. */
export interface Picture {
  /** Position, in ms. */
  readonly nowMs: () => number
  readonly playing: () => boolean
  readonly seek: (ms: number) => void
  readonly play: () => void
  readonly pause: () => void
  readonly close: () => void
}

/** A clock without a picture. */
export const clockAlone = (lengthMs: number, startMs: number): Picture => {
  let fromMs = startMs
  let sinceMs: number | undefined
  const nowMs = () => Math.min(lengthMs, fromMs + (sinceMs === undefined ? 0 : performance.now() - sinceMs))
  return {
    nowMs,
    playing: () => sinceMs !== undefined && nowMs() < lengthMs,
    seek: (ms) => {
      fromMs = ms
      if (sinceMs !== undefined) sinceMs = performance.now()
    },
    play: () => {
      fromMs = nowMs() >= lengthMs ? 0 : nowMs()
      sinceMs = performance.now()
    },
    pause: () => {
      fromMs = nowMs()
      sinceMs = undefined
    },
    close: () => undefined,
  }
}

/** The video in the room's own stage, which shows it only once it moves in a live: here it is shown from the start. */
export const videoPicture = (
  element: HTMLVideoElement,
  url: string,
  startMs: number,
  onFailure: () => void,
): Picture => {
  let wanted = true
  let engine: { close: () => void } | undefined
  let askedMs = startMs
  const fail = () => {
    if (wanted) onFailure()
  }
  element.dataset['seen'] = 'true'
  element.muted = false
  const seek = (ms: number) => {
    askedMs = ms
    if (element.readyState > 0) element.currentTime = ms / 1000
  }
  const onMetadata = () => seek(askedMs)
  const onSeeked = () => {
    askedMs = element.currentTime * 1000
  }
  element.addEventListener('loadedmetadata', onMetadata)
  element.addEventListener('seeked', onSeeked)
  openRecording(element, url, { isWanted: () => wanted, onFailure: fail }).then((opened) => {
    if (wanted) engine = opened
    else opened?.close()
  }, fail)
  return {
    nowMs: () => (element.seeking || element.readyState === 0 ? askedMs : element.currentTime * 1000),
    playing: () => !element.paused && !element.ended,
    seek,
    // The browser rejects this only while a newer request is under way.
    play: () => void element.play().catch(() => undefined),
    pause: () => element.pause(),
    close: () => {
      wanted = false
      element.removeEventListener('loadedmetadata', onMetadata)
      element.removeEventListener('seeked', onSeeked)
      engine?.close()
    },
  }
}
