import { type ErrorText, type ErrorTextWithValues, withValues } from '../common/error-text.ts'
import { playsEverywhere } from '../common/playable-codec.rules.ts'
import { findFilmIndex, inBlocks, type ReadBytes, readTracks } from './film-boxes.rules.ts'
import { videoErrors } from './video.errors.ts'
import { isFilmHead } from './video.rules.ts'

/** What a film's file says of itself before anything is decoded. */
export interface FilmFacts {
  /** It begins as an MP4 or a QuickTime film. */
  readonly film: boolean
  /** Of what is neither: the name people know its format by, '' where it is none of films. */
  readonly format: string
  /** `missing`: it broke off before it; `unseen`: it lies in a part that isn't here. */
  readonly index: 'found' | 'missing' | 'unseen'
  /** Codecs of the pictures and of the sounds that its index lists: `avc1.64001f`, `hvc1`, `mp4a`. */
  readonly pictures: readonly string[]
  readonly sounds: readonly string[]
}

/** So many bytes of a file's begin name its format. */
const headBytes = 256

const startsWith = (head: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)
const isTransportStream = (head: Uint8Array, from: number, packet: number): boolean =>
  head[from] === 0x47 && head[from + packet] === 0x47

/** The format of a film that is no MP4, as people know it; '' for anything else. */
const formatOf = (head: Uint8Array): string => {
  const letters = String.fromCharCode(...head)
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) return letters.includes('webm') ? 'WebM' : 'MKV'
  if (/^RIFF.{4}AVI /s.test(letters)) return 'AVI'
  if (startsWith(head, 0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)) return 'WMV'
  if (letters.startsWith('FLV')) return 'FLV'
  if (letters.startsWith('OggS')) return 'Ogg'
  if (startsWith(head, 0x06, 0x0e, 0x2b, 0x34)) return 'MXF'
  if (startsWith(head, 0, 0, 1, 0xba) || startsWith(head, 0, 0, 1, 0xb3)) return 'MPEG'
  if (isTransportStream(head, 0, 188) || isTransportStream(head, 4, 192)) return 'MPEG-TS'
  return ''
}

/**
 * Reads what a film of `size` bytes says of itself, from its begin and its index, wherever that lies: a few dozen small
 * reads. What can't be made out counts as unseen: only what is plain is refused.
 * @param readFile asked for no more than there is
 */
export const readFilm = async (size: number, readFile: ReadBytes): Promise<FilmFacts> => {
  const read = inBlocks(size, readFile)
  const head = await read(0, Math.min(size, headBytes))
  const nothing = { pictures: [], sounds: [] }
  if (!isFilmHead(head)) return { film: false, format: formatOf(head), index: 'unseen', ...nothing }
  const index = await findFilmIndex(size, read)
  if (typeof index === 'string') return { film: true, format: '', index, ...nothing }
  const tracks = await readTracks(index, read)
  if (tracks === undefined) return { film: true, format: '', index: 'unseen', ...nothing }
  const codecsOf = (kind: string) => tracks.flatMap((track) => (track.kind === kind ? [track.codec] : []))
  return { film: true, format: '', index: 'found', pictures: codecsOf('vide'), sounds: codecsOf('soun') }
}

/** Sample entries that stand for protected pictures or sound. */
const protectedEntries = new Set(['encv', 'enca', 'drmi', 'drms'])

/**
 * Why a film can't be taken, with what to upload instead; undefined when nothing speaks against it. Browser and server ask
 * the same before a chunk is kept.
 * @param server whether the server can encode what it can't copy
 */
export const filmProblem = (
  { film, format, index, pictures, sounds }: FilmFacts,
  server: { readonly encodes: boolean },
): ErrorText | ErrorTextWithValues | undefined => {
  if (!film) return format === '' ? videoErrors.videoNotFilm : withValues(videoErrors.videoOtherFormat, { format })
  if (index === 'missing') return videoErrors.videoIncomplete
  if (index === 'unseen') return undefined
  if ([...pictures, ...sounds].some((codec) => protectedEntries.has(codec))) return videoErrors.videoProtected
  if (pictures.length === 0) return videoErrors.videoNoPicture
  if (server.encodes) return undefined
  const isCopied = pictures.some(playsEverywhere) && (sounds.length === 0 || sounds.includes('mp4a'))
  return isCopied ? undefined : videoErrors.videoCodec
}
