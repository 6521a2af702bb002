import { uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import { consoleKeyPrefix, type KeyValues } from '../../lib/session/stored-auth.ts'

/** What identifies a file when it is chosen again after a reload. */
export interface FileMark {
  readonly name: string
  readonly size: number
  /** Epoch ms. */
  readonly lastModified: number
}

interface Remembered {
  readonly fileGuid: string
  /** Epoch ms. */
  readonly sinceMs: number
}

const key = `${consoleKeyPrefix}uploads`
const markOf = (firmId: string, { name, size, lastModified }: FileMark) => [firmId, size, lastModified, name].join('/')

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' &&
  value !== null &&
  'fileGuid' in value &&
  typeof value.fileGuid === 'string' &&
  'sinceMs' in value &&
  typeof value.sinceMs === 'number'

const readAll = (storage: KeyValues, nowMs: number): Map<string, Remembered> => {
  try {
    const read: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    const entries = Object.entries(typeof read === 'object' && read !== null ? read : {})
    // The server sweeps unfinished uploads after the same time.
    return new Map(
      entries.filter(
        (entry): entry is [string, Remembered] =>
          isRemembered(entry[1]) && nowMs - entry[1].sinceMs < uploadLimits.sweepAfterMs,
      ),
    )
  } catch {
    return new Map()
  }
}

/** Which unfinished upload a file belongs to, in this browser: so that it continues after a reload. */
export const createUploadMemory = (storage: KeyValues, now: () => number) => {
  const write = (all: ReadonlyMap<string, Remembered>) => {
    try {
      storage.setItem(key, JSON.stringify(Object.fromEntries(all)))
    } catch {
      // Storage full or refused: the upload goes on, it only can't be continued after a reload.
    }
  }
  return {
    find: (firmId: string, file: FileMark): string | undefined =>
      readAll(storage, now()).get(markOf(firmId, file))?.fileGuid,
    keep: (firmId: string, file: FileMark, fileGuid: string): void =>
      write(readAll(storage, now()).set(markOf(firmId, file), { fileGuid, sinceMs: now() })),
    forget: (firmId: string, file: FileMark): void => {
      const all = readAll(storage, now())
      all.delete(markOf(firmId, file))
      write(all)
    },
  }
}
export type UploadMemory = ReturnType<typeof createUploadMemory>
