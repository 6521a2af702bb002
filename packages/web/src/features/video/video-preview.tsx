import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { loadHls } from '../../lib/playback/load-hls.ts'
import { createReplay } from '../../lib/playback/playback.ts'
import { Modal } from '../../ui/modal.tsx'
import { clockOf } from './clock-of.ts'
import css from './video-preview.module.css'
import { VideoStateChip } from './video-state.tsx'

/** A video played as members see it, or why it can't be yet. */
export const VideoPreview = ({ video, onClose }: { video: Video; onClose: () => void }) => {
  const t = useText('video')
  const f = useFormat()
  const { name, state, durationMs, size, width, height, createdAt, problem } = video
  const facts = [
    ...(durationMs === null ? [] : [clockOf(durationMs / 1000)]),
    ...(width === null || height === null ? [] : [`${width} × ${height}`]),
    f.bytes(size),
    f.near(createdAt),
  ]
  return (
    <Modal open onClose={onClose} title={name} width={880}>
      {state === 'ready' ? (
        <Player video={video} />
      ) : (
        <div className={css.place}>
          {state === 'failed' && <IconAlertTriangle size={32} stroke={1.5} aria-hidden="true" />}
          <p>{state === 'failed' ? problem : t(`note.${state}`)}</p>
        </div>
      )}
      <p className={css.facts}>
        <VideoStateChip video={video} />
        <span>{facts.join('・')}</span>
      </p>
    </Modal>
  )
}

const Player = ({ video: { previewUrl, thumbnailUrl, name, width, height } }: { video: Video }) => {
  const t = useText('video')
  const element = useRef<HTMLVideoElement>(null)
  const [playback, setPlayback] = useState<ReturnType<typeof createReplay>>()
  useEffect(() => {
    if (!element.current) return
    const made = createReplay(element.current, { url: previewUrl, loadHls })
    setPlayback(made)
    return () => made.destroy()
  }, [previewUrl])
  const state = useSyncExternalStore(
    playback?.subscribe ?? noChange,
    () => playback?.snapshot().state,
    () => undefined,
  )
  return (
    <div className={css.screen}>
      {/* The recordings of merchants come without captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={element}
        className={css.video}
        style={{ aspectRatio: `${width ?? 16} / ${height ?? 9}` }}
        controls
        playsInline
        poster={thumbnailUrl}
        aria-label={t('preview.label', { name })}
      />
      {state === 'unsupported' && <p className={css.fault}>{t('preview.unsupported')}</p>}
    </div>
  )
}

const noChange = () => () => undefined
