/** What a H.264 stream says of its pictures, in its sequence parameter set (ITU-T H.264, 7.3.2.1.1 and E.1.1). */
export interface H264Picture {
  /** Its frames may consist of two fields. */
  readonly interlaced: boolean
  /** Width of a pixel by its height. */
  readonly pixelShape: number
}

/** Profiles that say more of their colours before the sizes. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

/** aspect_ratio_idc 1 to 16 (table E-1). */
const shapes: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
]
const ownShape = 255

/** A payload without the bytes that keep it from looking like a start code. */
const withoutEmulation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, n) => !(byte === 3 && n >= 2 && bytes[n - 1] === 0 && bytes[n - 2] === 0))

const bitReader = (bytes: Uint8Array) => {
  let at = 0
  const bit = (): number => {
    const byte = bytes[at >> 3]
    if (byte === undefined) throw new RangeError('a parameter set that ends too early')
    const value = (byte >> (7 - (at & 7))) & 1
    at += 1
    return value
  }
  const bits = (count: number): number => {
    let value = 0
    for (let n = 0; n < count; n += 1) value = value * 2 + bit()
    return value
  }
  /** Exp-Golomb code, unsigned. */
  const code = (): number => {
    let zeros = 0
    while (bit() === 0) zeros += 1
    return 2 ** zeros - 1 + bits(zeros)
  }
  const signedCode = (): number => {
    const value = code()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }
  return { bit, bits, code, signedCode }
}
type BitReader = ReturnType<typeof bitReader>

const skipScalingList = (read: BitReader, size: number): void => {
  let last = 8
  let next = 8
  for (let n = 0; n < size; n += 1) {
    if (next !== 0) next = (last + read.signedCode() + 256) % 256
    if (next !== 0) last = next
  }
}

const skipColours = (read: BitReader): void => {
  const chroma = read.code()
  if (chroma === 3) read.bit()
  read.code()
  read.code()
  read.bit()
  if (read.bit() === 0) return
  for (let n = 0; n < (chroma === 3 ? 12 : 8); n += 1) if (read.bit() === 1) skipScalingList(read, n < 6 ? 16 : 64)
}

const skipPictureOrder = (read: BitReader): void => {
  const type = read.code()
  if (type === 0) read.code()
  if (type !== 1) return
  read.bit()
  read.signedCode()
  read.signedCode()
  for (let n = read.code(); n > 0; n -= 1) read.signedCode()
}

const readPixelShape = (read: BitReader): number => {
  if (read.bit() === 0 || read.bit() === 0) return 1
  const which = read.bits(8)
  const [width, height] = which === ownShape ? [read.bits(16), read.bits(16)] : (shapes[which - 1] ?? [1, 1])
  return width > 0 && height > 0 ? width / height : 1
}

const readParameterSet = (unit: Uint8Array): H264Picture => {
  const bytes = withoutEmulation(unit)
  // After the unit's header: profile, constraints, level.
  const read = bitReader(bytes.subarray(4))
  read.code()
  if (highProfiles.has(bytes[1] ?? 0)) skipColours(read)
  read.code()
  skipPictureOrder(read)
  read.code()
  read.bit()
  read.code()
  read.code()
  const interlaced = read.bit() === 0
  if (interlaced) read.bit()
  read.bit()
  if (read.bit() === 1) for (let n = 0; n < 4; n += 1) read.code()
  return { interlaced, pixelShape: readPixelShape(read) }
}

/** Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1); undefined when it holds nothing that can be read. */
export const readH264Picture = (record: Uint8Array): H264Picture | undefined => {
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0)
  try {
    return readParameterSet(record.subarray(8, 8 + length))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
