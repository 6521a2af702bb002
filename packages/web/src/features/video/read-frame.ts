import { thumbnailQuality, thumbnailSeekDelayMs } from '@kaimai/contract/video/video.rules.ts'

export type FrameRead =
  | {
      readonly kind: 'frame'
      /** Seconds. */
      readonly duration: number
      /** JPEG. */
      readonly thumbnail: Blob
    }
  /** A film that this browser can't show, HEVC of a phone for one: the server may be able to convert it. */
  | { readonly kind: 'unseen' }
  /** It ends before the moment that was asked for. */
  | { readonly kind: 'tooShort' }

/** Longest side of a thumbnail, in px. */
const longestSide = 1280
/** A file that shows nothing for so long is taken as unreadable, in ms. */
const patienceMs = 30_000

/** The moment a thumbnail is taken from, in seconds: past a fade-in, and never before one second. */
export const thumbnailOffset = (durationS: number): number => Math.max(1, Math.min(15, durationS * 0.1))

/** Width and height that fit into the longest side. */
const fitted = (width: number, height: number) => {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const event = (video: HTMLVideoElement, name: 'loadedmetadata' | 'seeked'): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name}`)), patienceMs)
    video.addEventListener(
      name,
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
    video.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new Error('media error'))
    })
  })

/** What a video shows now, as JPEG; null when it shows nothing. */
export const jpegOf = (video: HTMLVideoElement): Promise<Blob | null> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitted(video.videoWidth, video.videoHeight))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', thumbnailQuality))
}

const readFrom = async (video: HTMLVideoElement, url: string): Promise<FrameRead> => {
  const loaded = event(video, 'loadedmetadata')
  video.muted = true
  video.preload = 'auto'
  video.src = url
  await loaded
  const { duration } = video
  if (!Number.isFinite(duration) || video.videoWidth === 0) return { kind: 'unseen' }
  const offset = thumbnailOffset(duration)
  if (duration < offset) return { kind: 'tooShort' }
  // Safari sends no event for a seek that is asked for at once.
  await new Promise((resolve) => setTimeout(resolve, thumbnailSeekDelayMs))
  const seeked = event(video, 'seeked')
  video.currentTime = offset
  await seeked
  const thumbnail = await jpegOf(video)
  return thumbnail ? { kind: 'frame', duration, thumbnail } : { kind: 'unseen' }
}

/** Length and picture of a film, read by the browser before anything is sent. */
export const readFrame = async (file: Blob): Promise<FrameRead> => {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    return await readFrom(video, url)
  } catch {
    return { kind: 'unseen' }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}
