import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { Thumb } from '../../ui/thumb.tsx'
import { clockOf } from './clock-of.ts'
import css from './video-list.module.css'
import { useVideoNote } from './video-note.ts'

/** Picture and name of a video, and below what to know about it. */
export const VideoLine = ({ video }: { video: Video }) => {
  const { name, thumbnailUrl, durationMs } = video
  return (
    <span className="row">
      <Thumb src={thumbnailUrl} badge={durationMs === null ? undefined : clockOf(durationMs / 1000)} />
      <span className={css.words}>
        <b className={css.name}>{name}</b>
        <VideoNote video={video} />
      </span>
    </span>
  )
}

/** What to know about a video in one line. */
export const VideoNote = ({ video }: { video: Video }) => {
  const note = useVideoNote(video)
  if (note === undefined) return null
  return <span className={video.state === 'failed' ? css.problem : css.note}>{note}</span>
}
