import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { RoomModule } from '../room/room.module.ts'
import type { RoomSources } from '../room/room.service.ts'
import { videoLength } from '../room/video-length.ts'
import type { VideoService } from '../video/video.service.ts'
import { createReplay } from './replay.service.ts'
import { createReplayStore } from './replay.store.ts'

export interface ReplayModuleDeps {
  readonly platform: Platform
  readonly lives: RoomSources['lives']
  readonly firms: FirmService
  readonly videos: Pick<VideoService, 'summaries'>
  readonly rooms: Pick<RoomModule, 'parts' | 'metering'>
}

/** Ended lives, watched again in step with what was said, and charged by what is watched. */
export const createReplayModule = ({ platform, lives, firms, videos, rooms }: ReplayModuleDeps) => {
  const { cues } = rooms.parts.cues
  const replay = createReplay({
    sources: { lives, firms, cues, videoMs: videoLength(videos) },
    store: createReplayStore(platform.db),
    platform,
  })
  platform.jobs.every('charge-replays', 60, replay.chargeDue)
  return {
    ...replay,
    /** Charges what is due of a live and its replay. */
    settleHours: async (firmId: string, liveId: string): Promise<void> => {
      await rooms.metering.settleLive(firmId, liveId)
      await replay.settle(firmId, liveId)
    },
  }
}
