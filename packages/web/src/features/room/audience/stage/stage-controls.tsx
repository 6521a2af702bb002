import {
  IconMaximize,
  IconPictureInPicture,
  IconPictureInPictureOff,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { lateTexts } from '../room/lazy-texts.ts'
import css from './stage-controls.module.css'
import type { InWindow } from './use-playback.ts'

export interface StageControlsProps {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly muted: boolean
  readonly inWindow: InWindow | undefined
  readonly onMute: () => void
  readonly onUnmute: () => void
  readonly onWhole: () => void
}

const useVolume = (video: RefObject<HTMLVideoElement | null>) => {
  const [volume, setVolume] = useState(1)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const look = () => setVolume(element.volume)
    look()
    element.addEventListener('volumechange', look)
    return () => element.removeEventListener('volumechange', look)
  }, [video])
  return volume
}

const turnTo = (element: HTMLVideoElement | null, volume: number): void => {
  if (element) element.volume = volume
}

/** Wide screens: sound, a window of its own, full screen, small at the corner of the picture. */
const StageControls = ({ video, muted, inWindow, onMute, onUnmute, onWhole }: StageControlsProps) => {
  const t = useText('room')
  const volume = useVolume(video)
  return (
    <div className={css.bar} data-part="controls" role="group" aria-label={t('player.controls')}>
      {!muted && (
        <span className={css.sound}>
          <input
            type="range"
            min={0.05}
            max={1}
            step={0.05}
            value={volume}
            aria-label={t('player.volume')}
            aria-valuetext={`${Math.round(volume * 100)}%`}
            onChange={(event) => {
              turnTo(video.current, event.target.valueAsNumber)
            }}
          />
          <button type="button" aria-label={t('player.soundOff')} onClick={onMute}>
            <IconVolume {...icon20} />
          </button>
        </span>
      )}
      {muted && (
        <button type="button" aria-label={t('player.soundOn')} onClick={onUnmute}>
          <IconVolumeOff {...icon20} />
        </button>
      )}
      {inWindow?.toggle && (
        <button
          type="button"
          aria-label={t(inWindow.isOut ? 'stage.backFromWindow' : 'stage.inWindow')}
          onClick={inWindow.toggle}
        >
          {inWindow.isOut ? <IconPictureInPictureOff {...icon20} /> : <IconPictureInPicture {...icon20} />}
        </button>
      )}
      <button type="button" aria-label={t('stage.fullScreen')} onClick={onWhole}>
        <IconMaximize {...icon20} />
      </button>
    </div>
  )
}

/** The controls with their own texts. */
export const loadStageControls = () => withTexts(lateTexts, StageControls)
