import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useEffect } from 'react'

/** The lock screen and the system's media keys show what plays, once it plays. */
export const useNowPlaying = (
  { liveName, posterUrl, firm }: Pick<PublicRoom, 'liveName' | 'posterUrl' | 'firm'>,
  isPlaying: boolean,
): void => {
  const { name } = firm
  useEffect(() => {
    if (!isPlaying) return undefined
    let isGone = false
    let takeBack: (() => void) | undefined
    import('../../../../lib/playback/media-session.ts').then(
      ({ announceNowPlaying }) => {
        if (!isGone) takeBack = announceNowPlaying({ title: liveName, artist: name, artworkUrl: posterUrl })
      },
      // A nicety: the next page brings it.
      () => {},
    )
    return () => {
      isGone = true
      takeBack?.()
    }
  }, [isPlaying, liveName, name, posterUrl])
}
