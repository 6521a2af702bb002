/** Answers the bytes of a file from `start` to before `end`; fewer where it ends, or where the rest isn't at hand. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

/** A box of an ISO media file (ISO/IEC 14496-12, 4.2): where its content begins, and its first byte after. */
export interface FilmBox {
  readonly type: string
  readonly body: number
  readonly end: number
}

/** One track of a film: `vide`, `soun` or another handler, and what its first sample entry says of its codec. */
export interface FilmTrack {
  readonly kind: string
  readonly codec: string
}

const lettersAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
const numberAt = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0)

/** `end` may lie behind the file's own; `undefined`: its bytes aren't here, or they are no box. */
const boxAt = async (at: number, to: number, read: ReadBytes): Promise<FilmBox | undefined> => {
  if (at + 8 > to) return undefined
  const bytes = await read(at, Math.min(at + 16, to))
  if (bytes.length < 8) return undefined
  const short = numberAt(bytes, 0)
  if (short === 1 && bytes.length < 16) return undefined
  // 0: to the end of what holds it; 1: the size is in the 8 bytes that follow.
  const length = short === 0 ? to - at : short === 1 ? numberAt(bytes, 8) * 2 ** 32 + numberAt(bytes, 12) : short
  const header = short === 1 ? 16 : 8
  return length < header ? undefined : { type: lettersAt(bytes, 4), body: at + header, end: at + length }
}

/** More boxes than any film has side by side before its index. */
const mostBoxes = 2000

/**
 * The box that lists a film's tracks. `missing`: all of the file was looked at, or what it lacks lies behind its end;
 * `unseen`: nobody can say, as older QuickTime files are not held to the rules, and a part of a file may not be here.
 */
export const findFilmIndex = async (size: number, read: ReadBytes): Promise<FilmBox | 'missing' | 'unseen'> => {
  const first = await boxAt(0, size, read)
  const isMp4 = first?.type === 'ftyp'
  let box = first
  for (let n = 0; box && n < mostBoxes; n += 1) {
    if (box.type === 'moov' && box.end <= size) return box
    if (box.end + 8 > size) return isMp4 ? 'missing' : 'unseen'
    box = await boxAt(box.end, size, read)
  }
  return 'unseen'
}

const boxesIn = async ({ body, end }: FilmBox, read: ReadBytes): Promise<FilmBox[] | undefined> => {
  const boxes: FilmBox[] = []
  for (let at = body; at + 8 <= end && boxes.length < mostBoxes; ) {
    const box = await boxAt(at, end, read)
    // QuickTime ends some lists with a number that is no box.
    if (!box) return boxes.length > 0 ? boxes : undefined
    if (box.end > end) return undefined
    boxes.push(box)
    at = box.end
  }
  return boxes
}

const boxWithin = async (box: FilmBox, path: readonly string[], read: ReadBytes): Promise<FilmBox | undefined> => {
  let found: FilmBox | undefined = box
  for (const type of path) found = found && (await boxesIn(found, read))?.find((each) => each.type === type)
  return found
}

/** Bytes of a sample entry's own fields before the boxes in it: of pictures, and of nothing else that is asked about. */
const pictureFields = 78

/** The codec of a sample entry: of H.264 with profile and level. */
const codecOf = async (entry: FilmBox, read: ReadBytes): Promise<string> => {
  if (entry.type !== 'avc1' && entry.type !== 'avc3') return entry.type
  const configuration = await boxWithin({ ...entry, body: entry.body + pictureFields }, ['avcC'], read)
  const bytes = configuration && (await read(configuration.body, configuration.body + 4))
  if (!bytes || bytes.length < 4) return entry.type
  return `${entry.type}.${[...bytes.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const trackOf = async (track: FilmBox, read: ReadBytes): Promise<FilmTrack | undefined> => {
  const handler = await boxWithin(track, ['mdia', 'hdlr'], read)
  const list = await boxWithin(track, ['mdia', 'minf', 'stbl', 'stsd'], read)
  if (!handler || !list) return undefined
  const kind = lettersAt(await read(handler.body + 8, handler.body + 12), 0)
  // A list of sample entries counts them before they come.
  const entry = await boxAt(list.body + 8, list.end, read)
  return kind.length < 4 || !entry ? undefined : { kind, codec: await codecOf(entry, read) }
}

/** The tracks that a film's index lists; undefined where it can't be made out. */
export const readTracks = async (index: FilmBox, read: ReadBytes): Promise<FilmTrack[] | undefined> => {
  const tracks: FilmTrack[] = []
  for (const box of (await boxesIn(index, read)) ?? []) {
    if (box.type !== 'trak') continue
    const track = await trackOf(box, read)
    if (!track) return undefined
    tracks.push(track)
  }
  // An index without any track, or a compressed one, is for the packaging to read.
  return tracks.length > 0 ? tracks : undefined
}

const blockBytes = 64 * 1024

/** Reads a file of `size` bytes in blocks of 64 KB, so that what lies side by side is fetched once. */
export const inBlocks = (size: number, read: ReadBytes): ReadBytes => {
  let from = 0
  let held: Uint8Array = new Uint8Array()
  return async (start, end) => {
    if (start >= size) return new Uint8Array()
    if (start < from || end > from + held.length) {
      held = await read(start, Math.min(size, Math.max(end, start + blockBytes)))
      from = start
    }
    return held.subarray(start - from, end - from)
  }
}
