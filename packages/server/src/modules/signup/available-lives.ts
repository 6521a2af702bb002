import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { AvailableLive, TemplateLive } from '@kaimai/contract/signup/signup-offer.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { LiveService } from '../live/live.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { VideoService } from '../video/video.service.ts'

export interface AvailableLivesDeps {
  readonly clock: Clock
  readonly lives: Pick<LiveService, 'upcoming' | 'possibleTemplates' | 'mayOpen'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly videos: Pick<VideoService, 'summaries'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Whether the merchant has a way to be paid. */
  readonly payable: (firm: PublicFirm) => boolean
}

/** What a form's editor can offer: lives still to come, lives that a series can copy, and whether both can be sold. */
export const createAvailableLives =
  ({ clock, lives, liveReader, videos: videoService, firms, payable }: AvailableLivesDeps) =>
  async (
    firmId: string,
  ): Promise<{
    lives: z.input<typeof AvailableLive>[]
    templates: z.input<typeof TemplateLive>[]
    hoursLeft: boolean
    payable: boolean
  }> => {
    // Slots of a series are the series' own.
    const rows = (await lives.upcoming(firmId, clock.now())).filter(({ seriesId }) => seriesId === null)
    const videoIds = rows.flatMap(({ videoId }) => (videoId === null ? [] : [videoId]))
    const [videos, templates, hoursLeft, firm] = await Promise.all([
      videoService.summaries(firmId, [...new Set(videoIds)]),
      lives.possibleTemplates(firmId),
      lives.mayOpen(firmId),
      firms.publicFirm(firmId),
    ])
    const thumbnails = new Map(videos.map(({ id, thumbnailUrl }) => [id, thumbnailUrl]))
    const records = new Map(
      (
        await liveReader.findMany(
          firmId,
          rows.map(({ id }) => id),
        )
      ).map((live) => [live.id, live]),
    )
    return {
      templates: templates.map(({ liveId, liveName, beginAtMs, lengthMs, imageUrl }) => ({
        liveId,
        liveName,
        beginAt: new Date(beginAtMs).toISOString(),
        lengthMs,
        imageUrl,
      })),
      hoursLeft,
      payable: payable(firm),
      lives: rows.flatMap((row) => {
        const live = records.get(row.id)
        return live
          ? [
              {
                liveId: row.id,
                liveName: row.name,
                beginAt: row.beginAt.toISOString(),
                endAt: row.endAt.toISOString(),
                status: liveStatusAt(live, clock.ms()),
                imageUrl: row.imageUrl || (thumbnails.get(row.videoId ?? '') ?? ''),
              },
            ]
          : []
      }),
    }
  }
