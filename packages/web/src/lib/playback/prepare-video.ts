import { keepInline } from './inline-only.ts'
import { type PictureInPicture, watchPictureInPicture } from './picture-in-picture.ts'
import { rememberSound, type SoundMemory } from './sound-memory.ts'

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
