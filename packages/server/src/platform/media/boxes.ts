/** The boxes of ISO media files (ISO/IEC 14496-12, 4.2): size, four letters, body. */
export type Box = {
  readonly type: string
  /** Offsets into the bytes the box was found in. */
  readonly start: number
  readonly bodyStart: number
  readonly end: number
}

const headerBytes = 8
const longHeaderBytes = 16

/** Size and header size of the box at `start`, undefined while too few bytes are there to know. */
const sizesAt = (bytes: Buffer, start: number): { size: number; header: number } | undefined => {
  if (bytes.length - start < headerBytes) return undefined
  const size = bytes.readUInt32BE(start)
  if (size !== 1) return { size, header: headerBytes }
  if (bytes.length - start < longHeaderBytes) return undefined
  return { size: Number(bytes.readBigUInt64BE(start + headerBytes)), header: longHeaderBytes }
}

const typeAt = (bytes: Buffer, start: number): string => bytes.toString('latin1', start + 4, start + 8)

/** The boxes that stand one after another in a part of some bytes. Throws on sizes that can't be. */
export function* boxesIn(bytes: Buffer, from = 0, to = bytes.length): Generator<Box> {
  for (let start = from; start < to; ) {
    const sizes = sizesAt(bytes, start)
    if (!sizes || sizes.size < sizes.header || start + sizes.size > to) throw new Error(`a broken box at ${start}`)
    yield { type: typeAt(bytes, start), start, bodyStart: start + sizes.header, end: start + sizes.size }
    start += sizes.size
  }
}

/** The first box of a type inside another, by a path of types. */
export const boxAt = (bytes: Buffer, parent: Box, ...path: string[]): Box | undefined => {
  let found: Box | undefined = parent
  for (const type of path) {
    const within: Box = found
    found = undefined
    for (const box of boxesIn(bytes, within.bodyStart, within.end)) {
      if (box.type !== type) continue
      found = box
      break
    }
    if (!found) return undefined
  }
  return found
}

export type WholeBox = { readonly type: string; readonly bytes: Buffer }

/** Larger than any fragment we let through (ten seconds at 200 Mbit/s): a sign of nonsense. */
const largestBox = 256 * 1024 * 1024

/** Cuts a stream of bytes into its top-level boxes; one is in memory at a time. Throws when it ends inside a box. */
export async function* wholeBoxes(stream: AsyncIterable<Buffer>): AsyncGenerator<WholeBox> {
  let chunks: Buffer[] = []
  let held = 0
  let needed = headerBytes
  for await (const chunk of stream) {
    chunks.push(chunk)
    held += chunk.length
    while (held >= needed) {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      chunks = [bytes]
      const sizes = sizesAt(bytes, 0)
      if (!sizes) {
        needed = longHeaderBytes
        continue
      }
      if (sizes.size < sizes.header || sizes.size > largestBox) throw new Error(`a box of ${sizes.size} bytes`)
      if (held < sizes.size) {
        needed = sizes.size
        continue
      }
      yield { type: typeAt(bytes, 0), bytes: bytes.subarray(0, sizes.size) }
      const rest = bytes.subarray(sizes.size)
      chunks = rest.length > 0 ? [rest] : []
      held = rest.length
      needed = headerBytes
    }
  }
  if (held > 0) throw new Error('the stream ended inside a box')
}
