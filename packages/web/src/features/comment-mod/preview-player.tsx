import { IconMovie } from '@tabler/icons-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { hlsReplay } from '../../lib/playback/hls-engine.ts'
import { loadHls } from '../../lib/playback/load-hls.ts'
import { nativeReplay, playsNatively } from '../../lib/playback/native-engine.ts'
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
  /** Told which second is shown. */
  readonly clock: Store<number>
  readonly ref: Ref<PlayerHandle>
}

const open = async (video: HTMLVideoElement, url: string, onFailure: () => void) => {
  const Class = await loadHls()
  if (Class.isSupported()) return hlsReplay(Class)(video, url, { onFailure })
  if (playsNatively(video)) return nativeReplay(video, url, { onFailure })
  throw new Error('this browser plays no HLS')
}

/** The video beside what is written for it; nothing plays until asked. */
export const PreviewPlayer = (props: PreviewPlayerProps) =>
  props.url === '' ? (
    <div className={css.instead}>
      <IconMovie size={32} stroke={1.25} aria-hidden="true" />
      <p>{props.instead}</p>
    </div>
  ) : (
    <Player key={props.url} {...props} />
  )

const Player = ({ url, poster, clock, ref }: PreviewPlayerProps) => {
  const t = useText('comment-mod')
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    const element = video.current
    if (!element) return
    let closed = false
    let close = () => {
      closed = true
    }
    open(element, url, () => setFailed(true)).then(
      (engine) => {
        if (closed) engine.close()
        else close = engine.close
      },
      () => setFailed(true),
    )
    return () => close()
  }, [url, tries])

  useImperativeHandle(ref, () => ({
    playFrom: (second) => {
      const element = video.current
      if (!element) return
      element.currentTime = second
      // Refused only while a newer wish is under way.
      void element.play().catch(() => undefined)
    },
  }))

  const note = () => clock.set(Math.round((video.current?.currentTime ?? 0) * 10) / 10)
  return (
    <div className={css.player}>
      <video
        ref={video}
        className={css.video}
        controls
        playsInline
        preload="metadata"
        poster={poster}
        aria-label={t('player.label')}
        onTimeUpdate={note}
        onSeeking={note}
      />
      {failed && (
        <div className={css.failed} role="alert">
          <p>{t('player.failed')}</p>
          <Button
            size="s"
            onClick={() => {
              setFailed(false)
              setTries(tries + 1)
            }}
          >
            {t('player.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
