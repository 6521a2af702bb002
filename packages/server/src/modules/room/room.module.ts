import type { Server } from 'node:http'
import type { Environment } from '../../platform/environment.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { VideoService } from '../video/video.service.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import type { FirstComing } from '../viewer/viewer.service.ts'
import type { RoomOrders } from './order-port.ts'
import type { RoomNoticeDeps } from './room-notices.ts'
import { createCueStore } from './cue.store.ts'
import { createReplay } from '../replay/replay.service.ts'
import { defineRoomRetention } from './room-retention.ts'
import { createReplayStore } from '../replay/replay.store.ts'
import { createRoomParts, type RoomPartsDeps } from './room-parts.ts'
import type { RoomSources } from './room.service.ts'
import { videoLength } from './video-length.ts'
import '../live/live.events.ts'
import '../order/order.events.ts'
import '../block/block.events.ts'

export interface RoomsDeps {
  readonly platform: Platform
  readonly environment: Environment
  readonly lives: RoomSources['lives']
  readonly firms: FirmService
  readonly products: RoomSources['products']
  readonly playback: RoomSources['playback']
  readonly signupPath: RoomSources['signupPath']
  readonly trackingFor: RoomSources['trackingFor']
  readonly linesOf: RoomNoticeDeps['linesOf']
  readonly buyerOf: RoomNoticeDeps['buyerOf']
  readonly blocked: BlockedPeople
  readonly cameFirst: FirstComing
  /** Whether a session of the staff still stands. */
  readonly isSessionValid: RoomPartsDeps['isSessionValid']
  readonly orders?: RoomOrders | undefined
  readonly videos: Pick<VideoService, 'summaries'>
}

/** Puts the room's parts together: log, hub, socket, viewers, metering; app.ts has the rest to do. */
export const createRoomModule = (deps: RoomsDeps) => {
  const { platform, environment, lives, firms, products, playback, signupPath, linesOf, blocked, cameFirst } = deps
  const { events, jobs } = platform
  const parts = createRoomParts({
    platform,
    sources: { lives, firms, products, playback, signupPath, trackingFor: deps.trackingFor },
    linesOf,
    buyerOf: deps.buyerOf,
    blocked,
    cameFirst,
    orders: deps.orders,
    isSessionValid: deps.isSessionValid,
    origins: environment,
    edge: { trustProxy: environment.trustProxy, sharesDatabase: environment.databaseUrl !== undefined },
  })
  const { rooms, liveUsers, saidBy, roomLog, metering, notices, registry, socket } = parts
  events.on('order.placed', 'room-sold', notices.orderPlaced)
  events.on('live.changed', 'room-changed', notices.liveChanged)
  events.on('block.changed', 'room-muted', notices.blockChanged)
  jobs.every('charge-hours', 30, metering.chargeDue)
  const { cues } = createCueStore(platform.db)
  const replay = createReplay({
    sources: { lives, firms, cues, videoMs: videoLength(deps.videos) },
    store: createReplayStore(platform.db),
    platform,
  })
  jobs.every('charge-replays', 60, replay.chargeDue)
  defineRoomRetention(platform)

  return {
    service: rooms,
    /** For the control room. */
    parts,
    liveUsers,
    saidBy,
    roomLog,
    metering,
    replay,
    /** Charges what is due of a live and its replay. */
    settleHours: async (firmId: string, liveId: string): Promise<void> => {
      await metering.settleLive(firmId, liveId)
      await replay.settle(firmId, liveId)
    },
    registry,
    /** Real viewers now, for lists of lives. */
    onlineOf: rooms.onlineNow,
    /** Takes the WebSocket upgrades of the HTTP server. */
    attach: (server: Server): void => {
      server.on('upgrade', (request, stream, head) => {
        if (!socket.handleUpgrade(request, stream, head)) stream.destroy()
      })
    },
    close: socket.close,
  }
}
