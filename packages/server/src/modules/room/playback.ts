import type { VideoService } from '../video/video.service.ts'
import type { RoomSources } from './room.service.ts'

/** What a room plays: the playlist of its recording, and that of its replay once there is one. */
export const playbackOf =
  (videos: Pick<VideoService, 'summaries'>): RoomSources['playback'] =>
  async ({ firmId, videoId, streamId, imageUrl, replayUntilMs }) => {
    const [video] = videoId === null ? [] : await videos.summaries(firmId, [videoId])
    const isReady = video?.state === 'ready'
    return {
      posterUrl: imageUrl || (video?.thumbnailUrl ?? ''),
      tall: video?.tall ?? false,
      playlistUrl: isReady ? `/media/live/${streamId}/index.m3u8` : '',
      replayUrl: isReady && replayUntilMs !== null ? `/media/replay/${streamId}/index.m3u8` : '',
    }
  }
