import type { Engine, OpenLive, OpenReplay } from './engine.ts'

const mimeType = 'application/vnd.apple.mpegurl'

/** Whether the browser plays HLS itself. Desktop Chromium says so too: ask hls.js first. */
export const playsNatively = (video: HTMLVideoElement): boolean => video.canPlayType(mimeType) !== ''

/** Safari ties media time nought to a date by the playlist's EXT-X-PROGRAM-DATE-TIME. */
const startDateOf = (video: HTMLVideoElement): number | undefined => {
  if (!('getStartDate' in video) || typeof video.getStartDate !== 'function') return undefined
  const date: unknown = video.getStartDate()
  const ms = date instanceof Date ? date.getTime() : NaN
  return Number.isFinite(ms) ? ms : undefined
}

/** Seconds beyond what the browser calls seekable that are still worth a try: it keeps its distance from the end. */
const reachS = 20

const opened = (video: HTMLVideoElement, url: string, onFailure: () => void): (() => void) => {
  video.addEventListener('error', onFailure)
  video.src = url
  video.load()
  return () => {
    video.removeEventListener('error', onFailure)
    video.removeAttribute('src')
    video.load()
  }
}

export const nativeLive: OpenLive = async (video, url, startDateMs, events) => {
  const close = opened(video, url, events.onFailure)
  const engine: Engine = {
    dateMs: () => {
      const origin = startDateOf(video)
      return origin === undefined || video.readyState === 0 ? undefined : origin + video.currentTime * 1000
    },
    seekToDate: (dateMs) => {
      const origin = startDateOf(video)
      const { seekable } = video
      if (origin === undefined || seekable.length === 0) return false
      const timeS = (dateMs - origin) / 1000
      if (timeS < seekable.start(0) || timeS > seekable.end(seekable.length - 1) + reachS) return false
      video.currentTime = timeS
      return true
    },
    // It loads as it likes, and little while it is paused.
    rest: () => {},
    close: () => {
      video.removeEventListener('loadedmetadata', toStart)
      close()
    },
  }
  const toStart = () => void engine.seekToDate(startDateMs())
  video.addEventListener('loadedmetadata', toStart, { once: true })
  return engine
}

export const nativeReplay: OpenReplay = async (video, url, events) => ({ close: opened(video, url, events.onFailure) })
