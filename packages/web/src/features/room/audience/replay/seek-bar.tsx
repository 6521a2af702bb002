import {
  IconMaximize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { showDuration } from '@kaimai/contract/common/time.ts'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { IconTap } from '../../../../ui/audience/icon-tap.tsx'
import { icon20, icon22 } from '../../../../ui/icon-props.ts'
import { chapterAt, speeds } from './replay-view.ts'
import type { InWindow } from '../stage/use-playback.ts'
import type { SeekControls } from './use-replay.ts'
import css from './seek-bar.module.css'

export interface Chapter {
  readonly ms: number
  readonly name: string
}

/** 12:34, from an hour on 1:02:34. */
export const playTime = (ms: number): string =>
  showDuration(Math.floor(ms / 1000))
    .replace(/^00:0?/, '')
    .replace(/^0(?=\d:\d\d:)/, '')

/** Where a replay is wound: bar with its chapters, ten seconds back and forth, speed, sound. */
export const SeekBar = ({
  seekControls,
  chapters,
  muted,
  onSound,
  onWhole,
  inWindow,
}: {
  readonly seekControls: SeekControls
  readonly chapters: readonly Chapter[]
  /** Undefined: the player has its own switch. */
  readonly muted: boolean | undefined
  readonly onSound: () => void
  readonly onWhole: (() => void) | undefined
  readonly inWindow?: InWindow | undefined
}) => {
  const t = useText('room')
  const { nowMs, durationMs, isPlaying, rate, seek, toggle, setRate } = seekControls
  const part = durationMs > 0 ? Math.min(1, nowMs / durationMs) : 0
  const chapter = chapters[chapterAt(chapters, nowMs)]
  const times = { now: playTime(nowMs), whole: playTime(durationMs) }
  return (
    <div className={css.bar} data-part="wind" role="group" aria-label={t('replay.controls')}>
      <div className={css.track}>
        <i className={css.rail}>
          <i style={{ width: `${part * 100}%` }} />
        </i>
        {chapters.map(({ ms }) => (
          <i key={ms} className={css.tick} style={{ left: `${(ms / Math.max(1, durationMs)) * 100}%` }} />
        ))}
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.round(durationMs))}
          step={1000}
          value={Math.round(nowMs)}
          aria-label={t('replay.seek')}
          aria-valuetext={chapter ? t('replay.at', { ...times, name: chapter.name }) : t('replay.time', times)}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
      </div>
      <div className={css.row}>
        <IconTap
          label={t(isPlaying ? 'replay.pause' : 'replay.play')}
          icon={
            isPlaying ? (
              <IconPlayerPauseFilled size={22} aria-hidden="true" />
            ) : (
              <IconPlayerPlayFilled size={22} aria-hidden="true" />
            )
          }
          onClick={toggle}
        />
        <IconTap
          label={t('replay.back')}
          icon={<IconRewindBackward10 {...icon22} />}
          onClick={() => seek(nowMs - 10_000)}
        />
        <IconTap
          label={t('replay.forward')}
          icon={<IconRewindForward10 {...icon22} />}
          onClick={() => seek(nowMs + 10_000)}
        />
        <span className={css.time} aria-hidden="true">
          {times.now}
          <span> / {times.whole}</span>
        </span>
        <label className={css.speed}>
          <span className="sr-only">{t('replay.speed')}</span>
          <select value={rate} onChange={(event) => setRate(Number(event.target.value))}>
            {speeds.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
        {muted !== undefined && (
          <IconTap
            label={t(muted ? 'replay.soundOn' : 'replay.soundOff')}
            icon={muted ? <IconVolumeOff {...icon20} /> : <IconVolume {...icon20} />}
            onClick={onSound}
          />
        )}
        {inWindow?.toggle && (
          <span className={css.whole}>
            <IconTap
              label={t(inWindow.isOut ? 'stage.backFromWindow' : 'stage.inWindow')}
              icon={<IconPictureInPicture {...icon20} />}
              onClick={inWindow.toggle}
            />
          </span>
        )}
        {onWhole && (
          <span className={css.whole}>
            <IconTap label={t('stage.fullScreen')} icon={<IconMaximize {...icon20} />} onClick={onWhole} />
          </span>
        )}
      </div>
    </div>
  )
}

/** The chapters of a replay: when each product came on screen. */
export const Chapters = ({
  chapters,
  nowMs,
  onSeek,
}: {
  readonly chapters: readonly Chapter[]
  readonly nowMs: number
  readonly onSeek: (ms: number) => void
}) => {
  const t = useText('room')
  const list = useRef<HTMLOListElement>(null)
  const current = chapterAt(chapters, nowMs)
  useEffect(() => {
    const box = list.current
    const item = box?.children[current]
    if (!box || !(item instanceof HTMLElement)) return
    box.scrollTo({ left: item.offsetLeft - box.offsetLeft - 16, behavior: 'smooth' })
  }, [current])
  if (chapters.length === 0) return null
  return (
    <nav className={css.chapters} data-part="chapters" aria-label={t('replay.chapters')}>
      <ol ref={list}>
        {chapters.map(({ ms, name }, at) => (
          <li key={ms}>
            <button
              type="button"
              className={clsx(at === current && css.here)}
              aria-current={at === current ? 'true' : undefined}
              onClick={() => onSeek(ms)}
            >
              <span className={css.when}>{playTime(ms)}</span>
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
