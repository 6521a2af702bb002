import type { VideoService } from '../video/video.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'

/** How long the video of a live is, ms; null: it plays none of ours, or none that was read yet. */
export const videoLength =
  (videos: Pick<VideoService, 'summaries'>) =>
  async ({ firmId, videoId }: Pick<LiveRecord, 'firmId' | 'videoId'>): Promise<number | null> =>
    (videoId === null ? undefined : (await videos.summaries(firmId, [videoId]))[0])?.durationMs ?? null
