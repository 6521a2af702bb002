import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { z } from 'zod'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/database.ts'
import { type LiveHint, liveTopic } from './live.events.ts'
import { type LiveRecord, recordOf } from './live.record.ts'

export type { LiveRecord } from './live.record.ts'
import type { LiveMoveStore } from './live-move.store.ts'
import type { LiveStore } from './live.store.ts'

/** What is known of a live is at most so old, in milliseconds; a room holds what it shows of it for half a second more. */
export const liveHeldForMs = 500
const Hint = z.object({ liveId: z.string(), streamId: z.string() })

/**
 * What rooms, media and pages read of a live, thousands of times a second: held for half a second at most, dropped at once
 * when the bus announces a change. Drafts are not found by their stream id.
 */
export const createLiveReader = ({
  store,
  bus,
  clock,
  moves,
}: {
  store: LiveStore
  bus: Bus
  clock: Clock
  moves: Pick<LiveMoveStore, 'of'>
}) => {
  const byStreamId = new Map<string, { at: number; record: Promise<LiveRecord | undefined> }>()
  const byId = new Map<string, { at: number; record: Promise<LiveRecord | undefined> }>()
  const scripts = new Map<string, Promise<{ readonly script: readonly ScriptItem[]; readonly scriptVersion: string }>>()

  const forget = ({ liveId, streamId }: LiveHint): void => {
    byStreamId.delete(streamId)
    byId.delete(liveId)
    scripts.delete(liveId)
  }

  bus.subscribe(liveTopic, (message) => {
    const hint = Hint.safeParse(message)
    if (hint.success) forget(hint.data)
  })

  const held = (
    cache: Map<string, { at: number; record: Promise<LiveRecord | undefined> }>,
    key: string,
    load: () => Promise<LiveRecord | undefined>,
  ): Promise<LiveRecord | undefined> => {
    const found = cache.get(key)
    const now = clock.ms()
    if (found && now >= found.at && now - found.at < liveHeldForMs) return found.record
    const record = load().catch((error: unknown) => {
      cache.delete(key)
      throw error
    })
    cache.set(key, { at: now, record })
    if (cache.size > 5000) for (const old of [...cache.keys()].slice(0, 1000)) cache.delete(old)
    return record
  }

  const heldScript = (liveId: string) => {
    const found = scripts.get(liveId)
    if (found) return found
    const loaded = store.scriptWithVersion(liveId).then(
      (row) => row ?? { script: [], scriptVersion: '' },
      (error: unknown) => {
        scripts.delete(liveId)
        throw error
      },
    )
    scripts.set(liveId, loaded)
    if (scripts.size > 500) for (const old of [...scripts.keys()].slice(0, 100)) scripts.delete(old)
    return loaded
  }

  const findInRoom = async (firmId: string, id: string): Promise<LiveRecord | undefined> => {
    const record = await held(byId, id, async () => {
      const row = await store.findById(id)
      return row && recordOf(row)
    })
    return record?.firmId === firmId ? record : undefined
  }

  return {
    /** Drops what is held of a live; its own node does so before it answers the change. */
    forget,
    find: async (firmId: string, id: string): Promise<LiveRecord | undefined> => {
      const record = await findInRoom(firmId, id)
      return record?.rehearsalOf === null ? record : undefined
    },
    /** A live or a rehearsal: for the room and its staff alone. */
    findInRoom,
    findByStreamId: async (streamId: string): Promise<LiveRecord | undefined> => {
      const record = await held(byStreamId, streamId, async () => {
        const row = await store.findByStreamId(streamId)
        return row && recordOf(row)
      })
      return record?.publishedAtMs == null ? undefined : record
    },
    /** By the short address, typed in any case; drafts are not found. */
    findByShortUrl: async (shortUrl: string): Promise<LiveRecord | undefined> => {
      const row = await store.findByShortUrl(shortUrl.toUpperCase())
      return row === undefined || row.publishedAt === null ? undefined : recordOf(row)
    },
    findMany: async (firmId: string, ids: readonly string[], on?: Executor): Promise<LiveRecord[]> =>
      (await store.findMany(firmId, ids, on)).map(recordOf),
    /** Sorted; held until the live changes. */
    script: async (liveId: string): Promise<readonly ScriptItem[]> => (await heldScript(liveId)).script,
    /**
     * Of those lives, which have another script than is held here: a hint was lost. What is held of them is dropped. One
     * query for all rooms of a node, every few seconds.
     */
    changedScripts: async (liveIds: readonly string[]): Promise<string[]> => {
      const changed: string[] = []
      for (const { id, scriptVersion } of await store.scriptVersions(liveIds.filter((id) => scripts.has(id)))) {
        const known = scripts.get(id)
        if (known === undefined || (await known).scriptVersion === scriptVersion) continue
        if (scripts.get(id) === known) scripts.delete(id)
        changed.push(id)
      }
      return changed
    },
    /** How the times of these lives changed since they were published. */
    moves: moves.of,
    /** Of all firms: published lives that begin before then and are not over. Epoch ms. */
    beginningBefore: async (beforeMs: number, nowMs: number): Promise<LiveRecord[]> =>
      (await store.beginningBefore(new Date(beforeMs), new Date(nowMs))).map(recordOf),
    /** Of all firms: lives that ended after the first and until the second; no rehearsals. Epoch ms. */
    endedBetween: async (afterMs: number, untilMs: number): Promise<LiveRecord[]> =>
      (await store.endedBetween(new Date(afterMs), new Date(untilMs))).map(recordOf),
    runningOf: async (firmId: string, nowMs: number): Promise<LiveRecord[]> =>
      (await store.runningOf(firmId, new Date(nowMs))).map(recordOf),
  }
}
/** The reading side of lives; writing is LiveService. */
export type LiveReader = ReturnType<typeof createLiveReader>
