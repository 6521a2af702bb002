import type { PastFilm } from '@kaimai/contract/live/past-film.schema.ts'
import type { VideoService } from '../video/video.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from './room.service.ts'

/** What a room plays: the playlist of its recording, and that of its replay once there is one. */
export const playbackOf =
  (
    videos: Pick<VideoService, 'summaries'>,
    pastFilmOf: (live: LiveRecord) => Promise<PastFilm | undefined>,
  ): RoomSources['playback'] =>
  async (live) => {
    const { firmId, videoId, streamId, imageUrl, replayUntilMs } = live
    const [video] = videoId === null ? [] : await videos.summaries(firmId, [videoId])
    const isReady = video?.state === 'ready'
    return {
      posterUrl: imageUrl || (video?.thumbnailUrl ?? ''),
      tall: video?.tall ?? false,
      playlistUrl: isReady ? `/media/live/${streamId}/index.m3u8` : '',
      replayUrl: isReady && replayUntilMs !== null ? `/media/replay/${streamId}/index.m3u8` : '',
      pastFilm: await pastFilmOf(live),
    }
  }
