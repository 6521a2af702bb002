import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { clockOf } from './clock-of.ts'
import css from './video-list.module.css'

/** Picture and name of a video, and below what to know about it. */
export const VideoLine = ({ video }: { video: Video }) => {
  const { name, thumbnailUrl, durationMs } = video
  return (
    <span className={css.line}>
      <Thumb src={thumbnailUrl} badge={durationMs === null ? undefined : clockOf(durationMs / 1000)} />
      <span className={css.words}>
        <b className={css.name}>{name}</b>
        <VideoNote video={video} />
      </span>
    </span>
  )
}

/** What to know about a video in one line: the reason it failed, what to do next, or how large its picture is. */
export const VideoNote = ({ video: { state, problem, width, height } }: { video: Video }) => {
  const t = useText('video')
  if (state === 'failed') return <span className={css.problem}>{problem}</span>
  if (state !== 'ready') return <span className={css.note}>{t(`note.${state}`)}</span>
  if (width === null || height === null) return null
  const shape = width === height ? 'square' : width > height ? 'landscape' : 'portrait'
  return <span className={css.note}>{t(`note.${shape}`, { width, height })}</span>
}
