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
export const keepInline = (video: HTMLVideoElement): (() => void) => {
  for (const name of ['playsinline', 'webkit-playsinline', 'x5-playsinline']) video.setAttribute(name, '')
  const back = (): void => {
    if (canLeave(video)) video.webkitExitFullscreen()
  }
  video.addEventListener('webkitbeginfullscreen', back)
  return () => video.removeEventListener('webkitbeginfullscreen', back)
}
