import type { PageOfFirm, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { randomInt } from 'node:crypto'
import { type Person, nobody } from '@kaimai/contract/block/block.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { type Script, showAt } from '@kaimai/contract/live/show.rules.ts'
import type { SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import { createSemaphore } from '../../platform/limits/semaphore.ts'
import type { TokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { countedNetwork } from './connection-limits.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { LiveUserRecord, LiveUserService } from '../viewer/viewer.service.ts'
import { type Playback, presentRoom } from './room.present.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { LiveProductTerms } from '../product/product.service.ts'
import type { RoomShow } from './room-show.ts'
import type { RoomRegistry } from './room-registry.ts'
import type { RoomStore } from './room.store.ts'
import { shownProduct } from './shown-left.ts'
import type { Tickets } from './tickets.ts'

/** What rooms need of other features; app.ts hands it in. */
export interface RoomSources {
  readonly lives: {
    find(firmId: string, liveId: string): Promise<LiveRecord | undefined>
    /** Drafts are not found. */
    findByStreamId(streamId: string): Promise<LiveRecord | undefined>
    script(liveId: string): Promise<Script>
    /** Of those lives, which have another script than is held here: a hint was lost. */
    changedScripts(liveIds: readonly string[]): Promise<readonly string[]>
  }
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly products: {
    forRoom(
      firmId: string,
      productIds: readonly string[],
      place?: SalesChannel,
      liveProducts?: readonly LiveProductTerms[],
    ): Promise<readonly RoomProduct[]>
  }
  /** What the staff has changed of a running script; without it nothing. */
  readonly cues?: (firmId: string, liveId: string) => Promise<readonly Cue[]>
  readonly playback: (live: LiveRecord) => Promise<Playback>
  /** Path of a form that offers this room; empty when there is none. */
  readonly signupPath: (firmId: string, liveId: string) => Promise<string>
  readonly trackingFor: (firmId: string, page: PageOfFirm) => Promise<TrackingSetup>
}

export interface RoomServiceDeps {
  readonly sources: RoomSources
  readonly store: RoomStore
  readonly connections: Pick<ConnectionStore, 'online'>
  readonly liveUsers: LiveUserService
  readonly blocked: BlockedPeople
  /** Undefined in a process without the room role's sockets. */
  readonly registry: Pick<RoomRegistry, 'online'> | undefined
  /** How fast anonymous viewers who have not been here come, by room and network. */
  readonly newViewers: Pick<TokenBuckets, 'take'>
  readonly platform: { readonly clock: Clock; readonly tickets: Tickets }
}

/** The device an anonymous viewer comes with. */
export interface JoinRequest {
  readonly device: string | undefined
  readonly setDevice: (device: string) => void
  readonly newDevice: () => string
  readonly ip: string
  readonly language: Language
}

const onlineHeldMs = 2_000
/** New viewers who are written at once: who says something waits for few of them. */
const arrivalsAtOnce = 4

const guestNames = { 'zh-TW': '訪客', en: 'Guest' } as const

/** What a room plays, for the hub. */
export const roomShows =
  ({ lives, firms, products, cues = async () => [] }: RoomSources) =>
  async (firmId: string, liveId: string): Promise<RoomShow | undefined> => {
    const live = await lives.find(firmId, liveId)
    if (live === undefined) return undefined
    const [planned, made, firm, sold] = await Promise.all([
      lives.script(liveId),
      cues(firmId, liveId),
      firms.publicFirm(firmId),
      products.forRoom(firmId, live.productIds, 'page', live.liveProducts),
    ])
    // A room of a merchant that was suspended is over.
    if (firm.suspended) return undefined
    const stock = Object.fromEntries(
      sold.flatMap(({ variants }) => variants.map(({ variantId, left }) => [variantId, left] as const)),
    )
    const script = made.length === 0 ? planned : cuedScript(planned, made)
    return { live, script, planned, products: sold, disclosure: live.disclosure ?? firm.disclosure, stock }
  }

/** The room before its socket: what anybody may see of it, and how one gets in. */
export const createRoomService = ({
  sources,
  store,
  connections,
  liveUsers,
  blocked,
  registry,
  newViewers,
  platform,
}: RoomServiceDeps) => {
  const { lives, firms, products } = sources
  const { clock, tickets } = platform
  const limited = createSemaphore(arrivalsAtOnce)
  const counted = new Map<string, { atMs: number; online: Promise<number> }>()

  const countOnline = async (live: LiveRecord, nowMs: number): Promise<number> => {
    const [seen, script, made] = await Promise.all([
      connections.online([live.id], new Date(nowMs - roomLimits.silenceMs)),
      lives.script(live.id),
      sources.cues?.(live.firmId, live.id) ?? [],
    ])
    return (seen.get(live.id) ?? 0) + showAt(cuedScript(script, made), nowMs - live.beginAtMs).audience
  }

  const onlineOf = (live: LiveRecord, nowMs: number): Promise<number> => {
    const here = registry?.online(live.id)
    if (here !== undefined) return Promise.resolve(here)
    const held = counted.get(live.id)
    if (held !== undefined && nowMs - held.atMs < onlineHeldMs) return held.online
    const online = countOnline(live, nowMs)
    online.catch(() => counted.delete(live.id))
    if (counted.size > 1_000) counted.clear()
    counted.set(live.id, { atMs: nowMs, online })
    return online
  }

  const deviceOnly = (device: string): Person => ({
    ...nobody,
    deviceHashes: device === '' ? [] : [liveUsers.deviceMark(device)],
  })

  const liveOf = async (streamId: string): Promise<LiveRecord> => {
    const live = await lives.findByStreamId(streamId)
    if (live === undefined) throw fail('notFound')
    return live
  }

  /** One more viewer who has not been here; throws `tooManyRequests` when they come too fast from this network. */
  const letOneMoreIn = (live: LiveRecord, { ip }: JoinRequest): void => {
    const network = countedNetwork(ip)
    if (network === '') return
    const retryAfterMs = newViewers.take(`${live.id} ${network}`)
    if (retryAfterMs > 0) throw fail('tooManyRequests', { details: { retryAfterMs } })
  }

  const anonymous = (
    live: LiveRecord,
    name: string,
    join: JoinRequest,
    device: string,
    isReplay: boolean,
  ): Promise<LiveUserRecord> => {
    const names = { given: name, otherwise: `${guestNames[join.language]} ${randomInt(1_000, 10_000)}` }
    // Without a cookie it was asked at the door.
    if (join.device === undefined) return liveUsers.ofNewDevice(live.firmId, live.id, device, names, !isReplay)
    return liveUsers.ofDevice(live.firmId, live.id, device, names, async () => letOneMoreIn(live, join))
  }

  const viewerOf = async (
    live: LiveRecord,
    given: { viewerKey?: string | undefined; name?: string | undefined },
    join: JoinRequest,
    device: string,
    isReplay: boolean,
  ): Promise<LiveUserRecord> => {
    if (given.viewerKey === undefined) {
      if (!live.anonymousAllowed) throw fail('forbidden', { reason: roomErrors.anonymousClosed })
      return anonymous(live, given.name ?? '', join, device, isReplay)
    }
    const user = await liveUsers.byViewerKey(live.streamId, given.viewerKey)
    if (user === undefined) throw fail('gone', { reason: roomErrors.linkUnknown })
    if (user.anonymous && !live.anonymousAllowed) throw fail('forbidden', { reason: roomErrors.anonymousClosed })
    return user
  }

  return {
    show: async (streamId: string) => {
      const live = await liveOf(streamId)
      const nowMs = clock.ms()
      const status = liveStatusAt(live, nowMs)
      const isOpen = status === 'open' || status === 'live'
      const [firm, sold, playback, signupPath, online, tracking] = await Promise.all([
        firms.publicFirm(live.firmId),
        products.forRoom(live.firmId, live.productIds, status === 'live' ? 'room' : 'page', live.liveProducts),
        sources.playback(live),
        sources.signupPath(live.firmId, live.id),
        isOpen ? onlineOf(live, nowMs) : 0,
        sources.trackingFor(live.firmId, { page: 'live', pageId: live.id, path: `/stream/${streamId}` }),
      ])
      if (firm.suspended) throw fail('notFound')
      return presentRoom(live, {
        firm,
        playback,
        products: sold.map(shownProduct),
        signupPath,
        online,
        tracking,
        nowMs,
      })
    },

    /**
     * A ticket for the socket (a replay has no use for it). Says in words why not: not open yet, over, blocked, sign up
     * first.
     */
    join: async (
      given: { streamId: string; viewerKey?: string | undefined; name?: string | undefined },
      join: JoinRequest,
    ) => {
      const live = await liveOf(given.streamId)
      const status = liveStatusAt(live, clock.ms())
      if (status === 'draft') throw fail('notFound')
      if (status === 'cancelled') throw fail('gone', { reason: roomErrors.liveCancelled })
      // Who watches the replay is somebody too: for the cart, and for what counts as watched.
      const isReplay = isReplayOpen(live, clock.ms())
      if (status === 'ended' && !isReplay) throw fail('gone', { reason: roomErrors.liveEnded })
      if (status === 'scheduled') throw fail('forbidden', { reason: roomErrors.notOpenYet })
      // Who floods in is turned away before anything is asked of the database.
      if (given.viewerKey === undefined && join.device === undefined && live.anonymousAllowed) letOneMoreIn(live, join)
      const { suspended } = await firms.publicFirm(live.firmId)
      if (suspended) throw fail('notFound')
      const admit = async () => {
        // Before the viewer is read: who is blocked in between holds a ticket of the epoch before, which is looked up.
        const [head] = await store.heads([live.id])
        const device = join.device ?? join.newDevice()
        if (join.device === undefined) join.setDevice(device)
        const user = await viewerOf(live, given, join, device, isReplay)
        // The browser counts beside the link: who was blocked comes back by neither.
        const isOwn = user.devices.includes(liveUsers.deviceMark(device))
        if (user.blocked || (!isOwn && (await blocked.isBlocked(live.firmId, live.id, deviceOnly(device)))))
          throw fail('forbidden', { reason: roomErrors.blockedHere })
        if (!isReplay) await liveUsers.noteJoined(user, device)
        return { user, epoch: head?.blockEpoch ?? 0 }
      }
      const { user, epoch } = await (given.viewerKey === undefined ? limited(admit) : admit())
      const ticket = tickets.ticketFor({
        firmId: user.firmId,
        liveId: user.liveId,
        liveUserId: user.id,
        publicId: user.publicId,
        name: user.name,
        imgUrl: user.imgUrl,
        as: 'viewer',
        anonymous: user.anonymous,
        epoch,
        keyVersion: user.keyVersion,
      })
      return {
        ticket,
        viewerKey: liveUsers.viewerKeyOf(user),
        name: user.name,
        anonymous: user.anonymous,
        now: clock.now().toISOString(),
      }
    },

    /** Real events before a seq that this viewer may see, oldest first. */
    history: async (viewer: ViewerCaller, streamId: string, before: number, limit: number) => {
      const live = await liveOf(streamId)
      if (live.id !== viewer.liveId) throw fail('notFound')
      const events = await store.before(viewer.firmId, viewer.liveId, before, limit, viewer.liveUserId)
      return { events: events.map(({ event }) => event) }
    },

    /** Distinct real viewers now, many lives at once: for the list of lives. */
    onlineNow: (liveIds: readonly string[]): Promise<Map<string, number>> =>
      connections.online(liveIds, new Date(clock.ms() - roomLimits.silenceMs)),
  }
}
export type RoomService = ReturnType<typeof createRoomService>
