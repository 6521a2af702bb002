import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

const deflated = 8
/** Fast rather than small: an export is downloaded once. */
const level = constants.Z_BEST_SPEED
/** A batch of rows comes out of it in one turn of the pool mostly. */
const chunkSize = 64 * 1024

const deflate = promisify(deflateRaw)

/** A part as it is put in. */
export interface ZipPart {
  /** Packs the text in the pool of threads; the next may be written once it is. */
  readonly write: (text: string) => Promise<void>
  /** The next part may begin after it. */
  readonly end: () => void
}

/**
 * A zip whose parts are written one after another. Each text is packed for itself, and they follow one another as one
 * stream: nothing is held between two of them but what has not been taken yet.
 */
export const createZipWriter = () => {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })

  return {
    begin: (filename: string): ZipPart => {
      const part: ZipInputFile = { filename, size: 0, crc: 0, compression: deflated }
      zip.add(part)
      return {
        write: async (text) => {
          const bytes = Buffer.from(text)
          part.crc = crc32(bytes, part.crc)
          part.size += bytes.length
          part.ondata?.(null, await deflate(bytes, { level, chunkSize, finishFlush: constants.Z_SYNC_FLUSH }), false)
        },
        end: () => part.ondata?.(null, deflateRawSync(Buffer.alloc(0)), true),
      }
    },
    /** Ends the zip, whose parts have ended. */
    end: (): void => zip.end(),
    /** What is ready and was not taken before, in memory of its own; nothing where it is less than so many bytes. */
    take: (leastBytes = 0): Uint8Array<ArrayBuffer> => {
      const length = ready.reduce((sum, bytes) => sum + bytes.length, 0)
      const taken = new Uint8Array(length < leastBytes ? 0 : length)
      if (length < leastBytes) return taken
      let at = 0
      for (const bytes of ready.splice(0)) {
        taken.set(bytes, at)
        at += bytes.length
      }
      return taken
    },
  }
}
