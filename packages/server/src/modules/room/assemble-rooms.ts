import type { Server } from 'node:http'
import type { Environment } from '../../platform/environment.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createConnectionStore } from './connection.store.ts'
import { createConnections } from './connections.ts'
import { createLedgerStore } from './ledger.store.ts'
import { createLiveUserService } from './live-user.service.ts'
import { createLiveUserStore } from './live-user.store.ts'
import { createMetering } from './metering.ts'
import { originCheck } from './origin.ts'
import { createRoomHub } from './room-hub.ts'
import { createRoomLog } from './room-log.ts'
import { createRoomNotices, type RoomNoticeNeeds } from './room-notices.ts'
import { createSay } from './room-say.ts'
import { createRoomSocket } from './room-socket.ts'
import { createRoomService, type RoomSources, roomShows } from './room.service.ts'
import { createRoomStore } from './room.store.ts'
import { createTickets } from './tickets.ts'
import '../live/live.events.ts'
import '../order/order.events.ts'

export interface RoomsNeeds {
  readonly platform: Platform
  readonly environment: Environment
  readonly lives: RoomSources['lives']
  readonly firms: FirmService
  readonly products: RoomSources['products']
  readonly playback: RoomSources['playback']
  readonly signupPath: RoomSources['signupPath']
  readonly linesOf: RoomNoticeNeeds['linesOf']
}

/** How long after its last sign of life a viewer still counts as online, for lists. */
const onlineWithinMs = 60_000

/** Puts the room's parts together: log, hub, socket, viewers, metering; app.ts has the rest to do. */
export const assembleRooms = (needs: RoomsNeeds) => {
  const { platform, environment, lives, firms } = needs
  const { db, clock, bus, log, secret, jobs, events, limits } = platform
  const node = newId()
  const store = createRoomStore(db)
  const connectionStore = createConnectionStore(db)
  const tickets = createTickets({ secret, clock })
  const roomLog = createRoomLog({ db, store, clock, bus, log })
  const liveUsers = createLiveUserService({
    db,
    store: createLiveUserStore(db),
    rooms: store,
    liveIdOf: async (streamId) => (await lives.findByStreamId(streamId))?.id,
    platform: { clock, secret, bus },
  })
  const connections = createConnections({ store: connectionStore, clock, node })
  const sources: RoomSources = {
    lives,
    firms,
    products: needs.products,
    playback: needs.playback,
    signupPath: needs.signupPath,
  }
  const hub = createRoomHub({
    store,
    presence: { store: connectionStore, connections },
    roomLog,
    showOf: roomShows(sources),
    standingOf: liveUsers.standing,
    platform: { bus, clock, log, secret },
    tickets,
    node,
  })
  const socket = createRoomSocket({
    hub,
    say: createSay({ roomLog, clock, log }),
    tickets,
    originAllowed: originCheck(environment.publicUrl, environment.audienceUrl),
    platform: { clock, log },
  })
  const metering = createMetering({
    ledger: createLedgerStore(db),
    connections: connectionStore,
    live: lives.find,
    isDemo: async (firmId) => (await firms.publicFirm(firmId)).isDemo,
    clock,
    log,
  })
  const service = createRoomService({
    sources: sources,
    store,
    connections: connectionStore,
    liveUsers,
    hub,
    platform: { clock, limits, tickets },
  })
  const notices = createRoomNotices({ roomLog, lives, linesOf: needs.linesOf, clock })
  events.on('order.placed', 'room-sold', notices.orderPlaced)
  events.on('live.changed', 'room-changed', notices.liveChanged)
  jobs.every('charge-hours', 30, metering.chargeDue)

  return {
    service,
    liveUsers,
    metering,
    hub,
    onlineOf: (liveIds: readonly string[]) => connectionStore.online(liveIds, new Date(clock.ms() - onlineWithinMs)),
    /** Takes the WebSocket upgrades of the HTTP server. */
    attach: (server: Server): void => {
      server.on('upgrade', (request, stream, head) => {
        if (!socket.handleUpgrade(request, stream, head)) stream.destroy()
      })
    },
    close: socket.close,
  }
}
