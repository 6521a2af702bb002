import { UnsupportedBrowser } from './engine.ts'
import { hlsReplay } from './hls-engine.ts'
import { loadHls } from './load-hls.ts'
import { nativeReplay, playsNatively } from './native-engine.ts'

export interface RecordingOptions {
  /** Asked once what is needed has been loaded: by then it may no longer be. */
  readonly isWanted: () => boolean
  readonly onFailure: () => void
}

/**
 * Attaches a plain recording to a video element and leaves the rest to its owner: nothing plays by itself. Undefined
 * when it was no longer wanted; throws UnsupportedBrowser where HLS can't be played.
 */
export const openRecording = async (
  video: HTMLVideoElement,
  url: string,
  { isWanted, onFailure }: RecordingOptions,
): Promise<{ close: () => void } | undefined> => {
  const Class = await loadHls()
  if (!isWanted()) return undefined
  if (Class.isSupported()) return hlsReplay(Class)(video, url, { onFailure })
  if (playsNatively(video)) return nativeReplay(video, url, { onFailure })
  throw new UnsupportedBrowser()
}
