import { IconMovie } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { openRecording } from '../../lib/playback/open-recording.ts'
import type { Store } from '../../lib/store/store.ts'
import { Button } from '../../ui/button.tsx'
import css from './preview-player.module.css'

export interface PlayerHandle {
  /** Shows a second of the video and plays on from there. */
  playFrom(second: number): void
}

interface PreviewPlayerProps {
  /** A VOD playlist; empty: nothing to play yet. */
  readonly url: string
  readonly poster: string
  /** Said in its place while there is nothing to play. */
  readonly instead: string
  /** Called with the second that is shown. */
  readonly clock: Store<number>
  readonly ref: Ref<PlayerHandle>
  /** Over the picture. */
  readonly children?: ReactNode
}

/** The video beside what is written for it; nothing plays until asked. */
export const PreviewPlayer = (props: PreviewPlayerProps) => {
  const [tries, setTries] = useState(0)
  if (props.url !== '') return <Player key={`${props.url} ${tries}`} {...props} onRetry={() => setTries(tries + 1)} />
  return (
    <div className={css.instead}>
      <IconMovie size={32} stroke={1.25} aria-hidden="true" />
      <p>{props.instead}</p>
    </div>
  )
}

const Player = ({ url, poster, clock, ref, children, onRetry }: PreviewPlayerProps & { onRetry: () => void }) => {
  const t = useText('comment-mod')
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element) return
    let wanted = true
    let close: (() => void) | undefined
    const fail = () => wanted && setFailed(true)
    openRecording(element, url, { isWanted: () => wanted, onFailure: fail }).then((engine) => {
      if (wanted) close = engine?.close
      else engine?.close()
    }, fail)
    return () => {
      wanted = false
      close?.()
    }
  }, [url])

  useImperativeHandle(ref, () => ({
    playFrom: (second) => {
      const element = video.current
      if (!element) return
      element.currentTime = second
      // The browser rejects this only while a newer request is under way.
      void element.play().catch(() => undefined)
    },
  }))

  const note = () => clock.set(Math.round((video.current?.currentTime ?? 0) * 10) / 10)
  return (
    <div className={css.player}>
      <video
        ref={video}
        className="contain"
        controls
        playsInline
        preload="metadata"
        poster={poster}
        aria-label={t('player.label')}
        onTimeUpdate={note}
        onSeeking={note}
      />
      {children}
      {failed && (
        <div className={css.failed} role="alert">
          <p>{t('player.failed')}</p>
          <Button size="s" onClick={onRetry}>
            {t('player.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
