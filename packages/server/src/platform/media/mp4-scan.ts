import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { boxesIn } from './boxes.ts'

export type Mp4Scan = {
  /** The index (moov) is among the boxes that end within the file. */
  readonly indexed: boolean
  /** A box goes on behind the end of the file. */
  readonly cutOff: boolean
  /** Its samples stand in fragments, each listed in front of it. */
  readonly fragmented: boolean
  readonly encrypted: boolean
}

/** Enough for the index of a day; a larger one is nonsense. */
const largestIndex = 256 * 1024 * 1024

const encryptedEntries = new Set(['encv', 'enca', 'drmi', 'drms'])

/** The boxes on the way to the sample entries. */
const folders = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

const hasEncryptedEntry = (bytes: Buffer, from: number, to: number): boolean => {
  for (const box of boxesIn(bytes, from, to)) {
    if (encryptedEntries.has(box.type)) return true
    // A stsd counts its entries before they come.
    const inner = box.type === 'stsd' ? box.bodyStart + 8 : folders.has(box.type) ? box.bodyStart : undefined
    if (inner !== undefined && hasEncryptedEntry(bytes, inner, box.end)) return true
  }
  return false
}

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const scan = async (file: FileHandle, size: number): Promise<Mp4Scan | undefined> => {
  let indexed = false
  let fragmented = false
  let encrypted = false
  for (let at = 0; at + 8 <= size; ) {
    const header = await readAt(file, at, 16)
    const type = header.toString('latin1', 4, 8)
    if (at === 0 && type !== 'ftyp') return undefined
    fragmented ||= type === 'moof'
    const short = header.readUInt32BE(0)
    // 0: to the end of the file; 1: the size is in the 8 bytes that follow.
    const length =
      short === 0 ? size - at : short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short
    if (length < 8 || at + length > size) return { indexed, cutOff: true, fragmented, encrypted }
    if (type === 'moov' && length <= largestIndex) {
      indexed = true
      encrypted = hasEncryptedEntry(await readAt(file, at, length), 0, length)
    }
    at += length
  }
  return size > 0 ? { indexed, cutOff: false, fragmented, encrypted } : undefined
}

/** What the boxes of an MP4 or MOV say before anyone reads its content; undefined when it is neither. */
export const scanMp4 = async (path: string): Promise<Mp4Scan | undefined> => {
  const file = await open(path)
  try {
    return await scan(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}
