import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Held } from '../../platform/held.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import { type BucketRule, createTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { createConnectionStore } from '../live-hours/connection.store.ts'
import { createCueStore } from './cue.store.ts'
import type { StaffJoinDeps } from './staff-join.ts'
import { createHeartStore } from './heart.store.ts'
import { createHeartWriter } from './heart-writer.ts'
import { createGiveawayStore } from './giveaway.store.ts'
import { createGiveaways } from './giveaways.service.ts'
import { createPollStore } from './poll.store.ts'
import { createVoting } from './poll-vote.ts'
import { createPolls } from './polls.service.ts'
import { createMuteStore } from './mute.store.ts'
import { createDiskGate } from './disk-gate.ts'
import { createConnections } from './connections.ts'
import { createEndConnections } from './end-connections.ts'
import { connectionLimits, createConnectionLimits } from './connection-limits.ts'
import { createLiveHoursStore } from '../live-hours/live-hours.store.ts'
import { createLiveUserService, type FirstComing } from '../viewer/viewer.service.ts'
import { createLiveUserStore } from '../viewer/viewer.store.ts'
import { createMetering } from '../live-hours/live-hours.service.ts'
import { originCheck } from './origin.ts'
import { createCartBringing } from './bring-cart.ts'
import { noOrders, type RoomOrders } from './order-port.ts'
import { createRoomRegistry } from './room-registry.ts'
import { createRoomLog } from './room-log.ts'
import type { DiskSpaceMonitor } from '../../platform/disk-space-monitor.ts'
import { createRoomNotices, type RoomNoticeDeps } from './room-notices.ts'
import { createSay } from './room-say.ts'
import { createRoomSocket } from './room-socket.ts'
import { createRoomService, type RoomSources } from './room.service.ts'
import type { ShownRoom } from './shown-room.ts'
import type { NameFaultOf } from './shop-names.ts'
import { roomShows } from './room-shows.ts'
import { createRoomStore } from './room.store.ts'
import { staffId } from './staff-id.ts'
import { createTickets } from './tickets.ts'
import { createUsedTickets } from './used-tickets.ts'

export interface RoomPartsDeps {
  readonly platform: {
    readonly db: Database
    readonly bus: Bus
    readonly clock: Clock
    readonly limits: Limits
    readonly log: Log
    readonly secret: Secret
    readonly diskSpace?: DiskSpaceMonitor
  }
  readonly sources: RoomSources
  readonly linesOf: RoomNoticeDeps['linesOf']
  readonly buyerOf?: RoomNoticeDeps['buyerOf']
  readonly blocked: BlockedPeople
  readonly cameFirst?: FirstComing | undefined
  /** Orders by comment; without it comments order nothing. */
  readonly orders?: RoomOrders | undefined
  /** Whether a session of the staff still stands; without it nobody of the staff gets in. */
  readonly isSessionValid?: StaffJoinDeps['isSessionValid'] | undefined
  /** What stands before this process, and whether others like it share its database. */
  readonly edge?: {
    readonly trustProxy?: readonly string[]
    readonly sharesDatabase?: boolean
    readonly newViewers?: BucketRule
  }
  readonly held?: Held<ShownRoom> | undefined
  /** Whether a viewer's name reads like the shop's; without it none does. */
  readonly nameFault?: NameFaultOf | undefined
  readonly origins: { readonly publicUrl: string; readonly audienceUrl: string | undefined }
}

/** All of the room, put together: what app.ts mounts, and what a test or a bench starts as one node of several. */
export const createRoomParts = ({
  platform,
  sources: ports,
  linesOf,
  buyerOf,
  blocked,
  cameFirst,
  orders = noOrders,
  isSessionValid = async () => false,
  origins,
  edge = {},
  held,
  nameFault,
}: RoomPartsDeps) => {
  const { db, bus, clock, limits, log, secret } = platform
  const store = createRoomStore(db)
  const connectionStore = createConnectionStore(db)
  const node = newId()
  const cues = createCueStore(db)
  const mutes = createMuteStore(db)
  const sources: RoomSources = { ...ports, cues: cues.cues }

  const tickets = createTickets({ secret, clock })
  const roomLog = createRoomLog({ store, clock, bus, log })
  const viewerStore = createLiveUserStore(db)
  const liveUsers = createLiveUserService({
    db,
    store: viewerStore,
    endConnections: createEndConnections({ store, clock, bus }),
    blocked,
    liveIdOf: async (streamId) => (await sources.lives.findByStreamId(streamId))?.id,
    platform,
    cameFirst,
  })
  const pollStore = createPollStore(db)
  const voting = createVoting({ store: pollStore, clock, log })
  const polls = createPolls({ db, store: pollStore, roomLog, cues, live: sources.lives.find, clock, log })
  const giveaways = createGiveaways({
    db,
    store: createGiveawayStore(db),
    roomLog,
    roomStore: store,
    cues,
    live: sources.lives.find,
    blocksOf: liveUsers.blocksOf,
    clock,
    log,
  })
  const gate = createDiskGate(platform)
  const heartStore = createHeartStore(db)
  const connections = createConnections({ store: connectionStore, clock, node })
  const heartWriter = createHeartWriter(heartStore)
  const registry = createRoomRegistry({
    store,
    presence: { store: connectionStore, connections },
    roomLog,
    showOf: roomShows(sources),
    changedScripts: sources.lives.changedScripts,
    blocksOf: liveUsers.blocksOf,
    platform,
    tickets,
    staffConnections: { isSessionValid, history: store.newestPrivate },
    polls: { everySecond: polls.everySecond, entered: voting.entered },
    giveaways: { everySecond: giveaways.everySecond },
    hearts: heartWriter,
    gate,
    node,
  })
  const say = createSay({
    roomLog,
    clock,
    log,
    orders,
    ...(nameFault ? { nameFault } : {}),
    ...(platform.diskSpace ? { diskSpace: platform.diskSpace } : {}),
  })
  const originAllowed = originCheck(origins.publicUrl, origins.audienceUrl)
  const { trustProxy = [], sharesDatabase = false, newViewers = connectionLimits.newViewers } = edge
  const socket = createRoomSocket({
    registry,
    say,
    vote: gate.vote(voting.vote),
    orders: { choose: gate.choose(orders.choose) },
    tickets,
    used: createUsedTickets({ clock, shared: sharesDatabase ? limits : undefined }),
    limits: createConnectionLimits(clock),
    addressOf: clientAddress(trustProxy),
    originAllowed,
    platform,
  })
  const rooms = createRoomService({
    sources,
    store,
    connections: connectionStore,
    liveUsers,
    blocked,
    registry,
    newViewers: createTokenBuckets(clock, newViewers),
    bringCart: createCartBringing({
      anonymousOf: viewerStore.byDevice,
      seatHeldBy: sources.seatHeldBy,
      deviceMark: liveUsers.deviceMark,
      bringCart: orders.bringCart,
    }),
    held,
    nameFault,
    platform: { clock, tickets, secret, diskSpace: platform.diskSpace },
  })
  const metering = createMetering({
    ledger: createLiveHoursStore(db),
    connections: connectionStore,
    // A rehearsal costs nothing, and leaves no row that says so.
    live: async (firmId, liveId) => {
      const live = await sources.lives.find(firmId, liveId)
      return live?.rehearsalOf === null ? live : undefined
    },
    scriptOf: async (firmId, liveId) => cuedScript(await sources.lives.script(liveId), await cues.cues(firmId, liveId)),
    isDemo: async (firmId) => (await sources.firms.publicFirm(firmId)).isDemo,
    clock,
    log,
  })
  const notices = createRoomNotices({
    roomLog,
    lives: sources.lives,
    liveUsers,
    linesOf,
    buyerOf,
    mutes,
    clock,
    connections: connectionStore,
    staffIdOf: (liveId, memberId) => staffId(secret, liveId, memberId),
  })
  return {
    rooms,
    liveUsers,
    cues,
    mutes,
    sources,
    isSessionValid,
    saidBy: store.saidBy,
    polls,
    giveaways,
    metering,
    notices,
    roomLog,
    socket,
    registry,
    connections,
    tickets,
  }
}
export type RoomParts = ReturnType<typeof createRoomParts>
