import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { thumbnailSeekDelayMs } from '@kaimai/contract/video/video.rules.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { openRecording } from '../../lib/playback/open-recording.ts'
import { IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { clockOf } from './clock-of.ts'
import { jpegOf } from './read-frame.ts'
import css from './video-thumbnail.module.css'

/** One step of the buttons, in seconds. */
const step = 1

export interface FrameHandle {
  /** The frame that is shown, as JPEG; null when there is none. */
  take(): Promise<Blob | null>
}

interface FrameStageProps {
  readonly url: string
  readonly durationMs: number
  readonly ref: Ref<FrameHandle>
  /** Shown in place of the frame. */
  readonly instead: string | undefined
  /** Winding was begun, or its frame is there. */
  readonly onReady: (ready: boolean) => void
  readonly onWind: () => void
}

/** A video that stands still and is wound to a frame. */
export const FrameStage = ({ url, durationMs, ref, instead, onReady, onWind }: FrameStageProps) => {
  const t = useText('video')
  const video = useRef<HTMLVideoElement>(null)
  const last = Math.max(0, durationMs / 1000 - 0.1)
  const [second, setSecond] = useState(() => Math.min(last, 1))
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
    take: async () => {
      // A frame that has just been wound to stands a little later in some browsers.
      await new Promise((resolve) => setTimeout(resolve, thumbnailSeekDelayMs))
      return video.current && jpegOf(video.current)
    },
  }))

  const show = (at: number) => {
    onReady(false)
    if (video.current) video.current.currentTime = at
  }
  const wind = (to: number) => {
    const at = Math.min(last, Math.max(0, to))
    setSecond(at)
    onWind()
    show(at)
  }
  return (
    <>
      <div className={css.stage}>
        {/* The recordings of merchants come without captions, and this one stands still. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          className={css.picture}
          muted
          playsInline
          preload="auto"
          aria-label={t('thumbnail.frame', { time: clockOf(second) })}
          data-hidden={instead !== undefined}
          onLoadedMetadata={() => show(second)}
          onSeeked={() => onReady(true)}
        />
        {instead !== undefined && <img src={instead} alt="" className={css.picture} />}
        {failed && <p className={css.failed}>{t('preview.unsupported')}</p>}
      </div>
      <div className={css.wind}>
        <IconButton
          label={t('thumbnail.earlier')}
          icon={<IconChevronLeft {...icon16} />}
          onClick={() => wind(second - step)}
        />
        <input
          type="range"
          className="slider"
          min={0}
          max={last}
          step={0.1}
          value={second}
          aria-label={t('thumbnail.slider')}
          aria-valuetext={clockOf(second)}
          onChange={({ currentTarget }) => wind(Number(currentTarget.value))}
        />
        <IconButton
          label={t('thumbnail.later')}
          icon={<IconChevronRight {...icon16} />}
          onClick={() => wind(second + step)}
        />
        <span className={css.time}>
          {clockOf(second)} / {clockOf(last)}
        </span>
      </div>
    </>
  )
}
