const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const letters = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** A box of an ISO media file. */
const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const body = joined(content)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, 8 + body.length)
  return joined([length, letters(type), body])
}

const track = (kind: string, entry: Uint8Array): Uint8Array => {
  const handler = box('hdlr', new Uint8Array(8), letters(kind), new Uint8Array(12))
  const entries = box('stsd', Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1), entry)
  return box('trak', box('mdia', handler, box('minf', box('stbl', entries))))
}

const pictureFields = new Uint8Array(78)
const entryOf = (codec: string): Uint8Array => {
  const [type = '', profile] = codec.split('.')
  if (profile === undefined) return box(type, pictureFields)
  const numbers = [0, 2, 4].map((at) => Number.parseInt(profile.slice(at, at + 2), 16))
  return box(type, pictureFields, box('avcC', Uint8Array.of(1, ...numbers, 0xff)))
}

interface TestFilm {
  /** Of its pictures: `avc1.64001f`, `hvc1`. Undefined: it has sound alone. */
  readonly picture?: string | undefined
  readonly sound?: string
  /** Its list of tracks stands behind its content. */
  readonly indexLast?: boolean
}

/** For tests: so many bytes that say they are a film; what their boxes say is right, and what they hold is nothing. */
export const testFilm = (size: number, given: TestFilm = {}): Uint8Array<ArrayBuffer> => {
  const { picture, sound = 'mp4a', indexLast = false } = { picture: 'avc1.64001f', ...given }
  const tracks = [...(picture === undefined ? [] : [track('vide', entryOf(picture))]), track('soun', box(sound))]
  const type = box('ftyp', letters('isom'), new Uint8Array(4))
  const index = box('moov', box('mvhd', new Uint8Array(100)), ...tracks)
  const content = box('mdat', new Uint8Array(size - type.length - index.length - 8))
  return new Uint8Array(joined(indexLast ? [type, content, index] : [type, index, content]))
}

/** For tests: the begin of a WebM, and zeros. */
export const testWebm = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size)
  bytes.set([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84])
  bytes.set(letters('webm'), 8)
  return bytes
}
