import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

// Element ids (RFC 8794 and RFC 9559), as they stand in the file.
const ebmlHeader = 0x1a45dfa3
const segment = 0x18538067

/** Longest id and longest size of an element. */
const headerBytes = 12

interface Element {
  readonly id: number
  readonly bodyStart: number
  /** Where it ends; undefined: it says no size, as live recorders write. */
  readonly end: number | undefined
}

/** Bytes that a number takes which says its own length by its leading zero bits; 0 when it says none. */
const lengthOf = (first: number): number => (first === 0 ? 0 : Math.clz32(first) - 23)

const elementAt = async (file: FileHandle, at: number): Promise<Element | undefined> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, at)
  const idLength = lengthOf(buffer[0] ?? 0)
  const sizeLength = lengthOf(buffer[idLength] ?? 0)
  if (idLength === 0 || idLength > 4 || sizeLength === 0 || idLength + sizeLength > bytesRead) return undefined
  const id = buffer.readUIntBE(0, idLength)
  let size = (buffer[idLength] ?? 0) & (0xff >> sizeLength)
  let unknown = size === 0xff >> sizeLength
  for (let n = 1; n < sizeLength; n += 1) {
    const byte = buffer[idLength + n] ?? 0
    size = size * 256 + byte
    unknown &&= byte === 0xff
  }
  const bodyStart = at + idLength + sizeLength
  return { id, bodyStart, end: unknown ? undefined : bodyStart + size }
}

/**
 * Whether a Matroska or WebM file goes on behind its end: it broke off while it was written or copied. False where nobody
 * can know, as its elements say no size, and where it is no such file.
 */
export const isMatroskaCutOff = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = await elementAt(file, 0)
    if (header?.id !== ebmlHeader || header.end === undefined) return false
    const whole = await elementAt(file, header.end)
    if (whole?.id !== segment) return false
    if (whole.end !== undefined) return whole.end > size
    for (let at = whole.bodyStart; at < size; ) {
      const element = await elementAt(file, at)
      if (!element) return true
      if (element.end === undefined) return false
      if (element.end > size) return true
      at = element.end
    }
    return false
  } finally {
    await file.close()
  }
}
