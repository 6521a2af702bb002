import { fail } from '@kaimai/contract/common/error.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import { liveReasons } from '@kaimai/contract/live/live.reasons.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { type Live, type LiveBody, liveRoutes, type LiveRow as LiveListRow } from '@kaimai/contract/live/live.routes.ts'
import type { z } from 'zod'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import type { VideoService } from '../video/video.service.ts'
import { buildScript, type GroupComment } from './build-script.ts'
import type { LiveReader } from './live-reader.service.ts'
import { liveTopic } from './live.events.ts'
import { presentLive, presentRow } from './live.present.ts'
import { type LiveHead, statusOf } from './live.record.ts'
import type { LiveStore, LiveWrite } from './live.store.ts'
import { createSlots } from './slots.ts'

/** Counts of other features for the list, many lives at once; a live that is missing has none. */
export interface LiveFigures {
  readonly signups: (firmId: string, liveIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly online: (liveIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly orders: (
    firmId: string,
    liveIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { orders: number; revenue: number }>>
}

/** What a live is made of. */
export interface LiveParts {
  readonly videos: Pick<VideoService, 'summaries' | 'hold'>
  readonly comments: (firmId: string, commentModId: string) => Promise<GroupComment[] | undefined>
  /** Which of the products the firm has on sale. */
  readonly products: (firmId: string, productIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether the firm may open another room: it has live hours left, or is the demo firm. */
  readonly mayOpen: (firmId: string) => Promise<boolean>
}

export interface LiveDependencies {
  readonly db: Database
  readonly store: LiveStore
  readonly clock: Clock
  readonly bus: Bus
  readonly events: Events
  /** Rows of it are written for what a member did (`by`); the server's own doings leave none. */
  readonly audit: Audit
  readonly reader: Pick<LiveReader, 'forget'>
  readonly parts: LiveParts
  readonly figures: LiveFigures
}

/** Of a public stream id: short enough to read, 14 characters of 62 are 83 bits. */
const streamIdLength = 14

type Body = z.output<typeof LiveBody>
type Query = z.output<typeof liveRoutes.list.query>

/** A live that has its times, before it has a video: an hour, replaced by the video's length. */
const placeholderMs = 3600_000

export const createLiveService = (given: LiveDependencies) => {
  const { db, store, clock, bus, events, audit, parts, figures } = given

  const changed = async (tx: Tx, live: Pick<LiveHead, 'id' | 'firmId' | 'streamId'>): Promise<void> => {
    await events.emit(tx, 'live.changed', { firmId: live.firmId, liveId: live.id })
    const hint = { liveId: live.id, streamId: live.streamId }
    tx.afterCommit(() => {
      given.reader.forget(hint)
      bus.publish(liveTopic, hint)
    })
  }

  const known = async (firmId: string, id: string): Promise<LiveHead> => {
    const row = await store.find(firmId, id)
    if (!row) throw fail('noData')
    return row
  }

  const videoOf = async (firmId: string, videoId: string | null) => {
    if (videoId === null) return undefined
    const [video] = await parts.videos.summaries(firmId, [videoId])
    if (!video || video.removed) throw fail('invalid', { fields: { videoId: common.wrongChoice } })
    return video
  }

  /** In the transaction that writes a live: its video can't be deleted before that ends, and wasn't before it began. */
  const holdVideo = async (tx: Tx, firmId: string, videoId: string | null): Promise<void> => {
    if (videoId !== null && !(await parts.videos.hold(tx, firmId, videoId)))
      throw fail('invalid', { fields: { videoId: common.wrongChoice } })
  }

  const checkProducts = async (firmId: string, body: Body): Promise<void> => {
    const ids = [...new Set([...body.productList, ...body.fakeTicket].map(({ productId }) => productId))]
    const there = await parts.products(firmId, ids)
    const index = body.productList.findIndex(({ productId }) => !there.has(productId))
    if (index >= 0) throw fail('invalid', { fields: { [`productList.${index}.productId`]: common.wrongChoice } })
    const ticket = body.fakeTicket.findIndex(({ productId }) => !there.has(productId))
    if (ticket >= 0) throw fail('invalid', { fields: { [`fakeTicket.${ticket}.productId`]: common.wrongChoice } })
  }

  /** Everything a publication needs; throws what is missing, by field. */
  const checkPublishable = async (
    firmId: string,
    write: Pick<LiveWrite, 'beginAt' | 'platformType'>,
    videoReady: boolean,
  ): Promise<void> => {
    if (write.platformType !== 'video') throw fail('invalid', { fields: { platformType: liveReasons.platformLater } })
    if (!videoReady)
      throw fail('conflict', { reason: liveReasons.videoNotReady, fields: { videoId: liveReasons.videoNotReady } })
    if (write.beginAt.getTime() < clock.ms() - 60_000)
      throw fail('invalid', { fields: { beginAt: liveReasons.liveInPast } })
    if (!(await parts.mayOpen(firmId))) throw fail('balanceTooLow', { reason: liveReasons.hoursUsedUp })
  }

  /** What may be changed now: once it runs, the video and the begin stay; what is over is over. Answers its status. */
  const mayChange = (row: LiveHead, body: Body): LiveStatus => {
    const status = statusOf(row, clock.ms())
    if (status === 'ended' || status === 'cancelled') throw fail('conflict', { reason: liveReasons.liveOver })
    if (status !== 'live') return status
    const moved = {
      beginAt: new Date(body.beginAt).getTime() !== row.beginAt.getTime(),
      videoId: body.videoId !== row.videoId,
      platformType: body.platformType !== row.platformType,
    }
    const fields = Object.entries(moved).flatMap(([name, has]) => (has ? [[name, liveReasons.liveRunning]] : []))
    if (fields.length > 0)
      throw fail('conflict', { reason: liveReasons.liveRunning, fields: Object.fromEntries(fields) })
    return status
  }

  /** What is written for a body; a running live is published already, and is asked for nothing more. */
  const writeOf = async (
    firmId: string,
    body: Body,
    before: LiveHead | undefined,
    isRunning = false,
  ): Promise<LiveWrite> => {
    const video = await videoOf(firmId, body.videoId)
    if (body.platformType === 'video' && !video) throw fail('invalid', { fields: { videoId: common.required } })
    await checkProducts(firmId, body)
    const comments = body.commentModId === null ? [] : await parts.comments(firmId, body.commentModId)
    if (!comments) throw fail('invalid', { fields: { commentModId: common.wrongChoice } })
    const beginAt = new Date(body.beginAt)
    const write: LiveWrite = {
      name: body.liveName,
      platformType: body.platformType,
      videoId: body.videoId,
      publishedAt: before?.publishedAt ?? null,
      beginAt,
      endAt: new Date(beginAt.getTime() + (video?.durationMs ?? placeholderMs)),
      waitingMinutes: body.waitingMinutes,
      replayMinutes: body.replayMinutes,
      commentModId: body.commentModId,
      products: body.productList,
      fakeTickets: body.fakeTicket,
      callsToAction: body.callToAction,
      audienceCurve: body.audienceCurve,
      bannedKeywords: [...new Set(body.bannedKeywords.filter((word) => word !== ''))],
      anonymousAllowed: body.anonymousAllowed,
      imageUrl: body.liveImage,
      hostName: body.hostName,
      script: buildScript(body, comments),
    }
    if (isRunning) return write
    const publishes = body.publish || write.publishedAt !== null
    if (publishes) await checkPublishable(firmId, write, video?.state === 'ready')
    return { ...write, publishedAt: publishes ? (write.publishedAt ?? clock.now()) : null }
  }

  const present = async (row: LiveHead): Promise<z.input<typeof Live>> => {
    const [video] = row.videoId === null ? [] : await parts.videos.summaries(row.firmId, [row.videoId])
    return presentLive(row, video, clock.ms())
  }

  return {
    find: store.find,
    list: async (firmId: string, query: Query): Promise<Page<z.input<typeof LiveListRow>>> => {
      const offset = offsetOf(query.cursor)
      const now = clock.now()
      const { rows, total } = await store.list(firmId, {
        q: query.q,
        status: query.status,
        limit: query.limit,
        offset,
        now,
      })
      if (rows.length === 0) return pageAt([], total, offset)
      const ids = rows.map(({ id }) => id)
      const videoIds = rows.flatMap(({ videoId }) => (videoId === null ? [] : [videoId]))
      const [videos, signups, online, orders] = await Promise.all([
        parts.videos.summaries(firmId, videoIds),
        figures.signups(firmId, ids),
        figures.online(ids),
        figures.orders(firmId, ids),
      ])
      const videoById = new Map(videos.map((video) => [video.id, video]))
      const items = rows.map((row) =>
        presentRow(row, row.videoId === null ? undefined : videoById.get(row.videoId), clock.ms(), {
          signups: signups.get(row.id) ?? 0,
          online: online.get(row.id) ?? 0,
          orders: orders.get(row.id)?.orders ?? 0,
          revenue: orders.get(row.id)?.revenue ?? 0,
        }),
      )
      return pageAt(items, total, offset)
    },

    show: async (firmId: string, id: string) => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('notFound')
      return present(row)
    },

    create: async (firmId: string, body: Body, by?: Actor) => {
      const write = await writeOf(firmId, body, undefined)
      const live = { id: newId(), firmId, streamId: shortCode(streamIdLength), createdAt: clock.now() }
      await db.transaction(async (tx) => {
        await holdVideo(tx, firmId, write.videoId)
        await store.insert(firmId, { ...write, id: live.id, streamId: live.streamId, createdAt: live.createdAt }, tx)
        await changed(tx, live)
        const facts = { beginAt: write.beginAt, published: write.publishedAt !== null }
        if (by) await audit.record(tx, by, 'live.create', { id: live.id, name: write.name }, facts)
      })
      return present(await known(firmId, live.id))
    },

    change: async (firmId: string, id: string, body: Body, by?: Actor) => {
      const before = await known(firmId, id)
      const write = await writeOf(firmId, body, before, mayChange(before, body) === 'live')
      await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        // Published or begun meanwhile: then other things had to be checked.
        if ((row.publishedAt === null) !== (before.publishedAt === null)) throw fail('conflict')
        const kept =
          mayChange(row, body) === 'live' ? { ...write, publishedAt: row.publishedAt, endAt: row.endAt } : write
        if (kept.videoId !== row.videoId) await holdVideo(tx, firmId, kept.videoId)
        await store.update(firmId, id, kept, tx)
        await changed(tx, row)
        const told = { ...kept, script: undefined }
        if (by) await audit.record(tx, by, 'live.change', { id, name: kept.name }, changesOf({ ...row }, told))
      })
      return present(await known(firmId, id))
    },

    /** Publishes a draft; of two calls at once one does. */
    publish: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      const before = await known(firmId, id)
      if (statusOf(before, clock.ms()) !== 'draft') throw fail('conflict')
      const video = await videoOf(firmId, before.videoId)
      await checkPublishable(firmId, before, video?.state === 'ready')
      const endAt = new Date(before.beginAt.getTime() + (video?.durationMs ?? placeholderMs))
      await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        const isSame = row.videoId === before.videoId && row.beginAt.getTime() === before.beginAt.getTime()
        if (!isSame || statusOf(row, clock.ms()) !== 'draft') throw fail('conflict')
        await holdVideo(tx, firmId, row.videoId)
        await store.publish(firmId, id, { publishedAt: clock.now(), endAt }, tx)
        await changed(tx, row)
        if (by) await audit.record(tx, by, 'live.publish', { id, name: row.name })
      })
    },

    /** Cancels what has not ended; a draft is deleted instead. */
    cancel: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        const now = clock.now()
        const change = row.publishedAt === null ? { removedAt: now } : { cancelledAt: now }
        if (!(await store.setInstants(firmId, id, change, now, tx)))
          throw fail('conflict', { reason: liveReasons.liveOver })
        await changed(tx, row)
        const action = row.publishedAt === null ? 'live.remove' : 'live.cancel'
        if (by) await audit.record(tx, by, action, { id, name: row.name })
      })
    },

    /** Ends a running live now. */
    close: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      const row = await known(firmId, id)
      const now = clock.now()
      if (statusOf(row, now.getTime()) !== 'live') throw fail('conflict', { reason: liveReasons.liveOver })
      await db.transaction(async (tx) => {
        if (!(await store.setInstants(firmId, id, { endAt: now }, now, tx)))
          throw fail('conflict', { reason: liveReasons.liveOver })
        await changed(tx, row)
        if (by) await audit.record(tx, by, 'live.close', { id, name: row.name })
      })
    },

    upcoming: store.upcoming,
    ...createSlots({ store, parts, nowOf: clock.now, streamIdLength, changed }),
    usersOf: (firmId: string, used: { videoId: string } | { productId: string }) =>
      store.usersOf(firmId, used, clock.now()),
  }
}
export type LiveService = ReturnType<typeof createLiveService>
