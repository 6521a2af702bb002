import { boxAt, boxesIn } from './boxes.ts'
import type { Box, WholeBox } from './boxes.ts'

export type InitTrack = {
  readonly id: number
  readonly kind: 'video' | 'audio' | 'other'
  /** Ticks a second. */
  readonly timescale: number
  /** As in RFC 6381: avc1.64001f, mp4a.40.2; the sample entry's name where we don't know more. */
  readonly codec: string
  /** Pixels as shown; 0 for sound. */
  readonly width: number
  readonly height: number
  /** Ticks of a sample where a fragment doesn't say. */
  readonly defaultDuration: number
  /** Seconds that the edit list moves the track by (negative: its start is cut). */
  readonly editSeconds: number
}

export type Init = { readonly bytes: Buffer; readonly tracks: readonly InitTrack[] }

/** Time that a track takes in a fragment, in milliseconds of decode time from the start of the recording. */
export type Span = { readonly startMs: number; readonly endMs: number; readonly samples: number }

export type Fragment = {
  readonly bytes: readonly Buffer[]
  readonly video: Span | undefined
  readonly audio: Span | undefined
}

/** Version 1 boxes have 64-bit times. */
const isLong = (bytes: Buffer, box: Box): boolean => bytes.readUInt8(box.bodyStart) === 1

const kinds: Readonly<Record<string, InitTrack['kind']>> = { vide: 'video', soun: 'audio' }

/** Length of a descriptor (ISO/IEC 14496-1, 8.3.3: seven bits a byte) and where its body starts. */
const descriptorBody = (bytes: Buffer, at: number): number => {
  let next = at + 1
  while (bytes.readUInt8(next) & 0x80) next += 1
  return next + 1
}

const aacCodec = (bytes: Buffer, esds: Box): string => {
  // ES descriptor: id (2), flags (1); decoder config: object type (1), 12 more bytes; then the audio config.
  const config = descriptorBody(bytes, esds.bodyStart + 4) + 3
  const body = descriptorBody(bytes, config)
  const objectType = bytes.readUInt8(body).toString(16)
  if (objectType !== '40') return `mp4a.${objectType}`
  const specific = descriptorBody(bytes, body + 13)
  const first = bytes.readUInt16BE(specific)
  const kind = first >> 11
  return `mp4a.40.${kind === 31 ? 32 + ((first >> 5) & 0x3f) : kind}`
}

// Bodies of sample entries before their boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3).
const visualEntryBytes = 78
const audioEntryBytes = 28

const codecOf = (bytes: Buffer, stsd: Box): string => {
  for (const entry of boxesIn(bytes, stsd.bodyStart + 8, stsd.end)) {
    if (entry.type === 'avc1' || entry.type === 'avc3') {
      const avcC = boxAt(bytes, { ...entry, bodyStart: entry.bodyStart + visualEntryBytes }, 'avcC')
      if (avcC) return `${entry.type}.${bytes.toString('hex', avcC.bodyStart + 1, avcC.bodyStart + 4)}`
    }
    if (entry.type === 'mp4a') {
      const esds = boxAt(bytes, { ...entry, bodyStart: entry.bodyStart + audioEntryBytes }, 'esds')
      if (esds) return aacCodec(bytes, esds)
    }
    return entry.type
  }
  return ''
}

/** What an edit list does: an empty edit delays the track, the first other one says where in it to start. */
const editSecondsOf = (bytes: Buffer, elst: Box, movieTimescale: number, timescale: number): number => {
  const long = isLong(bytes, elst)
  const count = bytes.readUInt32BE(elst.bodyStart + 4)
  let seconds = 0
  for (let n = 0, at = elst.bodyStart + 8; n < count; n += 1, at += long ? 20 : 12) {
    const length = long ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    const from = long ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4)
    if (from !== -1) return seconds - from / timescale
    seconds += length / movieTimescale
  }
  return seconds
}

const need = (box: Box | undefined, name: string): Box => {
  if (!box) throw new Error(`no ${name} box`)
  return box
}

const timescaleOf = (bytes: Buffer, box: Box): number =>
  bytes.readUInt32BE(box.bodyStart + (isLong(bytes, box) ? 20 : 12))

/** Reads the start of a fragmented file: its ftyp and moov boxes. Throws when it isn't one. */
export const readInit = (ftyp: Buffer, moovBytes: Buffer): Init => {
  const bytes = Buffer.concat([ftyp, moovBytes])
  const moov = need(
    [...boxesIn(bytes)].find((box) => box.type === 'moov'),
    'moov',
  )
  const movieTimescale = timescaleOf(bytes, need(boxAt(bytes, moov, 'mvhd'), 'mvhd'))
  const defaults = new Map<number, number>()
  const mvex = need(boxAt(bytes, moov, 'mvex'), 'mvex')
  for (const box of boxesIn(bytes, mvex.bodyStart, mvex.end))
    if (box.type === 'trex') defaults.set(bytes.readUInt32BE(box.bodyStart + 4), bytes.readUInt32BE(box.bodyStart + 12))
  const tracks: InitTrack[] = []
  for (const trak of boxesIn(bytes, moov.bodyStart, moov.end)) {
    if (trak.type !== 'trak') continue
    const tkhd = need(boxAt(bytes, trak, 'tkhd'), 'tkhd')
    const id = bytes.readUInt32BE(tkhd.bodyStart + (isLong(bytes, tkhd) ? 20 : 12))
    const timescale = timescaleOf(bytes, need(boxAt(bytes, trak, 'mdia', 'mdhd'), 'mdhd'))
    const hdlr = need(boxAt(bytes, trak, 'mdia', 'hdlr'), 'hdlr')
    const elst = boxAt(bytes, trak, 'edts', 'elst')
    tracks.push({
      id,
      kind: kinds[bytes.toString('latin1', hdlr.bodyStart + 8, hdlr.bodyStart + 12)] ?? 'other',
      timescale,
      codec: codecOf(bytes, need(boxAt(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd'), 'stsd')),
      width: bytes.readUInt16BE(tkhd.end - 8),
      height: bytes.readUInt16BE(tkhd.end - 4),
      defaultDuration: defaults.get(id) ?? 0,
      editSeconds: elst ? editSecondsOf(bytes, elst, movieTimescale, timescale) : 0,
    })
  }
  return { bytes, tracks }
}

/**
 * Takes the edit lists out, as players disagree on them in fragmented files. Returns for each track the ticks to add
 * to its decode times so that sound and picture stay together and no time is negative.
 */
const withoutEdits = (init: Init): ReadonlyMap<number, number> => {
  const earliest = Math.min(0, ...init.tracks.map((track) => track.editSeconds))
  for (const moov of boxesIn(init.bytes)) {
    if (moov.type !== 'moov') continue
    for (const trak of boxesIn(init.bytes, moov.bodyStart, moov.end)) {
      const edts = trak.type === 'trak' ? boxAt(init.bytes, trak, 'edts') : undefined
      if (edts) init.bytes.write('free', edts.start + 4, 'latin1')
    }
  }
  return new Map(init.tracks.map((track) => [track.id, Math.round((track.editSeconds - earliest) * track.timescale)]))
}

// Flags of tfhd and trun (ISO/IEC 14496-12, 8.8.7 and 8.8.8).
const tfhdBaseOffset = 0x1
const tfhdDescription = 0x2
const tfhdDuration = 0x8
const trunDataOffset = 0x1
const trunFirstFlags = 0x4
const trunDuration = 0x100
const trunPerSample = [0x100, 0x200, 0x400, 0x800]

const flagsOf = (bytes: Buffer, box: Box): number => bytes.readUIntBE(box.bodyStart + 1, 3)

/** Ticks of all samples in a run. */
const runTicks = (moof: Buffer, trun: Box, defaultDuration: number): { ticks: number; samples: number } => {
  const flags = flagsOf(moof, trun)
  const samples = moof.readUInt32BE(trun.bodyStart + 4)
  if (!(flags & trunDuration)) return { ticks: samples * defaultDuration, samples }
  const step = 4 * trunPerSample.filter((flag) => flags & flag).length
  const from = trun.bodyStart + 8 + (flags & trunDataOffset ? 4 : 0) + (flags & trunFirstFlags ? 4 : 0)
  let ticks = 0
  // Duration is the first of a sample's fields.
  for (let n = 0; n < samples; n += 1) ticks += moof.readUInt32BE(from + n * step)
  return { ticks, samples }
}

/** Moves the decode time of a traf by some ticks, in place, and returns what it is then. */
const moveDecodeTime = (moof: Buffer, tfdt: Box, by: number): number => {
  if (isLong(moof, tfdt)) {
    const at = Number(moof.readBigUInt64BE(tfdt.bodyStart + 4)) + by
    moof.writeBigUInt64BE(BigInt(at), tfdt.bodyStart + 4)
    return at
  }
  const at = moof.readUInt32BE(tfdt.bodyStart + 4) + by
  moof.writeUInt32BE(at, tfdt.bodyStart + 4)
  return at
}

const defaultDurationOf = (moof: Buffer, tfhd: Box, track: InitTrack): number => {
  const flags = flagsOf(moof, tfhd)
  if (!(flags & tfhdDuration)) return track.defaultDuration
  return moof.readUInt32BE(tfhd.bodyStart + 8 + (flags & tfhdBaseOffset ? 8 : 0) + (flags & tfhdDescription ? 4 : 0))
}

const readFragment = (moof: Buffer, mdat: Buffer, init: Init, moves: ReadonlyMap<number, number>): Fragment => {
  const spans: { video: Span | undefined; audio: Span | undefined } = { video: undefined, audio: undefined }
  const whole = need(boxesIn(moof).next().value ?? undefined, 'moof')
  for (const traf of boxesIn(moof, whole.bodyStart, whole.end)) {
    if (traf.type !== 'traf') continue
    const tfhd = need(boxAt(moof, traf, 'tfhd'), 'tfhd')
    const track = init.tracks.find((each) => each.id === moof.readUInt32BE(tfhd.bodyStart + 4))
    if (!track || track.kind === 'other') continue
    const start = moveDecodeTime(moof, need(boxAt(moof, traf, 'tfdt'), 'tfdt'), moves.get(track.id) ?? 0)
    let end = start
    let samples = 0
    for (const trun of boxesIn(moof, traf.bodyStart, traf.end)) {
      if (trun.type !== 'trun') continue
      const run = runTicks(moof, trun, defaultDurationOf(moof, tfhd, track))
      end += run.ticks
      samples += run.samples
    }
    const toMs = 1000 / track.timescale
    spans[track.kind] = { startMs: start * toMs, endMs: end * toMs, samples }
  }
  return { bytes: [moof, mdat], ...spans }
}

export type InitOrFragment =
  | { readonly type: 'init'; readonly init: Init }
  | { readonly type: 'fragment'; readonly fragment: Fragment }

/**
 * Reads a fragmented MP4 box by box: first its init, then its fragments. Edit lists are folded into the decode times.
 * Boxes that play no part (sidx, mfra, styp) are left out.
 */
export async function* readFragments(boxes: AsyncIterable<WholeBox>): AsyncGenerator<InitOrFragment> {
  let ftyp: Buffer | undefined
  let init: Init | undefined
  let moves: ReadonlyMap<number, number> = new Map()
  let moof: Buffer | undefined
  for await (const { type, bytes } of boxes) {
    if (type === 'ftyp') ftyp = bytes
    if (type === 'moov') {
      init = readInit(ftyp ?? Buffer.alloc(0), bytes)
      moves = withoutEdits(init)
      yield { type: 'init', init }
    }
    if (type === 'moof') moof = bytes
    if (type === 'mdat' && moof && init) {
      yield { type: 'fragment', fragment: readFragment(moof, bytes, init, moves) }
      moof = undefined
    }
  }
}
