import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Winding } from '../../../../lib/playback/playback-state.ts'
import { createYoutubePlayback, youtubeFrameUrl } from '../../../../lib/playback/youtube-playback.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import css from './stage.module.css'

export interface YoutubeFrameProps {
  readonly youtubeId: string
  /** Second of the room that is now; without it one may wind. */
  readonly roomS?: () => number
  readonly onPlayer?: (player: Winding | undefined) => void
  /** Stands in the player's place once the film of a room has ended. */
  readonly over?: ReactNode
}

/** Its own origin is not ours: with both it still reaches nothing of this page. */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** YouTube's own player with its own controls. YouTube learns our origin, though not which link brought the viewer. */
export const YoutubeFrame = ({ youtubeId, roomS, onPlayer, over }: YoutubeFrameProps) => {
  const t = useText('room')
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useLatest({ roomS, onPlayer })
  const [url] = useState(() => youtubeFrameUrl(youtubeId, { origin: location.origin, startS: roomS?.() ?? 0 }))
  const isRoom = roomS !== undefined
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const player = createYoutubePlayback(element, isRoom ? () => latest.current.roomS?.() ?? 0 : undefined)
    const { onPlayer: announce } = latest.current
    announce?.(player)
    // What YouTube shows after a film leads away from here; its player goes for good.
    const stop = player.subscribe(() => {
      if (isRoom && player.snapshot().state === 'ended') setOver(true)
    })
    return () => {
      stop()
      player.destroy()
      announce?.(undefined)
    }
  }, [isRoom, latest])
  if (isOver) return over
  return (
    <iframe
      ref={frame}
      className={css.video}
      data-seen
      src={url}
      title={t('stage.video')}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin"
      sandbox={sandbox}
    />
  )
}
