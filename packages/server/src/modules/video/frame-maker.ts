import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import { findFfmpeg } from '../../platform/media/ffmpeg.ts'
import { initFile } from '../../platform/media/segment-writer.ts'
import { writeFrames } from '../../platform/media/timeline-pictures.ts'
import { createBoundedQueue } from './picture-maker.ts'
import { previewFile } from './video-files.ts'

const frameKey = /^(video\/[0-9a-f-]{36})\/frame-(\d{1,9})\.jpg$/
/** Frames are cut on this grid, in ms: what a timeline asks for is bounded, and every zoom shares what was cut. */
const frameGridMs = 500
const maxWaiting = 60

/** The picture of a video at a moment that a key asks for; undefined when it asks for none. */
const frameAt = (key: string): { readonly folder: string; readonly atMs: number } | undefined => {
  const [, folder, digits] = frameKey.exec(key) ?? []
  const atMs = Number(digits)
  return folder === undefined || atMs % frameGridMs !== 0 ? undefined : { folder, atMs }
}

export const isFrameKey = (key: string): boolean => frameAt(key) !== undefined

/** The segment of a playlist in which a moment lies. */
const segmentAt = (playlist: string, atMs: number): { readonly file: string; readonly beginMs: number } | undefined => {
  let beginMs = 0
  for (const [, seconds = '', file = ''] of playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\s]+)/g)) {
    const endMs = beginMs + Number(seconds) * 1000
    if (atMs < endMs) return { file, beginMs }
    beginMs = endMs
  }
  return undefined
}

export interface FrameMakerDeps {
  readonly files: FileStore
  readonly log: Log
  /** Path of ffmpeg; undefined where the machine has none: then there are no frames on demand. */
  readonly ffmpeg?: () => Promise<string | undefined>
}

/** Cuts the picture of a packaged video at a moment, at its first use, out of the one segment that holds it. */
export const createFrameMaker = ({ files, log, ffmpeg = findFfmpeg }: FrameMakerDeps) => {
  // One at a time: rooms on the same machine go first.
  const turns = createBoundedQueue(1, maxWaiting)
  const underWay = new Map<string, Promise<boolean>>()
  let program: Promise<string | undefined> | undefined

  const cut = async (key: string): Promise<boolean> => {
    const frame = frameAt(key)
    const path = await (program ??= ffmpeg())
    if (!frame || path === undefined) return false
    const playlist = await files.bytes(`${frame.folder}/${previewFile}`)
    const segment = playlist && segmentAt(Buffer.from(playlist).toString('utf8'), frame.atMs)
    if (!segment) return false
    const [init, media] = await Promise.all(
      [initFile, segment.file].map((file) => files.bytes(`${frame.folder}/${file}`)),
    )
    if (!init || !media) return false
    const folder = await mkdtemp(join(tmpdir(), 'kaimai-frame-'))
    try {
      const source = join(folder, 'segment.mp4')
      const to = join(folder, 'frame.jpg')
      await writeFile(source, Buffer.concat([init, media]))
      const atMs = frame.atMs - segment.beginMs
      if ((await writeFrames(path, [{ from: [source], atMs, to }], undefined)).length === 0) return false
      await files.put(key, await readFile(to), { contentType: 'image/jpeg' })
      return true
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    /** Whether it is there now; two who ask at once share one cutting. */
    make: (key: string): Promise<boolean> => {
      const before = underWay.get(key)
      if (before) return before
      const work = async () =>
        cut(key).catch((error: unknown) => {
          log.warn({ err: error, key }, 'a frame could not be cut')
          return false
        })
      const making = (turns.take(work) ?? Promise.resolve(false)).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}
export type FrameMaker = ReturnType<typeof createFrameMaker>
