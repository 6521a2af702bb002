import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './video-block.module.css'
import blocks from './blocks.module.css'
import type { BlockOf } from './page-data.ts'

const clockOf = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A video of the shop: its picture until it is asked for; only then the player is fetched. */
export const VideoBlock = ({ block, title }: { block: BlockOf<'video'>; title: string }) => {
  const t = useText('sales-page')
  const { heading, posterUrl, playlistUrl, durationMs } = block
  const [isOpen, setOpen] = useState(false)
  const name = heading || title
  return (
    <section className={blocks.block}>
      {heading !== '' && <h2>{heading}</h2>}
      <div className={css.frame}>
        {isOpen ? (
          <Player url={playlistUrl} poster={posterUrl} name={name} />
        ) : (
          <button type="button" className={css.open} data-plays onClick={() => setOpen(true)}>
            <span className="sr-only">{t('video.play', { name })}</span>
            {posterUrl !== '' && <img src={posterUrl} alt="" loading="lazy" />}
            <span className={css.play} aria-hidden="true">
              <IconPlayerPlayFilled size={26} />
            </span>
            {durationMs !== null && <small>{clockOf(durationMs)}</small>}
          </button>
        )}
      </div>
    </section>
  )
}

const Player = ({ url, poster, name }: { url: string; poster: string; name: string }) => {
  const t = useText('sales-page')
  const video = useRef<HTMLVideoElement>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    let isWanted = true
    let close: (() => void) | undefined
    const fail = () => isWanted && setFailed(true)
    const open = async () => {
      const { openFilm } = await import('./open-film.ts')
      const opened = isWanted ? await openFilm(element, url, fail) : undefined
      if (isWanted) close = opened
      else opened?.()
      // Refused where the browser wants another tap: its own controls are there.
      await element.play().catch(() => undefined)
    }
    open().catch(fail)
    return () => {
      isWanted = false
      close?.()
    }
  }, [url])
  if (isFailed) {
    return (
      <p className={css.failed} role="alert">
        {t('video.failed')}
      </p>
    )
  }
  return <video ref={video} className={css.video} controls playsInline poster={poster} aria-label={name} />
}
