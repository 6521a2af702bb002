import { fail } from '@kaimai/contract/common/error.ts'
import { chunksOf, uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import type { VideoChunk } from '@kaimai/contract/video/video.routes.ts'
import type { z } from 'zod'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { reencode } from '../../platform/ports/image.ts'
import { createFilmGate } from './film-gate.ts'
import { chunkKey, thumbnailFile, uploadFolder, videoFolder } from './video-files.ts'
import type { VideoStore } from './video.store.ts'
import type { VideoRow } from './video.tables.ts'
import { packageJobName } from './package-video.ts'

type Chunk = z.output<typeof VideoChunk>

export interface UploadDeps {
  readonly db: Database
  readonly store: VideoStore
  readonly files: FileStore
  readonly jobs: Jobs
  readonly clock: Clock
  readonly audit: Audit
}

/** The packaged files take about as much again beside the upload. */
const diskFactor = 2.2
const thumbnailRequest = { maxWidth: 1280, maxHeight: 1280, format: 'jpeg' } as const

/**
 * Chunk upload (spec section 4): chunks of 5,242,880 bytes, in any order and as often as they come; the server is the
 * one that knows what it holds. A chunk is acknowledged when its file and its row are there.
 */
export const createUploadService = ({ db, store, files, jobs, clock, audit }: UploadDeps) => {
  const gate = createFilmGate(files)

  const begin = async (firmId: string, chunk: Chunk): Promise<VideoRow> => {
    const found = await store.findUpload(firmId, chunk.uuid)
    if (found) return found
    const free = await files.free()
    if (free !== undefined && free < chunk.size * diskFactor)
      throw fail('tooLarge', { reason: videoErrors.noDiskSpace })
    await db.transaction(async (tx) => {
      await store.lockSpace(firmId, tx)
      if ((await store.reserved(firmId, tx)) + chunk.size > uploadLimits.firmBytes)
        throw fail('tooLarge', { reason: videoErrors.videoQuotaFull })
      const { uuid: uploadId, size, fingerprint } = chunk
      const name = chunk.name.replace(/\.(?:mp4|mov)$/i, '') || chunk.name
      await store.insert(firmId, { id: newId(), uploadId, name, size, fingerprint, createdAt: clock.now() }, tx)
    })
    const made = await store.findUpload(firmId, chunk.uuid)
    if (!made) throw fail('gone', { reason: videoErrors.uploadGone })
    return made
  }

  /** All chunks are there. */
  const isWhole = async (video: VideoRow): Promise<boolean> => {
    const expected = chunksOf(video.size)
    const held = new Map((await store.chunks(video.id)).map(({ chunk, bytes }) => [chunk, bytes]))
    return expected.every(({ chunk, length }) => held.get(chunk) === length)
  }

  const discard = async (video: Pick<VideoRow, 'id' | 'firmId' | 'uploadId'>): Promise<void> => {
    await files.removeAll(uploadFolder(video.firmId, video.uploadId))
    await store.forget(video.firmId, video.id)
  }

  const finish = async (
    video: VideoRow,
    thumbnail: Uint8Array | undefined,
    by: Actor | undefined,
  ): Promise<boolean> => {
    if (!(await isWhole(video))) return false
    const reason = await gate.problemOfUpload(video)
    if (reason) {
      await discard(video)
      throw fail('invalid', { reason, fields: { file: reason } })
    }
    const hasThumbnail = thumbnail !== undefined && thumbnail.length > 0
    if (hasThumbnail) {
      const picture = await reencode(thumbnail, thumbnailRequest)
      await files.put(`${videoFolder(video.id)}/${thumbnailFile}`, picture.bytes, { contentType: picture.type })
    }
    await db.transaction(async (tx) => {
      if (!(await store.finish(video.firmId, video.id, tx))) return
      if (hasThumbnail) await store.setThumbnail(video.firmId, video.id, 0, tx)
      await jobs.enqueue(packageJobName, { firmId: video.firmId, videoId: video.id }, { on: tx, key: video.id })
      const target = { id: video.id, name: video.name }
      if (by) await audit.record(tx, by, 'video.upload', target, { size: video.size })
    })
    return true
  }

  /** What the first chunk shows is refused with it, before anything is reserved; what came of the rest goes. */
  const expectFilm = async (firmId: string, chunk: Chunk, bytes: Uint8Array): Promise<void> => {
    const reason = await gate.problemOfFirstChunk(chunk.size, bytes)
    if (!reason) return
    const begun = await store.findUpload(firmId, chunk.uuid)
    if (begun?.state === 'uploading') await discard(begun)
    throw fail('invalid', { reason, fields: { file: reason } })
  }

  /** Chunks of another file never get into an upload. */
  const expectSameFile = (video: VideoRow, { size, fingerprint }: Chunk): void => {
    const isOther = fingerprint !== '' && video.fingerprint !== '' && fingerprint !== video.fingerprint
    if (video.size !== size || isOther) {
      const reason = videoErrors.uploadChanged
      throw fail('conflict', { reason, fields: { file: reason } })
    }
  }

  return {
    /** 'error' asks for the same chunk again; what no repetition can fix is thrown. */
    chunk: async (
      firmId: string,
      chunk: Chunk,
      file: Uint8Array | undefined,
      thumbnail: Uint8Array | undefined,
      by?: Actor,
    ): Promise<{ result: 'Success' | 'error'; videoId?: string }> => {
      if (chunk.firmId !== firmId) throw fail('noData')
      const expected = chunksOf(chunk.size)[chunk.chunk]
      const bytes = expected?.offset === chunk.offset && expected.length === file?.length ? file : undefined
      if (bytes && chunk.chunk === 0) await expectFilm(firmId, chunk, bytes)
      const video = await begin(firmId, chunk)
      if (video.removedAt) throw fail('gone', { reason: videoErrors.uploadGone })
      expectSameFile(video, chunk)
      if (video.state !== 'uploading') return { result: 'Success', videoId: video.id }
      if (!bytes) return { result: 'error' }
      await files.put(chunkKey(firmId, video.uploadId, chunk.chunk), bytes)
      await store.addChunk(video.id, chunk.chunk, bytes.length)
      if (!chunk.finished) return { result: 'Success', videoId: video.id }
      return (await finish(video, thumbnail, by)) ? { result: 'Success', videoId: video.id } : { result: 'error' }
    },

    uploaded: async (firmId: string, uploadId: string): Promise<{ chunks: number[]; finished: boolean }> => {
      const video = await store.findUpload(firmId, uploadId)
      if (!video || video.removedAt) return { chunks: [], finished: false }
      return { chunks: (await store.chunks(video.id)).map(({ chunk }) => chunk), finished: video.state !== 'uploading' }
    },

    /** What the firm has of a file already. */
    known: async (firmId: string, { fingerprint, size }: { fingerprint: string; size: number }) => {
      const rows = await store.known(firmId, size, fingerprint)
      const unfinished = rows.find(({ state }) => state === 'uploading')
      const twin = rows.find(({ state }) => state === 'processing' || state === 'ready')
      const held = unfinished ? await store.heldBytes([unfinished.id]) : undefined
      return {
        unfinished: unfinished ? { uuid: unfinished.uploadId, heldBytes: held?.get(unfinished.id) ?? 0 } : null,
        twin: twin ? { id: twin.id, name: twin.name, createdAt: twin.createdAt.toISOString() } : null,
        encodes: await gate.encodes(),
      }
    },

    /** Packages a failed video anew, as long as all of its upload is here. */
    packageAgain: async (firmId: string, id: string, by: Actor | undefined): Promise<void> => {
      const video = await store.find(firmId, id)
      if (!video) throw fail('noData')
      if (video.state !== 'failed') throw fail('conflict', { reason: videoErrors.videoNotFailed })
      if (!(await isWhole(video))) throw fail('conflict', { reason: videoErrors.uploadNotHeld })
      await db.transaction(async (tx) => {
        if (!(await store.again(firmId, id, tx))) throw fail('conflict', { reason: videoErrors.videoNotFailed })
        await jobs.enqueue(packageJobName, { firmId, videoId: id }, { on: tx, key: id })
        if (by) await audit.record(tx, by, 'video.packageAgain', { id, name: video.name })
      })
    },

    /** Unfinished uploads of over 7 days go. */
    sweep: async (): Promise<void> => {
      for (const video of await store.unfinishedBefore(new Date(clock.ms() - uploadLimits.sweepAfterMs), 100))
        await discard(video)
    },
  }
}
export type UploadService = ReturnType<typeof createUploadService>
