import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { checkKey, folderPrefix, noFile } from './file-store.ts'
import type { FileFacts, FileStore, ListedFile } from './file-store.ts'
import { type DiskSpace, diskSpaceOf } from '../ports/disk-space.ts'

/** Bytes per read of a stream: fewer trips to the thread pool than Node's 64 KiB. */
const readSize = 512 * 1024
/** Half-written files of a process that died are swept after this. */
const staleAfterMs = 24 * 60 * 60 * 1000
const maxTries = 20
const privateFolder = 0o700
const privateFile = 0o600

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** Undefined where there is nothing (ENOENT), or where a file stands in place of the folder (ENOTDIR). */
const orMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

// Each put makes a new inode, so inode + time + size differ whenever the content was replaced.
const factsOf = (stats: BigIntStats): FileFacts => ({
  size: Number(stats.size),
  etag: `${stats.ino.toString(36)}-${stats.mtimeNs.toString(36)}-${stats.size.toString(36)}`,
  modifiedAt: stats.mtime,
})

const writeAll = async (file: FileHandle, body: Uint8Array | Readable): Promise<number> => {
  if (body instanceof Uint8Array) {
    await file.writeFile(body)
    return body.byteLength
  }
  let size = 0
  for await (const chunk of body) {
    const bytes: unknown = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (!(bytes instanceof Uint8Array)) throw new Error('a file body must be a stream of bytes')
    size += bytes.byteLength
    await file.writeFile(bytes)
  }
  return size
}

/**
 * A folder of this machine (made if it isn't there; files 0600, folders 0700). Survives kill -9 and, as content is
 * flushed before it gets its name, a power cut leaves whole files or none; the newest names may be lost in one.
 */
export const diskStore = (options: { readonly folder: string; readonly space?: DiskSpace }): FileStore => {
  const space = options.space ?? diskSpaceOf(options.folder)
  // '.new' can't be a key, so it is never listed, and being inside makes the rename atomic.
  const newFolder = join(options.folder, '.new')
  const pathOf = (key: string): string => join(options.folder, checkKey(key))

  const sweepStale = async (): Promise<void> => {
    await mkdir(newFolder, { recursive: true, mode: privateFolder })
    for await (const entry of await opendir(newFolder)) {
      const path = join(newFolder, entry.name)
      const facts = await orMissing(stat(path))
      if (facts && Date.now() - facts.mtimeMs > staleAfterMs) await rm(path, { force: true })
    }
  }
  let swept: Promise<void> | undefined
  const prepare = async (): Promise<void> => {
    // A disk that was full when it was tried first is tried again.
    swept ??= sweepStale().catch((error: unknown) => {
      swept = undefined
      throw error
    })
    await swept
  }

  const giveName = async (from: string, to: string): Promise<void> => {
    // A remove beside us may take a folder away while we make it or before the rename: make it again. When a file
    // stands where a folder must, all tries fail alike.
    for (let attempt = 0; ; attempt += 1) {
      try {
        await mkdir(dirname(to), { recursive: true, mode: privateFolder })
        await rename(from, to)
        return
      } catch (error) {
        if (attempt >= maxTries || !hasCode(error, 'ENOENT', 'ENOTDIR', 'EEXIST')) throw error
      }
    }
  }

  const removeEmptyFolders = async (key: string): Promise<void> => {
    for (let folder = dirname(key); folder !== '.'; folder = dirname(folder)) {
      try {
        await rmdir(join(options.folder, folder))
      } catch (error) {
        if (hasCode(error, 'ENOENT')) continue
        if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return
        throw error
      }
    }
  }

  const openFile = async (key: string): Promise<{ file: FileHandle; facts: FileFacts } | undefined> => {
    const file = await orMissing(open(pathOf(key), constants.O_RDONLY))
    if (!file) return undefined
    try {
      const stats = await file.stat({ bigint: true })
      if (stats.isFile()) return { file, facts: factsOf(stats) }
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
    return undefined
  }

  async function* walk(prefix: string): AsyncGenerator<ListedFile> {
    const entries = await orMissing(readdir(join(options.folder, prefix), { withFileTypes: true }))
    for (const entry of entries ?? []) {
      const key = prefix + entry.name
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) yield* walk(`${key}/`)
      else if (entry.isFile()) {
        const stats = await orMissing(stat(join(options.folder, key)))
        if (stats) yield { key, size: stats.size, modifiedAt: stats.mtime }
      }
    }
  }

  return {
    put: async (key, body, putOptions = {}) => {
      const path = pathOf(key)
      await prepare()
      const temporary = join(newFolder, randomBytes(12).toString('hex'))
      const file = await open(temporary, 'wx', privateFile)
      try {
        let facts: FileFacts
        try {
          const size = await writeAll(file, body)
          if (putOptions.size !== undefined && putOptions.size !== size)
            throw new Error(`${key}: ${size} bytes came, ${putOptions.size} were announced`)
          await file.datasync()
          facts = factsOf(await file.stat({ bigint: true }))
        } finally {
          await file.close()
        }
        await giveName(temporary, path)
        return { size: facts.size, etag: facts.etag }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    stat: async (key) => {
      const stats = await orMissing(stat(pathOf(key), { bigint: true }))
      return stats?.isFile() ? factsOf(stats) : undefined
    },
    read: async (key, range) => {
      const opened = await openFile(key)
      if (!opened) return undefined
      const { size, etag } = opened.facts
      if (range && range.start >= size) {
        await opened.file.close()
        throw new RangeError(`${key} has ${size} bytes, none at ${range.start}`)
      }
      const part = range ? { start: range.start, end: Math.min(range.end, size - 1) } : {}
      return { stream: opened.file.createReadStream({ highWaterMark: readSize, ...part }), size, etag }
    },
    bytes: async (key) => {
      const opened = await openFile(key)
      if (!opened) return undefined
      try {
        return await opened.file.readFile()
      } finally {
        await opened.file.close()
      }
    },
    remove: async (key) => {
      await orMissing(unlink(pathOf(key)))
      await removeEmptyFolders(key)
    },
    removeAll: async (folder) => {
      const prefix = folderPrefix(folder)
      if (prefix === '') throw new Error('removeAll needs a folder')
      const bare = prefix.slice(0, -1)
      const stats = await orMissing(stat(pathOf(bare)))
      if (!stats?.isDirectory()) return
      // A put beside us may fill a folder that was just emptied.
      await rm(pathOf(bare), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
      await removeEmptyFolders(bare)
    },
    list: (folder) => walk(folderPrefix(folder)),
    withLocalFile: async (key, use) => {
      const path = pathOf(key)
      const stats = await orMissing(stat(path))
      if (!stats?.isFile()) throw noFile(key)
      return use(path)
    },
    free: async () => {
      await prepare()
      return space.freeBytes()
    },
  }
}
