import { uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import { consoleKeyPrefix, type KeyValues } from '../../lib/session/stored-auth.ts'

/** What a file is known by again after a reload: its content. Names and times are kept by other films too. */
export interface FileMark {
  readonly firmId: string
  readonly fingerprint: string
  /** Bytes. */
  readonly size: number
}

interface Remembered {
  readonly fileGuid: string
  /** Epoch ms. */
  readonly sinceMs: number
}

const key = `${consoleKeyPrefix}uploads`
/** Equal for files of the same content. */
export const keyOf = ({ firmId, fingerprint, size }: FileMark) => [firmId, size, fingerprint].join('/')

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
    find: (mark: FileMark): string | undefined => readAll(storage, now()).get(keyOf(mark))?.fileGuid,
    keep: (mark: FileMark, fileGuid: string): void =>
      write(readAll(storage, now()).set(keyOf(mark), { fileGuid, sinceMs: now() })),
    forget: (mark: FileMark): void => {
      const all = readAll(storage, now())
      all.delete(keyOf(mark))
      write(all)
    },
  }
}
export type UploadMemory = ReturnType<typeof createUploadMemory>
