/** What the lock screen, a headset and the system's media keys show of what plays. */
export interface NowPlaying {
  readonly title: string
  readonly artist: string
  /** Of its picture; empty: none. */
  readonly artworkUrl: string
}

/** A live has one moment: nobody goes back in it by a headset's key. */
const notInALive = ['seekbackward', 'seekforward', 'seekto', 'previoustrack', 'nexttrack'] as const

const withoutAction = (session: MediaSession, action: MediaSessionAction): void => {
  try {
    session.setActionHandler(action, null)
  } catch {
    // An action that this browser does not know is not offered either.
  }
}

/** The system shows what plays; without a media session nothing happens. Returns how to take it back. */
export const announceNowPlaying = ({ title, artist, artworkUrl }: NowPlaying): (() => void) => {
  if (!('mediaSession' in navigator) || typeof MediaMetadata === 'undefined') return () => {}
  const session = navigator.mediaSession
  const metadata = new MediaMetadata({
    title,
    artist,
    artwork: artworkUrl === '' ? [] : [{ src: new URL(artworkUrl, location.href).href }],
  })
  session.metadata = metadata
  for (const action of notInALive) withoutAction(session, action)
  return () => {
    if (session.metadata === metadata) session.metadata = null
  }
}
