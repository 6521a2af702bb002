import type { VideoService } from '../video/video.service.ts'
import { type LiveMedia, liveMedia, type LiveMediaPorts } from './live-media.ts'
import { pastFilmMedia } from './past-film.service.ts'
import type { LiveReader } from './live-reader.service.ts'

export interface LiveMediaParts extends Omit<LiveMediaPorts, 'lookup'> {
  readonly liveReader: Pick<LiveReader, 'findByStreamId'>
  readonly videos: Pick<VideoService, 'media' | 'summaries'>
  readonly isSuspended: (firmId: string) => Promise<boolean>
}

/** The pictures of lives and of their replays; a live that was cancelled has none. */
export const createLiveMediaHandler = ({ liveReader, videos, isSuspended, ...ports }: LiveMediaParts): LiveMedia =>
  liveMedia({
    ...ports,
    lookup: async (streamId) => {
      const live = await liveReader.findByStreamId(streamId)
      const media = live?.videoId == null ? undefined : await videos.media(live.firmId, live.videoId)
      if (!live || !media || live.cancelledAtMs !== null) return undefined
      if (await isSuspended(live.firmId)) return undefined
      const { beginAtMs, endAtMs, replayUntilMs } = live
      const choices = await pastFilmMedia(videos, live)
      return { ...media, beginAtMs, endAtMs, replayUntilMs: replayUntilMs ?? undefined, choices }
    },
  })
