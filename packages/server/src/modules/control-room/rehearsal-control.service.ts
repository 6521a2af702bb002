import { fail } from '@kaimai/contract/common/error.ts'
import type { rehearsalRoutes } from '@kaimai/contract/control-room/rehearsal.routes.ts'
import { noTracking } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { HandlerResult } from '@kaimai/contract/common/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { Rehearsals } from '../live/rehearsals.service.ts'
import { presentRoom } from '../room/room.present.ts'
import type { RoomSources } from '../room/room.service.ts'
import { shownProduct } from '../room/shown-left.ts'
import type { VideoService } from '../video/video.service.ts'
import type { ControlRoomAccess } from './control-room-access.ts'

export interface RehearsalControlDeps {
  readonly clock: Clock
  readonly room: Pick<ControlRoomAccess, 'find'>
  readonly rehearsals: Rehearsals
  readonly sources: Pick<RoomSources, 'firms' | 'products' | 'playback'>
  readonly videos: Pick<VideoService, 'summaries'>
}

/** The staff plays a live to itself before it begins. */
export const createRehearsalControl = ({ clock, room, rehearsals, sources, videos }: RehearsalControlDeps) => {
  const rehearsal = async (firmId: string, id: string, error?: 'notFound'): Promise<LiveRecord> => {
    const live = await room.find(firmId, id, error)
    if (live.rehearsalOf === null) throw fail(error ?? 'noData')
    return live
  }

  return {
    begin: async (firm: FirmCaller, { liveId, fromSecond }: { liveId: string; fromSecond: number }) => {
      const live = await room.find(firm.id, liveId)
      // From within a rehearsal another one of the same live begins: at another second.
      const of = live.rehearsalOf ?? live.id
      return { liveId: await rehearsals.begin({ firmId: firm.id, id: of }, fromSecond * 1000) }
    },

    show: async (firm: FirmCaller, liveId: string): Promise<HandlerResult<typeof rehearsalRoutes.show>> => {
      const live = await rehearsal(firm.id, liveId, 'notFound')
      const [publicFirm, playback, products, [video]] = await Promise.all([
        sources.firms.publicFirm(firm.id),
        sources.playback(live),
        sources.products.forRoom(firm.id, live.productIds, 'room', live.liveProducts),
        live.videoId === null ? [] : videos.summaries(firm.id, [live.videoId]),
      ])
      return {
        room: presentRoom(live, {
          firm: publicFirm,
          // Its pictures are the recording’s: a rehearsal has no address that a viewer could open.
          playback: { ...playback, playlistUrl: '', replayUrl: '', pastFilm: undefined },
          products: products.map(shownProduct),
          signupPath: '',
          shownOnline: { online: 0, simulated: false },
          tracking: noTracking,
          nowMs: clock.ms(),
        }),
        recordingUrl: video?.state === 'ready' ? video.previewUrl : '',
      }
    },

    end: async (firm: FirmCaller, liveId: string): Promise<void> => {
      await rehearsals.end(await rehearsal(firm.id, liveId))
    },

    running: rehearsals.running,
  }
}
export type RehearsalControl = ReturnType<typeof createRehearsalControl>
