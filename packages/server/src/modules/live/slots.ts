import { fail } from '@kaimai/contract/common/error.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import type { VideoService } from '../video/video.service.ts'
import { type LiveHead, type LiveRecord, productIdsOf, recordOf } from './live.record.ts'
import type { LiveStore } from './live.store.ts'

/** Lives that a merchant may choose a template from; older ones are out of reach. */
const templatesMax = 200

/** Of a short address: 7 of 29 signs are 34 bits, and a room found by guessing is its public one. */
export const drawShortUrl = (): string => shortCode(7)

/** What slots of a series are copies of. */
export interface SlotTemplate {
  readonly liveId: string
  readonly liveName: string
  readonly beginAtMs: number
  /** Of the video, in ms. */
  readonly lengthMs: number
  readonly imageUrl: string
  readonly productIds: readonly string[]
}

export interface SlotDeps {
  readonly store: LiveStore
  readonly parts: {
    readonly videos: Pick<VideoService, 'summaries' | 'hold'>
    readonly mayOpen: (firmId: string) => Promise<boolean>
  }
  readonly nowOf: () => Date
  readonly streamIdLength: number
  /** Tells of a live that is new. */
  readonly changed: (tx: Tx, live: Pick<LiveHead, 'id' | 'firmId' | 'streamId'>) => Promise<void>
}

/** Lives of a series' slots: copies of a template, one per slot. */
export const createSlots = ({ store, parts, nowOf, streamIdLength, changed }: SlotDeps) => {
  const templatesOf = async (firmId: string, rows: readonly LiveHead[]): Promise<SlotTemplate[]> => {
    const videoIds = [...new Set(rows.flatMap(({ videoId }) => (videoId === null ? [] : [videoId])))]
    const videos = new Map((await parts.videos.summaries(firmId, videoIds)).map((video) => [video.id, video]))
    return rows.flatMap((row) => {
      const video = row.videoId === null ? undefined : videos.get(row.videoId)
      if (!video || video.removed || video.state !== 'ready' || video.durationMs === null) return []
      return [
        {
          liveId: row.id,
          liveName: row.name,
          beginAtMs: row.beginAt.getTime(),
          lengthMs: video.durationMs,
          imageUrl: row.imageUrl || video.thumbnailUrl,
          productIds: productIdsOf(row),
        },
      ]
    })
  }

  return {
    /** Those of the lives that slots can copy: from a video that is ready, and not deleted. */
    slotTemplates: async (firmId: string, liveIds: readonly string[]): Promise<SlotTemplate[]> => {
      const rows = await store.findMany(firmId, [...new Set(liveIds)])
      return templatesOf(
        firmId,
        rows.filter(({ platformType, removedAt }) => platformType === 'video' && removedAt === null),
      )
    },
    /** All there are to choose from, newest first. */
    possibleTemplates: async (firmId: string): Promise<SlotTemplate[]> =>
      templatesOf(firmId, await store.templates(firmId, templatesMax)),
    /** Whether the firm may open rooms: without live hours a series has no slots. */
    mayOpen: parts.mayOpen,

    /** The live of a slot, made when there is none: of two at once, both get the same. */
    makeSlot: async (
      tx: Tx,
      firmId: string,
      slot: { seriesId: string; template: Pick<SlotTemplate, 'liveId' | 'lengthMs'>; beginAtMs: number },
    ): Promise<LiveRecord> => {
      const beginAt = new Date(slot.beginAtMs)
      const known = await store.findSlot(firmId, slot.seriesId, beginAt, tx)
      if (known) return recordOf(known)
      const template = await store.find(firmId, slot.template.liveId, tx)
      if (!template) throw new Error('a series copies a live that is gone')
      // Held until the end of the transaction: nobody deletes the video of a live that is just being made.
      if (template.videoId !== null && !(await parts.videos.hold(tx, firmId, template.videoId))) throw fail('gone')
      const now = nowOf()
      const id = newId()
      await store.insertSlot(
        {
          ...template,
          id,
          streamId: shortCode(streamIdLength),
          shortUrl: await store.freeShortUrl(drawShortUrl, tx),
          extendedMinutes: 0,
          seriesId: slot.seriesId,
          script: [...(await store.script(template.id, tx))],
          comments: await store.comments(template.id, tx),
          beginAt,
          endAt: new Date(slot.beginAtMs + slot.template.lengthMs),
          publishedAt: now,
          createdAt: now,
        },
        tx,
      )
      const made = await store.findSlot(firmId, slot.seriesId, beginAt, tx)
      if (!made) throw new Error('the live of a slot was not made')
      if (made.id === id) await changed(tx, made)
      return recordOf(made)
    },
  }
}
