/** What this device keeps of the sound: how loud, and whether it was on. */
export interface SoundMemory {
  readonly read: () => unknown
  readonly write: (sound: { readonly volume: number; readonly on: boolean }) => void
}

const volumeOf = (stored: unknown): number | undefined => {
  const volume: unknown =
    typeof stored === 'object' && stored !== null && 'volume' in stored ? stored.volume : undefined
  // Never so low that the sound seems to be broken.
  return typeof volume === 'number' && volume >= 0.05 && volume <= 1 ? volume : undefined
}

const wasOn = (stored: unknown): boolean =>
  typeof stored === 'object' && stored !== null && 'on' in stored && stored.on === true

/**
 * As loud as last time; and who had the sound on in this visit, before a reload, has it on again with the first tap or
 * key: before that no browser lets a page make noise. Returns how to stop.
 */
export const rememberSound = (video: HTMLVideoElement, memory: SoundMemory, unmute: () => void): (() => void) => {
  const end = new AbortController()
  const { signal } = end
  const stored = memory.read()
  video.volume = volumeOf(stored) ?? 1
  if (wasOn(stored)) {
    const once = new AbortController()
    const again = (): void => {
      once.abort()
      if (video.muted) unmute()
    }
    signal.addEventListener('abort', () => once.abort())
    for (const name of ['pointerup', 'keydown']) document.addEventListener(name, again, { signal: once.signal })
  }
  let reported = { volume: video.volume, muted: video.muted }
  video.addEventListener(
    'volumechange',
    () => {
      const { volume, muted } = video
      if (volume === reported.volume && muted === reported.muted) return
      reported = { volume, muted }
      memory.write({ volume, on: !muted })
    },
    { signal },
  )
  return () => end.abort()
}
