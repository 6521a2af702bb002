import type { Readable } from 'node:stream'

export interface PutOptions {
  /** Bytes the body must have; a body of another length is refused and leaves nothing behind. */
  readonly size?: number
  readonly contentType?: string
}

export interface FileFacts {
  /** Bytes of the whole file. */
  readonly size: number
  /** Changes whenever the content does. Without quotes. */
  readonly etag: string
  readonly modifiedAt: Date
}

/** First and last byte, both included. A last byte past the end reads as the end. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  /** Must be read to its end or destroyed: it holds a file or a connection. */
  readonly stream: Readable
  /** Bytes of the whole file, also when only a range is read. */
  readonly size: number
  readonly etag: string
}

export interface ListedFile {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

/**
 * Where files live: a folder of this machine or an S3 bucket, with the same behaviour (FILES-5 to FILES-13).
 * A key is `folder/folder/name`: parts of A–Z a–z 0–9 . _ - that don't start with a dot, 512 characters in all.
 * A key that is a file can't be another key's folder. Keys differ in more than their case.
 */
export interface FileStore {
  /** Stores the whole body or nothing: readers see the old file or the new one, never half of one. */
  put(key: string, body: Uint8Array | Readable, options?: PutOptions): Promise<{ size: number; etag: string }>
  stat(key: string): Promise<FileFacts | undefined>
  /** Undefined when there is no such file. Throws RangeError when the range starts past the end. */
  read(key: string, range?: ByteRange): Promise<OpenFile | undefined>
  /** The whole file in memory: for small ones. */
  bytes(key: string): Promise<Uint8Array | undefined>
  /** Removing what isn't there is fine. */
  remove(key: string): Promise<void>
  /** Removes all files under a folder (`videos/1` takes `videos/1/a`, not `videos/12/a`). */
  removeAll(folder: string): Promise<void>
  /** All files under a folder ('' for all), in no particular order. */
  list(folder: string): AsyncIterable<ListedFile>
  /**
   * Lends the file as a path of this machine: the file itself on disk (don't write to it), a copy from S3 that is
   * removed after. Throws when there is no such file.
   */
  withLocalFile<R>(key: string, use: (path: string) => Promise<R>): Promise<R>
  /** Bytes free where files go, undefined when nobody knows. */
  free(): Promise<number | undefined>
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const longestKey = 512

/** Throws on a key that could leave the store's folder or mean different things to the two stores. */
export const checkKey = (key: string): string => {
  if (key.length > longestKey || !keyPattern.test(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`)
  return key
}

/** A folder as the start of its keys: 'videos/1' → 'videos/1/', '' → ''. */
export const folderPrefix = (folder: string): string => {
  const bare = folder.endsWith('/') ? folder.slice(0, -1) : folder
  return bare === '' ? '' : `${checkKey(bare)}/`
}

export const noFile = (key: string): Error => new Error(`no file ${key}`)
