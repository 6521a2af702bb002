import { fail } from '@kaimai/contract/common/error.ts'
import { type LiveInstants, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { showAt } from '@kaimai/contract/live/show.rules.ts'
import type { ControlRoom, ControlRoomFigures } from '@kaimai/contract/control-room/control-room.schema.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { ControlRoomFigureStore } from './control-room-figure.store.ts'
import type { ControlRoomCaller, ControlRoomAccess } from './control-room-access.ts'
import type { RoomStateReader } from './current-room-state.ts'
import type { RoomRegistry } from '../room/room-registry.ts'
import { keepsRights } from '@kaimai/contract/control-room/crew.rules.ts'
import type { Crew } from '../live/crew.service.ts'
import type { Rehearsals } from '../live/rehearsals.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { VideoService } from '../video/video.service.ts'
import type { RoomSources } from '../room/room.service.ts'
import type { Tickets } from '../room/tickets.ts'

/** What was sold in a live, as module order has it. */
export interface SoldInLive {
  figures(
    firmId: string,
    liveId: string,
    beginAt: Date,
  ): Promise<{
    readonly orders: number
    readonly revenue: number
    readonly test: { readonly orders: number; readonly revenue: number }
    readonly unpaid: number
    readonly revenueByMinute: { readonly minute: number; readonly amount: number }[]
    readonly lastOrders: (Omit<z.input<typeof ControlRoomFigures>['lastOrders'][number], 'at'> & {
      readonly at: Date
    })[]
  }>
  sold(firmId: string, liveId: string): Promise<ReadonlyMap<string, number>>
  inCarts(firmId: string, liveId: string, since: Date): Promise<ReadonlyMap<string, number>>
  heldIn(firmId: string, liveId: string): Promise<ReadonlyMap<string, number>>
  waitingIn(firmId: string, liveIds: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export interface ControlRoomStateDeps {
  readonly clock: Clock
  readonly room: ControlRoomAccess
  readonly sources: RoomSources & {
    readonly runningOf: (firmId: string, nowMs: number) => Promise<readonly (LiveRecord & LiveInstants)[]>
    /** Of the video, ms; null without one. */
    readonly videoMs: (live: LiveRecord) => Promise<number | null>
    readonly videos: Pick<VideoService, 'summaries'>
  }
  readonly roomStateOf: RoomStateReader
  readonly figures: ControlRoomFigureStore
  readonly orders: SoldInLive
  readonly crewRole: Crew['roleOf']
  readonly rehearsalOf: Rehearsals['running']
  readonly seats: {
    readonly registry: Pick<RoomRegistry, 'viewers'>
    readonly tickets: Pick<Tickets, 'controlRoomTicketFor'>
  }
}

const minuteMs = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()

/** How a room stands, for who runs it: all of it at first, its figures again and again. */
export const createControlRoomState = (deps: ControlRoomStateDeps) => {
  const { clock, room, sources, roomStateOf, figures, orders, seats, crewRole, rehearsalOf } = deps

  /** Distinct real viewers: this node knows them of the rooms it holds, the others are counted in the database. */
  const onlineIn = async (liveIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const here = new Map(liveIds.flatMap((id) => [[id, seats.registry.viewers(id)?.real] as const]))
    const others = liveIds.filter((id) => here.get(id) === undefined)
    const counted = await figures.online(others, clock.ms())
    return new Map(liveIds.map((id) => [id, here.get(id) ?? counted.get(id) ?? 0]))
  }

  const soldBy = async (live: LiveRecord) => {
    const openedAt = new Date(live.beginAtMs - live.waitingMinutes * minuteMs)
    const [sold, inCarts, held] = await Promise.all([
      orders.sold(live.firmId, live.id),
      orders.inCarts(live.firmId, live.id, openedAt),
      orders.heldIn(live.firmId, live.id),
    ])
    return (productId: string) => ({
      sold: sold.get(productId) ?? 0,
      inCarts: inCarts.get(productId) ?? 0,
      held: held.get(productId) ?? 0,
    })
  }

  const pastFilmChosen = async ({ firmId, pastFilm }: LiveRecord) => {
    const newest = pastFilm.at(-1)
    if (!newest) return null
    const { kind, videoId, text, fromMs } = newest
    const [video] = videoId === null ? [] : await sources.videos.summaries(firmId, [videoId])
    return { kind, videoId, text, from: iso(fromMs), videoName: video && !video.removed ? video.name : '' }
  }

  return {
    controlRoom: async (caller: ControlRoomCaller, liveId: string): Promise<z.input<typeof ControlRoom>> => {
      const { firm } = caller
      const live = await room.find(firm.id, liveId, 'notFound')
      const status = room.statusOf(live)
      const isRehearsal = live.rehearsalOf !== null
      const [publicFirm, playback, videoMs, host, roomState, products, sold, quickReplies, crew, rehearsal] =
        await Promise.all([
          sources.firms.publicFirm(firm.id),
          sources.playback(live),
          sources.videoMs(live),
          room.host(live),
          roomStateOf(live),
          sources.products.forRoom(firm.id, live.productIds, 'room', live.liveProducts),
          soldBy(live),
          figures.quickReplies(firm.id),
          keepsRights(firm.role) ? undefined : crewRole(firm.id, liveId, firm.userId),
          rehearsalOf(firm.id, liveId),
        ])
      const { liveName, streamId, platformType, waitingMinutes, youtubeId, anonymousAllowed, slowSeconds } = live
      return {
        liveId,
        liveName,
        streamId,
        platformType,
        status,
        waitingMinutes,
        youtubeId,
        pastFilm: playback.pastFilm ?? null,
        pastFilmChosen: await pastFilmChosen(live),
        anonymousAllowed,
        slowSeconds,
        host,
        videoMs,
        quickReplies,
        beginAt: iso(live.beginAtMs),
        endAt: iso(live.endAtMs),
        posterUrl: playback.posterUrl,
        // A rehearsal has no address that a viewer could open: see GET /live/rehearsal.
        playlistUrl: isRehearsal ? '' : playback.playlistUrl,
        you: room.staff(live, caller),
        roomPath: isRehearsal ? '' : `/stream/${streamId}/anonymous`,
        bannedKeywords: [...live.bannedKeywords],
        disclosure: live.disclosure ?? publicFirm.disclosure,
        currency: publicFirm.currency,
        script: [...roomState.planned],
        cues: roomState.cues.map(({ id, cue, byName }) => ({ id, cue, byName })),
        products: products.map((product) => ({
          ...product,
          shown: roomState.shown.includes(product.productId),
          listed: !roomState.unlisted.has(product.productId),
          ...sold(product.productId),
        })),
        announcement: roomState.announcement ?? null,
        pinned: roomState.pinned ?? null,
        timeOuts: [...roomState.timeOuts]
          .filter(([, untilMs]) => untilMs > clock.ms())
          .map(([userId, untilMs]) => ({ userId, untilMs })),
        mutedUsers: [...roomState.muted],
        removedLines: [...roomState.removedLines],
        crewRole: crew ?? null,
        rehearsalOf: live.rehearsalOf,
        rehearsal: rehearsal ?? null,
        may: {
          moderate: firm.can('room', 'write'),
          run: firm.can('show', 'write'),
          // Stock is the firm's own: a rehearsal sells nothing.
          stock: firm.can('stream', 'write') && !isRehearsal,
          crew: firm.can('stream', 'write') && !isRehearsal,
        },
        now: clock.now().toISOString(),
      }
    },

    /** Says in words why there is no seat: not open yet, over. */
    ticket: async (caller: ControlRoomCaller, liveId: string): Promise<{ ticket: string; now: string }> => {
      const { firm } = caller
      const live = await room.find(firm.id, liveId)
      const status = room.statusOf(live)
      if (status === 'ended') throw fail('gone', { reason: roomErrors.liveEnded })
      if (status === 'cancelled') throw fail('gone', { reason: roomErrors.liveCancelled })
      if (status !== 'open' && status !== 'live') throw fail('conflict', { reason: roomErrors.notOpenYet })
      const { userId: publicId, name, imgUrl } = room.staff(live, caller)
      const ticket = seats.tickets.controlRoomTicketFor({
        firmId: firm.id,
        liveId,
        publicId,
        name,
        imgUrl,
        memberId: firm.userId,
        sessionId: firm.sessionId,
      })
      return { ticket, now: clock.now().toISOString() }
    },

    running: async (firm: FirmCaller) => {
      const nowMs = clock.ms()
      const lives = (await sources.runningOf(firm.id, nowMs))
        .filter((live) => ['open', 'live'].includes(liveStatusAt(live, nowMs)))
        .toSorted((a, b) => a.beginAtMs - b.beginAtMs || (a.id < b.id ? -1 : 1))
      const ids = lives.map(({ id }) => id)
      const [online, held, unclear, posters] = await Promise.all([
        onlineIn(ids),
        figures.waitingIn(firm.id, ids),
        orders.waitingIn(firm.id, ids),
        Promise.all(lives.map((live) => sources.playback(live))),
      ])
      return {
        lives: lives.map((live, at) => ({
          id: live.id,
          streamId: live.streamId,
          liveName: live.liveName,
          status: liveStatusAt(live, nowMs),
          beginAt: iso(live.beginAtMs),
          endAt: iso(live.endAtMs),
          imageUrl: posters[at]?.posterUrl ?? '',
          online: online.get(live.id) ?? 0,
          waiting: (held.get(live.id) ?? 0) + (unclear.get(live.id) ?? 0),
        })),
        now: iso(nowMs),
      }
    },

    figures: async (firm: FirmCaller, liveId: string): Promise<z.input<typeof ControlRoomFigures>> => {
      const live = await room.find(firm.id, liveId, 'notFound')
      const nowMs = clock.ms()
      const here = seats.registry.viewers(liveId)
      const [came, comments, online, uncharged, script, { lastOrders, ...sales }, sold, peeks] = await Promise.all([
        figures.came(firm.id, liveId, new Date(nowMs - minuteMs)),
        figures.comments(firm.id, liveId),
        onlineIn([liveId]),
        figures.uncharged(liveId, nowMs),
        here ? [] : roomStateOf(live).then((roomState) => roomState.script),
        orders.figures(firm.id, liveId, new Date(live.beginAtMs)),
        soldBy(live),
        figures.peeks(firm.id, liveId),
      ])
      const simulated = room.isOpen(live) ? showAt(script, nowMs - live.beginAtMs).audience : 0
      return {
        ...sales,
        online: online.get(liveId) ?? 0,
        simulated: here?.simulated ?? simulated,
        uncharged,
        joins: came.all,
        joinsLastMinute: came.since,
        peeks,
        comments,
        lastOrders: lastOrders.map(({ at, ...order }) => ({ ...order, at: at.toISOString() })),
        products: live.productIds.map((productId) => ({ productId, ...sold(productId) })),
        now: iso(nowMs),
      }
    },
  }
}
export type ControlRoomState = ReturnType<typeof createControlRoomState>
