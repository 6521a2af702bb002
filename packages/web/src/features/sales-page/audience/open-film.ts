import { hlsReplay } from '../../../lib/playback/hls-engine.ts'
import { loadHls } from '../../../lib/playback/load-hls.ts'
import { nativeReplay, playsNatively } from '../../../lib/playback/native-engine.ts'

/** Attaches a VOD playlist; answers how to let go of it. Throws when this browser can't play it. */
export const openFilm = async (video: HTMLVideoElement, url: string, onFailure: () => void): Promise<() => void> => {
  const Class = await loadHls()
  if (Class.isSupported()) return (await hlsReplay(Class)(video, url, { onFailure })).close
  if (playsNatively(video)) return (await nativeReplay(video, url, { onFailure })).close
  throw new Error('this browser plays no HLS')
}
