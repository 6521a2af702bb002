/** A box of an ISO media file. */
export const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const pictureFields = Buffer.alloc(78)
const handler = (kind: string) => box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(12))
const entries = (entry: Uint8Array) => box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry)
const track = (kind: string, entry: Uint8Array): Buffer =>
  box('trak', box('mdia', handler(kind), box('minf', box('stbl', entries(entry)))))

/** High profile, level 3.1. */
const h264 = box('avc1', pictureFields, box('avcC', Buffer.from([1, 0x64, 0, 0x1f, 0xff])))

/** A sample entry of pictures in another codec. */
export const pictures = (codec: string): Buffer => (codec === 'avc1' ? h264 : box(codec, pictureFields))

interface FilmBytes {
  /** Of the pictures: the four letters of their sample entry; none: there is sound alone. */
  readonly codec?: string | undefined
  readonly sound?: string
  /** Its list of tracks stands behind its content. */
  readonly indexLast?: boolean
}

/** So many bytes that say they are a film: what its boxes tell is right, and its content is empty. */
export const aFilmOf = (size: number, given: FilmBytes = {}): Buffer => {
  const { codec, sound = 'mp4a', indexLast = false } = { codec: 'avc1', ...given }
  const tracks = [...(codec === undefined ? [] : [track('vide', pictures(codec))]), track('soun', box(sound))]
  const type = box('ftyp', Buffer.from('isom'), Buffer.alloc(4))
  const index = box('moov', box('mvhd', Buffer.alloc(100)), ...tracks)
  const content = box('mdat', Buffer.alloc(size - type.length - index.length - 8))
  return Buffer.concat(indexLast ? [type, content, index] : [type, index, content])
}
