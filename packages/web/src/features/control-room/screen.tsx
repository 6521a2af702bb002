import { IconEye, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import css from './screen.module.css'
import { useControlRoom } from './use-control-room.tsx'
import type { Picture } from './use-picture.ts'

/** What the viewers see now. */
export const Screen = ({ picture, small, isLive }: { picture: Picture; small?: boolean; isLive: boolean }) => {
  const t = useText('control-room')
  const { controlRoom } = useControlRoom()
  const { playback, video } = picture
  const hasVideo = controlRoom.playlistUrl !== ''
  const isShown = hasVideo && playback !== undefined && playback.state !== 'waiting' && playback.state !== 'ended'
  const note =
    playback?.state === 'loading' || playback?.state === 'stalled'
      ? t('screen.loading')
      : playback?.state === 'unsupported'
        ? t('screen.unsupported')
        : undefined
  return (
    <div className={clsx(css.screen, small && css.small)}>
      {controlRoom.posterUrl !== '' && (
        <img className={css.poster} src={controlRoom.posterUrl} alt="" hidden={isShown} />
      )}
      {hasVideo && (
        <video ref={video} muted playsInline aria-label={t('screen.label')} style={{ opacity: isShown ? 1 : 0 }} />
      )}
      <span className={clsx(css.glass, css.tag)}>
        <IconEye {...icon14} />
        {t('screen.asSeen')}
      </span>
      {hasVideo && isLive && (
        <button
          type="button"
          className={clsx(css.glass, css.sound)}
          aria-label={playback?.muted === false ? t('screen.mute') : t('screen.unmute')}
          onClick={picture.toggleSound}
        >
          {playback?.muted === false ? <IconVolume {...icon16} /> : <IconVolumeOff {...icon16} />}
        </button>
      )}
      {controlRoom.platformType === 'video' && controlRoom.disclosure && (
        <span className={clsx(css.glass, css.note)}>{t('screen.recorded')}</span>
      )}
      {playback?.state === 'paused' || playback?.state === 'blocked-autoplay' ? (
        <button type="button" className={clsx(css.glass, css.state)} onClick={picture.start}>
          {t('screen.play')}
        </button>
      ) : (
        isLive && note !== undefined && <span className={clsx(css.glass, css.state)}>{note}</span>
      )}
      {isLive && playback?.state === 'ended' && (
        <span className={clsx(css.glass, css.state)}>{controlRoom.pastFilm?.text || t('screen.filmOver')}</span>
      )}
      {isLive && !hasVideo && (
        <span className={clsx(css.glass, css.state)}>{t(`screen.${controlRoom.platformType}`)}</span>
      )}
    </div>
  )
}
