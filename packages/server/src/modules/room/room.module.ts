import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Environment } from '../../platform/environment.ts'
import { guarded } from '../../platform/guarded.ts'
import { createHeld } from '../../platform/held.ts'
import { onShopChanged } from '../../platform/shop-hints.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import type { FirstComing } from '../viewer/viewer.service.ts'
import type { RoomOrders } from './order-port.ts'
import type { RoomNoticeDeps } from './room-notices.ts'
import { defineRehearsalSweep } from './rehearsal-sweep.ts'
import { defineHoursCheck } from '../live-hours/hours-check.ts'
import { defineRoomRetention } from './room-retention.ts'
import { createOrderingLog } from './room-orders.ts'
import { createRoomParts, type RoomPartsDeps } from './room-parts.ts'
import type { RoomSources } from './room.service.ts'
import { createShopNames, type ShopNamesDeps } from './shop-names.ts'
import { type ShownRoom, shownForMs } from './shown-room.ts'
import '../live/live.events.ts'
import '../block/block.events.ts'

export interface RoomsDeps {
  readonly platform: Platform
  readonly environment: Environment
  readonly lives: RoomSources['lives']
  readonly firms: FirmService
  readonly products: RoomSources['products']
  readonly playback: RoomSources['playback']
  readonly signupPath: RoomSources['signupPath']
  readonly seatHeldBy: RoomSources['seatHeldBy']
  readonly trackingFor: RoomSources['trackingFor']
  readonly linesOf: RoomNoticeDeps['linesOf']
  readonly buyerOf: RoomNoticeDeps['buyerOf']
  readonly blocked: BlockedPeople
  readonly cameFirst: FirstComing
  /** Whether a session of the staff still stands. */
  readonly isSessionValid: RoomPartsDeps['isSessionValid']
  readonly orders?: RoomOrders | undefined
  /** What those are called who speak for a firm: its members, its virtual users. */
  readonly shopPeople: ShopNamesDeps['people']
}

/** Rooms whose parts are held at most. */
const maxHeld = 500

/** Puts the room's parts together: log, hub, socket, viewers, metering; app.ts has the rest to do. */
export const createRoomModule = (deps: RoomsDeps) => {
  const { platform, environment, lives, firms, products, playback, signupPath, linesOf, blocked, cameFirst } = deps
  const { events, jobs } = platform
  const held = createHeld<ShownRoom>({ forMs: shownForMs, max: maxHeld, clock: platform.clock })
  onShopChanged(platform.bus, (firmId) => held.drop(`${firmId} `))
  const parts = createRoomParts({
    platform,
    held,
    sources: {
      lives,
      firms,
      products,
      playback,
      signupPath,
      seatHeldBy: deps.seatHeldBy,
      trackingFor: deps.trackingFor,
    },
    linesOf,
    buyerOf: deps.buyerOf,
    blocked,
    cameFirst,
    orders: deps.orders,
    isSessionValid: deps.isSessionValid,
    origins: environment,
    nameFault: createShopNames({ firms, people: deps.shopPeople, clock: platform.clock }),
    edge: { trustProxy: environment.trustProxy, sharesDatabase: environment.databaseUrl !== undefined },
  })
  const { rooms, liveUsers, saidBy, roomLog, metering, notices, registry, socket, polls, giveaways } = parts
  events.on('live.changed', 'room-changed', notices.liveChanged)
  events.on('block.changed', 'room-muted', (payload, event) => {
    // What it writes stays: it goes by the blocks as they are.
    blocked.changed(payload.firmId)
    return notices.blockChanged(payload, event)
  })
  jobs.every('charge-hours', 30, metering.chargeDue)
  jobs.every('close-polls', 10, polls.closeDue)
  jobs.every('draw-giveaways', 10, giveaways.drawDue)
  defineRoomRetention(platform)
  defineHoursCheck(platform)
  defineRehearsalSweep(platform)

  return {
    service: rooms,
    /** For the control room. */
    parts,
    liveUsers,
    saidBy,
    roomLog,
    /** Where orders by comment stand, and are answered. */
    orderingLog: createOrderingLog({ db: platform.db, secret: platform.secret, roomLog }),
    metering,
    registry,
    /** Real viewers now, for lists of lives. */
    onlineOf: rooms.onlineNow,
    /** Takes the WebSocket upgrades of the HTTP server. */
    attach: (server: Server): void => {
      server.on(
        'upgrade',
        guarded(
          platform.log,
          'a WebSocket could not be opened',
          (request: IncomingMessage, stream: Duplex, head: Buffer) => {
            if (!socket.handleUpgrade(request, stream, head)) stream.destroy()
          },
          (_error, _request, stream) => stream.destroy(),
        ),
      )
    },
    close: socket.close,
  }
}
export type RoomModule = ReturnType<typeof createRoomModule>
