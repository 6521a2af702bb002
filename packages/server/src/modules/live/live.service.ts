import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { offsetOf, type Page, pageAt, pageLimits } from '@kaimai/contract/common/page.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import {
  type Live,
  type LiveCounts,
  type LiveForm,
  type LiveRow as LiveListRow,
  liveRoutes,
  liveSorts,
  livesExportMax,
} from '@kaimai/contract/live/live.routes.ts'
import type { ExportQuery } from '@kaimai/contract/common/sheet.ts'
import type { z } from 'zod'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, type Executor, isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import { itemsFrom } from '../../platform/db/page-items.ts'
import { sortOf } from '../../platform/db/sort.ts'
import type { Events } from '../../platform/events/events.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import { liveTopic } from './live.events.ts'
import { presentLive, presentRow } from './live.present.ts'
import { type LiveHead, statusOf } from './live.record.ts'
import type { LiveStore } from './live.store.ts'
import { createLiveListStore, type LivesWanted } from './live-list.store.ts'
import type { LiveMoveStore } from './live-move.store.ts'
import type { LiveReader } from './live-reader.service.ts'
import { writeLiveSheet } from './live-sheet.ts'
import { type Body, createLiveWriting, endOf, type LiveParts, runningEndOf } from './live-writing.ts'
import { isRoomSame, withChangedMeanwhile } from './merge-concurrent-changes.ts'
import { createRunningChanges } from './running-changes.ts'
import { createSlots, drawShortUrl } from './slots.ts'

export type { LiveParts } from './live-writing.ts'

/** Counts of other features for the list, many lives at once; a live that is missing has none. */
export interface LiveFigures {
  readonly signups: (firmId: string, liveIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly online: (liveIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly orders: (
    firmId: string,
    liveIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { orders: number; revenue: number }>>
  readonly replays: (firmId: string, liveIds: readonly string[]) => Promise<ReadonlyMap<string, { viewers: number }>>
}

/** The forms and series that have to do with a live: module signup's. */
export interface LiveFormsPort {
  readonly offering: (firmId: string, liveId: string) => Promise<readonly z.output<typeof LiveForm>[]>
  /** Titles of the series that copy it. */
  readonly seriesCopying: (firmId: string, liveId: string, on?: Executor) => Promise<readonly string[]>
}

export interface LiveDeps {
  readonly db: Database
  readonly store: LiveStore
  readonly clock: Clock
  readonly bus: Bus
  readonly events: Events
  /** Rows of it are written for what a member did (`by`); the server's own doings leave none. */
  readonly audit: Audit
  readonly reader: Pick<LiveReader, 'forget'>
  readonly moves: Pick<LiveMoveStore, 'raise'>
  readonly parts: LiveParts
  readonly figures: LiveFigures
  readonly forms: LiveFormsPort
  /** Charges what is due; again charges nothing. */
  readonly settleHours: (firmId: string, liveId: string) => Promise<void>
}

/** Of a public stream id: short enough to read, 14 characters of 62 are 83 bits. */
const streamIdLength = 14

type Query = z.output<typeof liveRoutes.list.query>

export const createLiveService = (deps: LiveDeps) => {
  const { db, store, clock, bus, events, audit, parts, figures, forms } = deps
  const lists = createLiveListStore(db)
  const { videoOf, holdVideo, checkPublishable, mayChange, writeOf } = createLiveWriting({ parts, clock })

  const changed = async (tx: Tx, live: Pick<LiveHead, 'id' | 'firmId' | 'streamId'>, moved = false): Promise<void> => {
    await events.emit(tx, 'live.changed', {
      firmId: live.firmId,
      liveId: live.id,
      ...(moved ? { moved: true as const } : {}),
    })
    const hint = { liveId: live.id, streamId: live.streamId }
    tx.afterCommit(() => {
      deps.reader.forget(hint)
      bus.publish(liveTopic, hint)
    })
  }

  const known = async (firmId: string, id: string): Promise<LiveHead> => {
    const row = await store.find(firmId, id)
    if (!row) throw fail('noData')
    return row
  }

  const present = async (row: LiveHead): Promise<z.input<typeof Live>> => {
    const [[video], comments, offering] = await Promise.all([
      row.videoId === null ? [] : parts.videos.summaries(row.firmId, [row.videoId]),
      store.comments(row.id),
      forms.offering(row.firmId, row.id),
    ])
    return presentLive(row, { video, comments, pictureOf: parts.pictureOf, forms: offering, nowMs: clock.ms() })
  }

  const list = async (firmId: string, query: Query): Promise<Page<z.input<typeof LiveListRow>>> => {
    const offset = offsetOf(query.cursor)
    const now = clock.now()
    const { rows, total } = await lists.page(firmId, {
      q: query.q,
      begins: query.begins,
      platformType: query.platformType,
      signupId: query.signupId,
      productId: query.productId,
      sort: sortOf(query.sort, liveSorts),
      status: query.status,
      limit: query.limit,
      offset,
      now,
    })
    if (rows.length === 0) return pageAt([], total, offset)
    const ids = rows.map(({ id }) => id)
    const videoIds = rows.flatMap(({ videoId }) => (videoId === null ? [] : [videoId]))
    const [videos, signups, online, orders, replays] = await Promise.all([
      parts.videos.summaries(firmId, videoIds),
      figures.signups(firmId, ids),
      figures.online(ids),
      figures.orders(firmId, ids),
      figures.replays(firmId, ids),
    ])
    const videoById = new Map(videos.map((video) => [video.id, video]))
    const items = rows.map((row) =>
      presentRow(row, row.videoId === null ? undefined : videoById.get(row.videoId), clock.ms(), {
        signups: signups.get(row.id) ?? 0,
        online: online.get(row.id) ?? 0,
        orders: orders.get(row.id)?.orders ?? 0,
        revenue: orders.get(row.id)?.revenue ?? 0,
        replayViewers: replays.get(row.id)?.viewers ?? 0,
      }),
    )
    return pageAt(items, total, offset)
  }

  return {
    find: store.find,
    list,

    counts: (firmId: string, wanted: LivesWanted): Promise<LiveCounts> => lists.counts(firmId, wanted, clock.now()),

    /** Everything the filters find as a file, read a page at a time. Throws `tooLarge` beyond what one file holds. */
    exportSheet: async (
      by: Actor,
      { format, ...query }: Omit<Query, 'limit' | 'cursor'> & z.output<typeof ExportQuery>,
      language: Language,
    ) => {
      const pageAfter = (cursor?: string) => list(by.firmId, { ...query, limit: pageLimits.max, cursor })
      const first = await pageAfter()
      if (first.total > livesExportMax)
        throw fail('tooLarge', { reason: withValues(liveErrors.tooManyLivesToExport, { max: livesExportMax }) })
      await db.transaction((tx) => audit.record(tx, by, 'live.export', '', { rows: first.total, format }))
      return writeLiveSheet(itemsFrom(first, pageAfter), { format, language })
    },

    /** Charges now what is due of a live and its replay. */
    settleHours: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      const row = await known(firmId, id)
      await deps.settleHours(firmId, id)
      if (by) await db.transaction((tx) => audit.record(tx, by, 'live.settle', { id, name: row.name }))
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
        const { id, streamId, createdAt } = live
        const shortUrl = await store.freeShortUrl(drawShortUrl, tx)
        await store.insert(firmId, { ...write, id, streamId, shortUrl, createdAt }, tx)
        await changed(tx, live)
        const { disclosure } = write
        const facts = { beginAt: write.beginAt, published: write.publishedAt !== null, disclosure }
        if (by) await audit.record(tx, by, 'live.create', { id: live.id, name: write.name }, facts)
      })
      return present(await known(firmId, live.id))
    },

    change: async (firmId: string, id: string, sent: Body, by?: Actor) => {
      const before = await known(firmId, id)
      const body = withChangedMeanwhile(sent, before)
      const write = await writeOf(firmId, body, before, mayChange(before, body) === 'live')
      const changing = db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        // Published or begun meanwhile: then other things had to be checked.
        if ((row.publishedAt === null) !== (before.publishedAt === null)) throw fail('conflict')
        // In this very moment: saved again, the form keeps it.
        if (sent.loaded !== undefined && !isRoomSame(row, before)) throw fail('conflict')
        const saved =
          mayChange(row, body) === 'live'
            ? { ...write, publishedAt: row.publishedAt, endAt: runningEndOf(row, write, clock.ms()) }
            : write
        if (saved.videoId !== row.videoId) await holdVideo(tx, firmId, saved.videoId)
        const commentsBefore = (await store.comments(id, tx)).length
        await store.update(firmId, id, saved, tx)
        const isMoved = row.publishedAt !== null && saved.beginAt.getTime() !== row.beginAt.getTime()
        if (isMoved || (row.publishedAt !== null && saved.endAt.getTime() !== row.endAt.getTime()))
          await deps.moves.raise(firmId, id, isMoved ? clock.now() : null, tx)
        await changed(tx, row, isMoved)
        const logged = { ...saved, script: undefined, comments: saved.comments.length }
        const change = changesOf({ ...row, comments: commentsBefore }, logged)
        if (by) await audit.record(tx, by, 'live.change', { id, name: saved.name }, change)
      })
      await changing.catch((error: unknown) => {
        if (!isUniqueViolation(error, 'live_series_slot')) throw error
        throw fail('conflict', { reason: liveErrors.slotTaken, fields: { beginAt: liveErrors.slotTaken } })
      })
      return present(await known(firmId, id))
    },

    /** Publishes a draft; of two calls at once one does. */
    publish: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      const before = await known(firmId, id)
      if (statusOf(before, clock.ms()) !== 'draft') throw fail('conflict')
      const video = await videoOf(firmId, before.videoId)
      await checkPublishable(firmId, before, video?.state === 'ready')
      const endAt = endOf(before, video, before.extendedMinutes)
      await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        const isSame =
          row.videoId === before.videoId &&
          row.beginAt.getTime() === before.beginAt.getTime() &&
          row.platformType === before.platformType &&
          row.youtubeUrl === before.youtubeUrl
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
        const copying = row.publishedAt === null ? await forms.seriesCopying(firmId, id, tx) : []
        if (copying.length > 0)
          throw fail('conflict', { reason: withValues(liveErrors.copiedBySeries, { series: copying.join('、') }) })
        const now = clock.now()
        const change = row.publishedAt === null ? { removedAt: now } : { cancelledAt: now }
        if (!(await store.setInstants(firmId, id, change, now, tx)))
          throw fail('conflict', { reason: liveErrors.liveOver })
        if (row.publishedAt !== null) await deps.moves.raise(firmId, id, null, tx)
        await changed(tx, row)
        const action = row.publishedAt === null ? 'live.remove' : 'live.cancel'
        if (by) await audit.record(tx, by, action, { id, name: row.name })
      })
    },

    /** Ends a running live now. */
    close: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      const row = await known(firmId, id)
      const now = clock.now()
      if (statusOf(row, now.getTime()) !== 'live') throw fail('conflict', { reason: liveErrors.liveOver })
      await db.transaction(async (tx) => {
        if (!(await store.setInstants(firmId, id, { endAt: now }, now, tx)))
          throw fail('conflict', { reason: liveErrors.liveOver })
        await changed(tx, row)
        if (by) await audit.record(tx, by, 'live.close', { id, name: row.name })
      })
    },

    ...createRunningChanges({ db, store, clock, audit, parts, changed }),
    upcoming: store.upcoming,
    ...createSlots({ store, parts, nowOf: clock.now, streamIdLength, changed }),
    usersOf: (firmId: string, used: { videoId: string } | { productId: string }) =>
      store.usersOf(firmId, used, clock.now()),
  }
}
export type LiveService = ReturnType<typeof createLiveService>
