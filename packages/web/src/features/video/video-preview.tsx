import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { IconAlertTriangle, IconFileUpload, IconPencil, IconPhoto, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { loadHls } from '../../lib/playback/load-hls.ts'
import { createReplay } from '../../lib/playback/playback.ts'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { clockOf } from './clock-of.ts'
import { useVideoNote } from './video-note.ts'
import css from './video-preview.module.css'
import { VideoStateChip } from './video-state.tsx'
import { VideoUsesList } from './video-uses.tsx'

interface VideoPreviewProps {
  readonly video: Video
  readonly onClose: () => void
  readonly onThumbnail?: () => void
  readonly onRename?: () => void
  readonly onAgain?: () => void
  readonly onFile?: () => void
}

/** A video played as members see it, or why it can't be yet; its facts, and where it is used. */
export const VideoPreview = (props: VideoPreviewProps) => {
  const { video, onClose, onThumbnail, onRename, onAgain, onFile } = props
  const t = useText('video')
  const f = useFormat()
  const note = useVideoNote(video)
  const { name, state, durationMs, size, width, height, createdAt } = video
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
          <p>{note}</p>
          {state === 'failed' && video.mayRetry && onAgain && (
            <Button icon={<IconRefresh {...icon16} />} onClick={onAgain}>
              {t('action.again')}
            </Button>
          )}
          {state === 'uploading' && onFile && (
            <Button icon={<IconFileUpload {...icon16} />} onClick={onFile}>
              {t('action.chooseFile')}
            </Button>
          )}
        </div>
      )}
      <div className={css.facts}>
        <VideoStateChip video={video} />
        <span className={css.figures}>{facts.join('・')}</span>
        {onRename && (
          <Button size="s" kind="plain" icon={<IconPencil {...icon16} />} onClick={onRename}>
            {t('action.rename')}
          </Button>
        )}
        {onThumbnail && state === 'ready' && (
          <Button size="s" kind="plain" icon={<IconPhoto {...icon16} />} onClick={onThumbnail}>
            {t('action.thumbnail')}
          </Button>
        )}
      </div>
      {state === 'ready' && (
        <section className={css.where} aria-labelledby="video-uses">
          <h3 id="video-uses">{t('use.title')}</h3>
          <VideoUsesList videoId={video.id} />
        </section>
      )}
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
      {state === 'unsupported' && <p className={css.error}>{t('preview.unsupported')}</p>}
    </div>
  )
}

const noChange = () => () => undefined
