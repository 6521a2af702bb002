import { fail } from '@kaimai/contract/common/error.ts'
import { fileErrors } from '@kaimai/contract/common/file.errors.ts'
import { pictureFileProblem } from '@kaimai/contract/common/picture-file.rules.ts'
import type { Metadata, Sharp } from 'sharp'

export type ImageFormat = 'webp' | 'jpeg' | 'png' | 'avif'

export interface ImageRequest {
  /** Pixels. The picture is made smaller to fit, never larger, and keeps its shape. */
  readonly maxWidth: number
  readonly maxHeight: number
  readonly format: ImageFormat
}

export interface Picture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** MIME type. */
  readonly type: string
  /** With its dot. */
  readonly extension: string
}

const maxPixels = 50_000_000
/** What decoding may take, in bytes: a picture of 16 bits a colour needs twice as much for each pixel. */
const maxBytes = 200_000_000
/** Pictures of more wait for each other: four at once, each at the limit, would be a gigabyte. */
const largeBytes = 50_000_000
const longestSeconds = 20
const kinds: Record<ImageFormat, { type: string; extension: string }> = {
  webp: { type: 'image/webp', extension: '.webp' },
  jpeg: { type: 'image/jpeg', extension: '.jpg' },
  png: { type: 'image/png', extension: '.png' },
  avif: { type: 'image/avif', extension: '.avif' },
}

let loaded: Promise<typeof import('sharp').default> | undefined
/** The decoder, read with the first picture: the start of a server waits for all it reads. */
const loadSharp = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    // A server has other work for its cores and memory.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  }))

// Only the head is read, so the size it claims costs nothing yet.
const headOf = async (bytes: Uint8Array) => {
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return undefined
  }
}

const bytesOf = ({ width, height, channels, depth }: Metadata): number =>
  width * height * channels * (depth === 'uchar' ? 1 : 2)

let lastLarge: Promise<unknown> = Promise.resolve()
const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = lastLarge.then(work)
  lastLarge = turn.catch(() => {})
  return turn
}

// Pictures come from strangers, so none of the decoder's other loaders is even tried (SVG runs a whole renderer):
// only what begins as one of the five that the contract names.
const expectPictureFile = (bytes: Uint8Array): void => {
  const reason = pictureFileProblem(bytes.length, bytes)
  if (reason) throw fail(reason === fileErrors.notAnImage ? 'invalid' : 'tooLarge', { reason })
}

/**
 * Decodes a picture and encodes it anew: upright by its orientation, in sRGB, one frame, without metadata (place,
 * camera, hidden payloads). Throws `fail('invalid')` for what is no picture, `fail('tooLarge')` for too many bytes or pixels.
 */
export const reencode = async (bytes: Uint8Array, request: ImageRequest): Promise<Picture> => {
  expectPictureFile(bytes)
  const facts = await headOf(bytes)
  if (!facts) throw fail('invalid', { reason: fileErrors.notAnImage })
  if (facts.width * facts.height > maxPixels || bytesOf(facts) > maxBytes)
    throw fail('tooLarge', { reason: fileErrors.imageTooLarge })
  const sharp = await loadSharp()
  const fitted = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: request.maxWidth, height: request.maxHeight, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: longestSeconds })
  // JPEG knows no transparency; without this it would turn black.
  const drawn = request.format === 'jpeg' ? fitted.flatten({ background: '#ffffff' }) : fitted
  const encode = () => drawn.toFormat(request.format).toBuffer({ resolveWithObject: true })
  try {
    const { data, info } = await (bytesOf(facts) > largeBytes ? oneByOne(encode) : encode())
    return { bytes: data, width: info.width, height: info.height, ...kinds[request.format] }
  } catch (error) {
    // It began like a picture and isn't one.
    throw fail('invalid', { reason: fileErrors.notAnImage, details: { decoder: String(error) } })
  }
}

/** The middle of a picture as a square WebP of so many pixels; smaller ones are made larger, so that all are alike. */
export const squareOf = async (picture: Uint8Array, side: number): Promise<Uint8Array> =>
  (await loadSharp())(picture).resize({ width: side, height: side, fit: 'cover' }).webp({ quality: 82 }).toBuffer()

const smaller = {
  avif: { quality: 50, effort: 2 },
  webp: { quality: 74 },
  jpeg: { quality: 78, mozjpeg: true },
} as const
const white = '#ffffff'

const drawn = async (from: Sharp, format: ImageFormat): Promise<Picture> => {
  const { data, info } = await from.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height, ...kinds[format] }
}

/** Of a process that others go before: a picture that isn't done in time is not tried again. */
const longestApartSeconds = 120

const ownPicture = async (bytes: Uint8Array): Promise<Sharp> =>
  (await loadSharp())(bytes, { limitInputPixels: maxPixels }).timeout({ seconds: longestApartSeconds })

/** A picture that `reencode` made, so many pixels wide at most, for a page. Throws what the decoder throws. */
export const drawSmaller = async (
  bytes: Uint8Array,
  width: number,
  format: 'avif' | 'webp' | 'jpg',
): Promise<Picture> => {
  const fitted = (await ownPicture(bytes)).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return drawn(fitted.avif(smaller.avif), 'avif')
  if (format === 'webp') return drawn(fitted.webp(smaller.webp), 'webp')
  return drawn(fitted.flatten({ background: white }).jpeg(smaller.jpeg), 'jpeg')
}

/** The whole of a picture that `reencode` made in a square PNG on white, `side` pixels wide and high. */
export const drawIcon = async (bytes: Uint8Array, side: number): Promise<Picture> => {
  const square = { width: side, height: side, fit: 'contain', background: white } as const
  return drawn((await ownPicture(bytes)).resize(square).flatten({ background: white }).png({ palette: true }), 'png')
}
