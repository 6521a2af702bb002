import { IconPlayerPlay, IconRefresh, IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Picture } from '../../../../lib/audience/picture.tsx'
import { useSlow } from '../../../../lib/audience/use-slow.ts'
import type { PlaybackSnapshot } from '../../../../lib/playback/playback-state.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20, icon28 } from '../../../../ui/icon-props.ts'
import { LazyStageControls } from '../room/lazy-parts.ts'
import { posterSizes } from './poster-sizes.ts'
import css from './stage.module.css'
import type { InWindow } from './use-playback.ts'

export interface StageProps {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly posterUrl: string
  /** Undefined while nothing is to be played. */
  readonly playback: PlaybackSnapshot | undefined
  readonly onStart: () => void
  readonly onUnmute: () => void
  readonly onMute?: () => void
  readonly inWindow?: InWindow
  /** A recording that one may wind: what winds it stands below. */
  readonly winds?: boolean
  /** Stands over a film that has ended while its live goes on. */
  readonly over?: ReactNode
  /** Another player in the place of ours; nothing of ours lies over it. */
  readonly children?: ReactNode
}

/** Until then the poster, or the picture that stands, says enough; what turns takes half a core where there is no GPU. */
const quietMs = 1_000

const hasPicture = (playback: PlaybackSnapshot | undefined): boolean =>
  playback !== undefined && playback.state !== 'waiting' && playback.state !== 'unsupported'

/** The picture: the poster until the video moves, then the video; nothing to seek by in a live. */
export const Stage = (props: StageProps) => {
  const { video, posterUrl, playback, onStart, onUnmute, onMute, inWindow, winds, over, children } = props
  const t = useText('room')
  const box = useRef<HTMLElement>(null)
  const state = playback?.state
  // What may be wound has its button below: a picture that stands still is not covered.
  const isBlocked = state === 'blocked-autoplay' || (state === 'paused' && !winds)
  const isMoving = state === 'playing' || state === 'stalled'
  const isSlow = useSlow(state === 'loading' || state === 'stalled', quietMs)
  return (
    <>
      <section ref={box} className={css.stage} aria-label={t('stage.video')} data-part="stage">
        {posterUrl !== '' && !isMoving && (
          <Picture className={css.poster} src={posterUrl} alt="" sizes={posterSizes} first />
        )}
        <video
          ref={video}
          className={css.video}
          data-seen={hasPicture(playback) || undefined}
          playsInline
          muted
          preload="none"
          tabIndex={-1}
        />
        {children}
        {isSlow && (
          <span className={css.loading} role="status">
            <i className={css.spin} />
            <span className="sr-only">{t('stage.loading')}</span>
          </span>
        )}
        {state === 'ended' && over}
        {isBlocked && (
          <button type="button" className={css.start} onClick={onStart}>
            <IconPlayerPlay {...icon28} />
            {t(state === 'paused' ? 'stage.goOn' : 'stage.start')}
          </button>
        )}
        {state === 'unsupported' && (
          <p className={css.failed}>
            {t('stage.unsupported')}
            <button type="button" onClick={() => location.reload()}>
              <IconRefresh size={16} stroke={2} aria-hidden="true" />
              {t('again')}
            </button>
          </p>
        )}
        {isMoving && onMute && !winds && (
          <LazyStageControls
            video={video}
            muted={playback?.muted !== false}
            inWindow={inWindow}
            onMute={onMute}
            onUnmute={onUnmute}
            onWhole={() => void box.current?.requestFullscreen?.()}
          />
        )}
      </section>
      {isMoving && playback?.muted === true && (
        <button type="button" className={css.sound} data-part="sound" onClick={onUnmute}>
          <IconVolumeOff {...icon20} />
          <span>{t('stage.sound')}</span>
        </button>
      )}
    </>
  )
}
