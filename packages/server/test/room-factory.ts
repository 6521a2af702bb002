import type { LiveInstants } from '@kaimai/contract/live/live.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { createBlockedPeople } from '../src/modules/block/blocked-people.service.ts'
import type { RoomOrders } from '../src/modules/room/order-port.ts'
import type { RoomSources } from '../src/modules/room/room.service.ts'
import type { LiveRecord } from '../src/modules/live/live-reader.service.ts'
import { createRoomParts, type RoomPartsDeps } from '../src/modules/room/room-parts.ts'
import { type Bus } from '../src/platform/bus/bus.ts'
import { inProcessBus } from '../src/platform/bus/in-process-bus.ts'
import { type Clock, manualClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { newId, unguessable } from '../src/platform/ids.ts'
import type { DiskSpaceMonitor } from '../src/platform/disk-space-monitor.ts'
import { databaseLimits } from '../src/platform/rate-limits/database-limits.ts'
import { secretFrom } from '../src/platform/secret.ts'
import { silentLog } from './database.ts'

export const roomSecret = secretFrom('a secret of the tests that is long enough')

/** One row with the values given, and of the columns that must have one and don't, something of their type. */
const insertRow = async (db: Database, table: string, given: Readonly<Record<string, unknown>>): Promise<void> => {
  const { rows } = await db.raw(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  )
  const some: Record<string, unknown> = {
    uuid: newId(),
    text: unguessable(),
    'timestamp with time zone': new Date(0),
    integer: 0,
    bigint: 0,
    boolean: true,
    jsonb: '[]',
  }
  const values = { ...Object.fromEntries(rows.map(({ name, type }) => [String(name), some[String(type)]])), ...given }
  const columns = Object.keys(values).map((name) => `"${name}"`)
  const places = columns.map((_, at) => `$${at + 1}`)
  await db.raw(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(values))
}

export const aFirmRow = async (db: Database): Promise<string> => {
  const id = newId()
  await insertRow(db, 'firm', { id })
  return id
}

export const aLiveRow = async (db: Database, firmId: string): Promise<string> => {
  const id = newId()
  const { rows } = await db.raw(
    `select column_name as name from information_schema.columns where table_name = 'live' and column_name ilike 'firm%id'`,
  )
  await insertRow(db, 'live', { id, [String(rows[0]?.['name'])]: firmId })
  return id
}

export interface StagedLive extends LiveRecord {
  readonly script: Script
  readonly products: readonly RoomProduct[]
}

/** The features around a room, as a table in memory that tests change. */
export const roomStage = () => {
  const lives = new Map<string, StagedLive>()
  const firms = new Map<string, { disclosure: boolean; isDemo: boolean; suspended: boolean }>()
  const sources: RoomSources = {
    lives: {
      find: async (firmId, liveId) => {
        const live = lives.get(liveId)
        return live?.firmId === firmId ? live : undefined
      },
      findByStreamId: async (streamId) =>
        [...lives.values()].find((live) => live.streamId === streamId && live.publishedAtMs !== null),
      script: async (liveId) => lives.get(liveId)?.script ?? [],
      changedScripts: async () => [],
    },
    firms: {
      publicFirm: async (id) => ({
        id,
        name: '開賣小舖',
        imgUrl: '',
        contactLink: 'https://line.me/x',
        searchable: true,
        legalName: '',
        taxId: '',
        legalAddress: '',
        legalPhone: '',
        orderNoPrefix: '',
        colorToneId: '#94500f',
        currency: 'TWD',
        paymentMethods: [],
        gateways: {},
        transfer: {},
        testMode: false,
        ...(firms.get(id) ?? { disclosure: true, isDemo: false, suspended: false }),
      }),
    },
    products: {
      forRoom: async (firmId) => [...lives.values()].flatMap((live) => (live.firmId === firmId ? live.products : [])),
      descriptions: async () => new Map(),
    },
    playback: async (live) => ({
      posterUrl: live.imageUrl,
      playlistUrl: `/media/live/${live.streamId}/live.m3u8`,
      replayUrl: `/media/live/${live.streamId}/replay.m3u8`,
    }),
    signupPath: async () => '/f/demo',
    seatHeldBy: async () => undefined,
    trackingFor: async () => ({ pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' }),
  }
  return { lives, firms, sources }
}
export type RoomStage = ReturnType<typeof roomStage>

export const startOfTests = new Date('2026-11-20T12:00:00Z')

export interface AnyLive extends Partial<LiveInstants> {
  readonly script?: Script
  readonly products?: readonly RoomProduct[]
  readonly bannedKeywords?: readonly string[]
  readonly anonymousAllowed?: boolean
  readonly heartsAllowed?: boolean
  readonly platformType?: LiveRecord['platformType']
  readonly replayUntilMs?: number | null
  readonly liveProducts?: LiveRecord['liveProducts']
  readonly slowSeconds?: number
  readonly disclosure?: boolean | null
}

/** Rows of a firm and a live that began a minute ago and lasts an hour, on the stage. */
export const aRoom = async (
  db: Database,
  stage: RoomStage,
  given: AnyLive = {},
  firm?: string,
): Promise<StagedLive> => {
  const firmId = firm ?? (await aFirmRow(db))
  const id = await aLiveRow(db, firmId)
  const beginAtMs = given.beginAtMs ?? startOfTests.getTime() - 60_000
  const live: StagedLive = {
    id,
    firmId,
    streamId: unguessable(12),
    liveName: '週五開賣',
    platformType: 'video',
    videoId: null,
    imageUrl: '/media/poster.jpg',
    hostName: '小安',
    publishedAtMs: beginAtMs - 86_400_000,
    beginAtMs,
    endAtMs: beginAtMs + 3_600_000,
    cancelledAtMs: null,
    waitingMinutes: 30,
    replayUntilMs: null,
    anonymousAllowed: true,
    heartsAllowed: true,
    bannedKeywords: [],
    productIds: [],
    liveProducts: [],
    slowSeconds: 0,
    disclosure: null,
    youtubeId: '',
    infoImages: [],
    shortUrl: unguessable(5),
    rehearsalOf: null,
    pastFilm: [],
    script: [],
    products: [],
    ...given,
  }
  stage.lives.set(id, live)
  return live
}

/** One process of the room service. */
export const aRoomNode = (
  db: Database,
  stage: RoomStage,
  given: {
    bus?: Bus
    clock?: Clock
    edge?: RoomPartsDeps['edge']
    orders?: RoomOrders
    diskSpace?: DiskSpaceMonitor
  } = {},
) => {
  const bus = given.bus ?? inProcessBus(silentLog)
  const clock = given.clock ?? manualClock(startOfTests)
  const parts = createRoomParts({
    platform: {
      db,
      bus,
      clock,
      limits: databaseLimits(db, clock),
      log: silentLog,
      secret: roomSecret,
      ...(given.diskSpace ? { diskSpace: given.diskSpace } : {}),
    },
    sources: stage.sources,
    linesOf: async () => [],
    blocked: createBlockedPeople(db),
    origins: { publicUrl: 'http://kaimai.test', audienceUrl: undefined },
    ...(given.edge ? { edge: given.edge } : {}),
    ...(given.orders ? { orders: given.orders } : {}),
  })
  return { ...parts, bus, clock }
}
export type RoomNode = ReturnType<typeof aRoomNode>
