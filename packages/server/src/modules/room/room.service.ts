import type { PageOfFirm, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { randomInt } from 'node:crypto'
import { type Person, nobody } from '@kaimai/contract/block/block.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { type Script, showAt } from '@kaimai/contract/live/show.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { createSemaphore } from '../../platform/limits/semaphore.ts'
import { type DiskSpaceMonitor, unlimitedDisk } from '../../platform/disk-space-monitor.ts'
import type { Secret } from '../../platform/secret.ts'
import type { Held } from '../../platform/held.ts'
import type { TokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import { countedNetwork } from './connection-limits.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { LiveUserRecord, LiveUserService } from '../viewer/viewer.service.ts'
import { presentRoom, type ShownOnline } from './room.present.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { BroughtCart } from './order-port.ts'
import { createRoomDescription } from './room-description.ts'
import { createRoomHistory } from './room-history.ts'
import type { RoomRegistry } from './room-registry.ts'
import type { RoomStore } from './room.store.ts'
import type { NameFaultOf } from './shop-names.ts'
import { createShownRooms, type ShownRoom, type ShownRoomSources } from './shown-room.ts'
import type { Tickets } from './tickets.ts'

/** What rooms need of other features; app.ts hands it in. */
export interface RoomSources extends ShownRoomSources {
  readonly lives: {
    find(firmId: string, liveId: string): Promise<LiveRecord | undefined>
    /** Drafts are not found. */
    findByStreamId(streamId: string): Promise<LiveRecord | undefined>
    script(liveId: string): Promise<Script>
    /** Of those lives, which have another script than is held here: a hint was lost. */
    changedScripts(liveIds: readonly string[]): Promise<readonly string[]>
  }
  readonly products: ShownRoomSources['products'] & {
    /** As rich text. */
    descriptions(firmId: string, productIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
  /** What the staff has changed of a running script; without it nothing. */
  readonly cues?: (firmId: string, liveId: string) => Promise<readonly Cue[]>
  /** Whose sign-up to this live a browser (the hash of its cookie) holds. */
  readonly seatHeldBy: (firmId: string, liveId: string, device: string) => Promise<string | undefined>
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
  /** The cart of an anonymous viewer, for the same person who has signed up. */
  readonly bringCart: (user: LiveUserRecord, device: string | undefined) => Promise<BroughtCart>
  /** What rooms show to all alike, by firm, live and place of sale, for a moment; without it each view reads it anew. */
  readonly held?: Held<ShownRoom> | undefined
  /** Whether a viewer's name reads like the shop's; without it none does. */
  readonly nameFault?: NameFaultOf | undefined
  readonly platform: {
    readonly clock: Clock
    readonly tickets: Tickets
    readonly secret: Pick<Secret, 'sign'>
    readonly diskSpace?: DiskSpaceMonitor | undefined
  }
}

/** The device an anonymous viewer comes with. */
export interface JoinRequest {
  readonly device: string | undefined
  readonly setDevice: (device: string) => void
  readonly newDevice: () => string
  readonly ip: string
  /** The firm of whose staff this browser is: in its rooms an anonymous viewer is none of the figures. */
  readonly staffOf?: string | undefined
  readonly language: Language
}

const onlineHeldMs = 2_000
/** New viewers who are written at once: who says something waits for few of them. */
const arrivalsAtOnce = 4

const nobodyOnline: ShownOnline = { online: 0, simulated: false }

const nameErrors = { likeShop: roomErrors.nameLikeShop, taken: roomErrors.nameTaken } as const

const guestNames = { 'zh-TW': '訪客', en: 'Guest' } as const

/** The room before its socket: what anybody may see of it, and how one gets in. */
export const createRoomService = (deps: RoomServiceDeps) => {
  const { sources, store, connections, liveUsers, blocked, registry, newViewers, held, platform } = deps
  const { lives, firms } = sources
  const { clock, tickets, diskSpace = unlimitedDisk } = platform
  const limited = createSemaphore(arrivalsAtOnce)
  const counted = new Map<string, { atMs: number; online: Promise<ShownOnline> }>()

  const countOnline = async (live: LiveRecord, nowMs: number): Promise<ShownOnline> => {
    const [seen, script, made, firm] = await Promise.all([
      connections.online([live.id], new Date(nowMs - roomLimits.silenceMs)),
      lives.script(live.id),
      sources.cues?.(live.firmId, live.id) ?? [],
      firms.publicFirm(live.firmId),
    ])
    const { audience } = showAt(cuedScript(script, made), nowMs - live.beginAtMs)
    const isDisclosed = live.disclosure ?? firm.disclosure
    return { online: (seen.get(live.id) ?? 0) + audience, simulated: audience > 0 && isDisclosed }
  }

  const onlineOf = (live: LiveRecord, nowMs: number): Promise<ShownOnline> => {
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

  const hasRoom = async (): Promise<boolean> => (await diskSpace.level()) === 'ok'

  /** Who looks at an own room may be called as there. */
  const checkName = async (live: LiveRecord, name: string, { staffOf }: JoinRequest): Promise<void> => {
    if (name === '' || staffOf === live.firmId) return
    const fault = await deps.nameFault?.(live, name)
    if (fault !== undefined) throw fail('invalid', { fields: { name: nameErrors[fault] } })
  }

  const anonymous = async (
    live: LiveRecord,
    name: string,
    join: JoinRequest,
    device: string,
    isNoted: boolean,
  ): Promise<LiveUserRecord> => {
    const names = { typed: name, fallback: `${guestNames[join.language]} ${randomInt(1_000, 10_000)}` }
    // Without a cookie it was asked at the door.
    if (join.device === undefined) {
      await diskSpace.check('stranger')
      return liveUsers.ofNewDevice(live.firmId, live.id, device, names, isNoted)
    }
    // Who has been here is let in without a write.
    const typed = (await hasRoom()) ? name : ''
    return liveUsers.ofDevice(live.firmId, live.id, device, { ...names, typed }, async () => {
      await diskSpace.check('stranger')
      letOneMoreIn(live, join)
    })
  }

  /** Who signed up in this browser comes in, though the link it shows was replaced by a newer one. */
  const holderOf = async (live: LiveRecord, device: string | undefined): Promise<LiveUserRecord | undefined> => {
    const id = device === undefined ? undefined : await sources.seatHeldBy(live.firmId, live.id, device)
    return id === undefined ? undefined : liveUsers.bySignUp(live.firmId, live.id, id)
  }

  const viewerOf = async (
    live: LiveRecord,
    names: { viewerKey?: string | undefined; name?: string | undefined },
    join: JoinRequest,
    device: string,
    isNoted: boolean,
  ): Promise<LiveUserRecord> => {
    if (names.viewerKey === undefined) {
      if (!live.anonymousAllowed) throw fail('forbidden', { reason: roomErrors.anonymousClosed })
      const { name = '' } = names
      await checkName(live, name, join)
      return anonymous(live, name, join, device, isNoted)
    }
    const user = (await liveUsers.byViewerKey(live.streamId, names.viewerKey)) ?? (await holderOf(live, join.device))
    if (user === undefined) throw fail('gone', { reason: roomErrors.linkUnknown })
    if (user.anonymous && !live.anonymousAllowed) throw fail('forbidden', { reason: roomErrors.anonymousClosed })
    return user
  }

  const partsOf = createShownRooms({ sources, held })

  return {
    show: async (streamId: string) => {
      const live = await liveOf(streamId)
      const nowMs = clock.ms()
      const status = liveStatusAt(live, nowMs)
      const isOpen = status === 'open' || status === 'live'
      const [parts, shownOnline, tracking] = await Promise.all([
        partsOf(live, status === 'live' ? 'room' : 'page', nowMs),
        isOpen ? onlineOf(live, nowMs) : nobodyOnline,
        // Signed anew for each view.
        sources.trackingFor(live.firmId, { page: 'live', pageId: live.id, path: `/stream/${streamId}` }),
      ])
      if (parts.firm.suspended) throw fail('notFound')
      return presentRoom(live, { ...parts, shownOnline, tracking, nowMs })
    },

    /**
     * A ticket for the socket (a replay has no use for it). Says in words why not: not open yet, over, blocked, sign up
     * first.
     */
    join: async (
      visit: { streamId: string; viewerKey?: string | undefined; name?: string | undefined },
      join: JoinRequest,
    ) => {
      const live = await liveOf(visit.streamId)
      const status = liveStatusAt(live, clock.ms())
      if (status === 'draft') throw fail('notFound')
      if (status === 'cancelled') throw fail('gone', { reason: roomErrors.liveCancelled })
      // Who watches the replay is somebody too: for the cart, and for what counts as watched.
      const isReplay = isReplayOpen(live, clock.ms())
      if (status === 'ended' && !isReplay) throw fail('gone', { reason: roomErrors.liveEnded })
      if (status === 'scheduled') throw fail('forbidden', { reason: roomErrors.notOpenYet })
      // Who floods in is turned away before anything is asked of the database.
      if (visit.viewerKey === undefined && join.device === undefined && live.anonymousAllowed) letOneMoreIn(live, join)
      const { suspended } = await firms.publicFirm(live.firmId)
      if (suspended) throw fail('notFound')
      const admit = async () => {
        // Before the viewer is read: who is blocked in between holds a ticket of the epoch before, which is looked up.
        const [head] = await store.heads([live.id])
        const device = join.device ?? join.newDevice()
        if (join.device === undefined) join.setDevice(device)
        const isStaff = join.staffOf === live.firmId
        const user = await viewerOf(live, visit, join, device, !isReplay && !isStaff)
        // Who comes by a personal link is that person, whatever browser it is.
        const isPreview = user.anonymous && isStaff
        const mayWrite = await hasRoom()
        if (mayWrite && isPreview !== user.preview) await liveUsers.setPreview(user.firmId, user.id, isPreview)
        // The browser counts beside the link: who was blocked comes back by neither.
        const isOwn = user.devices.includes(liveUsers.deviceMark(device))
        if (user.blocked || (!isOwn && (await blocked.isBlocked(live.firmId, live.id, deviceOnly(device)))))
          throw fail('forbidden', { reason: roomErrors.blockedHere })
        if (mayWrite && !isReplay && !isPreview) await liveUsers.noteJoined(user, device)
        const cart = mayWrite && !isPreview ? await deps.bringCart(user, join.device) : undefined
        return { user, isPreview, cart, epoch: head?.blockEpoch ?? 0 }
      }
      const { user, isPreview, cart, epoch } = await (visit.viewerKey === undefined ? limited(admit) : admit())
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
        preview: isPreview,
      })
      return {
        ticket,
        viewerKey: liveUsers.viewerKeyOf(user),
        name: user.name,
        anonymous: user.anonymous,
        ...(cart && cart.moved + cart.leftBehind > 0 ? { cart } : {}),
        now: clock.now().toISOString(),
      }
    },

    description: createRoomDescription(sources),

    history: createRoomHistory({ sources, store, platform }),

    /** Distinct real viewers now, many lives at once: for the list of lives. */
    onlineNow: (liveIds: readonly string[]): Promise<Map<string, number>> =>
      connections.online(liveIds, new Date(clock.ms() - roomLimits.silenceMs)),
  }
}
export type RoomService = ReturnType<typeof createRoomService>
