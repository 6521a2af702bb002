import { crc32, inflateRawSync } from 'node:zlib'

/** Bytes that the XML parts of a workbook may inflate to: 20,000 full rows need a quarter of it. */
const largestInflated = 120 * 1024 * 1024
const maxEntries = 500

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const partSignature = 0x04034b50

/** One XML part of a workbook. */
export interface XlsxPart {
  readonly name: Buffer
  readonly content: Buffer
}

const endOf = (zip: Buffer): number => {
  for (let at = zip.length - 22; at >= 0 && at > zip.length - 22 - 0x10000; at -= 1) {
    if (zip.readUInt32LE(at) === endSignature) return at
  }
  throw new Error('no end of a zip')
}

const partsOf = (zip: Buffer): XlsxPart[] => {
  const end = endOf(zip)
  const entries = zip.readUInt16LE(end + 10)
  if (entries > maxEntries) throw new Error('too many parts')
  const parts: XlsxPart[] = []
  let budget = largestInflated
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < entries; entry += 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('no entry of a zip')
    const method = zip.readUInt16LE(at + 10)
    const packed = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.subarray(at + 46, at + 46 + nameLength)
    const start = zip.readUInt32LE(at + 42)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    if (!/\.(xml|rels)$/.test(name.toString())) continue
    if (zip.readUInt32LE(start) !== partSignature) throw new Error('no part of a zip')
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(from, from + packed)
    const content = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: Math.max(1, budget) })
    budget -= content.length
    if (budget < 0) throw new Error('inflates to too much')
    parts.push({ name, content })
  }
  return parts
}

/** The parts in a zip that holds them as they are. */
export const zipOf = (parts: readonly XlsxPart[]): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const sum = crc32(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(partSignature, 0)
    head.writeUInt16LE(20, 4)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(entrySignature, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    for (const [into, at] of [
      [head, 14],
      [entry, 16],
    ] as const) {
      into.writeUInt32LE(sum, at)
      into.writeUInt32LE(content.length, at + 4)
      into.writeUInt32LE(content.length, at + 8)
      into.writeUInt16LE(name.length, at + 12)
    }
    entry.writeUInt32LE(offset, 42)
    bodies.push(head, name, content)
    directory.push(entry, name)
    offset += head.length + name.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

/** The XML parts of a workbook. Throws when it is none, or inflates to too much. */
export const xlsxParts = (bytes: Uint8Array): XlsxPart[] =>
  partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

/**
 * The workbook's XML parts alone, in a zip that holds them as they are: a part that would inflate to gigabytes is
 * refused before a reader allocates what its header promises, and the reader sees exactly what was measured.
 */
export const openXlsx = (bytes: Uint8Array): Buffer => zipOf(xlsxParts(bytes))
