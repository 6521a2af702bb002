/** A video in a small window of the system's own, over whatever else the viewer does. */
export interface PictureInPicture {
  /** The same object until something changes (for useSyncExternalStore). */
  readonly snapshot: () => PictureInPictureSnapshot
  readonly subscribe: (listener: () => void) => () => void
  /** Out, or back again; to be called from the tap itself. Never throws: where the system refuses, nothing changes. */
  readonly toggle: () => Promise<void>
  readonly destroy: () => void
}

export interface PictureInPictureSnapshot {
  /** The browser, the page that frames us and the device allow it. */
  readonly isOffered: boolean
  readonly isOut: boolean
}

/** What Safari had before the standard, and iPhones have instead of it. */
interface WebkitVideo {
  readonly webkitSupportsPresentationMode: (mode: string) => boolean
  readonly webkitSetPresentationMode: (mode: string) => void
  readonly webkitPresentationMode: string
}

const mode = 'picture-in-picture'

const webkitOf = (video: HTMLVideoElement): WebkitVideo | undefined =>
  'webkitSupportsPresentationMode' in video &&
  typeof video.webkitSupportsPresentationMode === 'function' &&
  'webkitSetPresentationMode' in video &&
  typeof video.webkitSetPresentationMode === 'function'
    ? // Asked for by name just before; the browser's own types don't know it.
      (video as unknown as WebkitVideo)
    : undefined

const hasStandard = (video: HTMLVideoElement): boolean =>
  document.pictureInPictureEnabled === true && 'requestPictureInPicture' in video && !video.disablePictureInPicture

/** Whether this video is out in a window of its own now. */
export const isInWindow = (video: HTMLVideoElement): boolean =>
  // A document of tests or of old browsers lacks it.
  (document.pictureInPictureElement !== undefined && document.pictureInPictureElement === video) ||
  webkitOf(video)?.webkitPresentationMode === mode

/** Watches a video element; what plays in it is somebody else's matter and goes on as before. */
export const watchPictureInPicture = (video: HTMLVideoElement): PictureInPicture => {
  const end = new AbortController()
  const listeners = new Set<() => void>()
  const isOffered = (): boolean => hasStandard(video) || webkitOf(video)?.webkitSupportsPresentationMode(mode) === true
  let snapshot: PictureInPictureSnapshot = { isOffered: isOffered(), isOut: isInWindow(video) }
  const look = (): void => {
    const next = { isOffered: isOffered(), isOut: isInWindow(video) }
    if (next.isOffered === snapshot.isOffered && next.isOut === snapshot.isOut) return
    snapshot = next
    for (const listener of listeners) listener()
  }
  // Safari says what it supports once it knows the media.
  for (const name of [
    'loadedmetadata',
    'enterpictureinpicture',
    'leavepictureinpicture',
    'webkitpresentationmodechanged',
  ])
    video.addEventListener(name, look, { signal: end.signal })

  const standard = async (): Promise<void> => {
    if (isInWindow(video)) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  }

  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle: async () => {
      const webkit = webkitOf(video)
      try {
        if (hasStandard(video)) await standard()
        else if (webkit) webkit.webkitSetPresentationMode(isInWindow(video) ? 'inline' : mode)
      } catch {
        // Refused by the system, or no picture yet: the viewer sees that nothing happened.
      }
      look()
    },
    destroy: () => {
      end.abort()
      listeners.clear()
    },
  }
}
