import { type PictureInPicture, watchPictureInPicture } from './picture-in-picture.ts'
import { rememberSound, type SoundMemory } from './sound-memory.ts'

/** Browsers inside other programs that take a video over the whole screen by themselves. */
interface WebkitScreen {
  readonly webkitExitFullscreen: () => void
}

const canLeave = (video: HTMLVideoElement): video is HTMLVideoElement & WebkitScreen =>
  'webkitExitFullscreen' in video && typeof video.webkitExitFullscreen === 'function'

/**
 * Keeps a video on its page: old ways of saying `playsinline` for browsers inside other programs, and back at once from a
 * full screen that nobody asked for. Returns how to stop.
 */
const keepInline = (video: HTMLVideoElement): (() => void) => {
  for (const name of ['playsinline', 'webkit-playsinline', 'x5-playsinline']) video.setAttribute(name, '')
  const back = (): void => {
    if (canLeave(video)) video.webkitExitFullscreen()
  }
  video.addEventListener('webkitbeginfullscreen', back)
  return () => video.removeEventListener('webkitbeginfullscreen', back)
}

export interface Furnished {
  readonly window: PictureInPicture
  readonly destroy: () => void
}

/** What a viewer's video has beside its player: it stays on its page, knows its loudness, and may go out in a window. */
export const prepareVideo = (video: HTMLVideoElement, memory: SoundMemory, unmute: () => void): Furnished => {
  const stopInline = keepInline(video)
  const stopSound = rememberSound(video, memory, unmute)
  const window = watchPictureInPicture(video)
  return {
    window,
    destroy: () => {
      stopInline()
      stopSound()
      window.destroy()
    },
  }
}
