import { buffer } from 'node:stream/consumers'
import type { ErrorText, ErrorTextWithValues } from '@kaimai/contract/common/error-text.ts'
import type { ReadBytes } from '@kaimai/contract/video/film-boxes.rules.ts'
import { filmProblem, readFilm } from '@kaimai/contract/video/film-file.rules.ts'
import { fingerprintOf, fingerprintSamples } from '@kaimai/contract/video/fingerprint.rules.ts'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { findFfmpeg } from '../../platform/media/ffmpeg.ts'
import { chunkKey } from './video-files.ts'
import type { VideoRow } from './video.tables.ts'

type Uploaded = Pick<VideoRow, 'firmId' | 'uploadId' | 'size' | 'fingerprint'>
type Reason = ErrorText | ErrorTextWithValues | undefined

/** The contract's rule of what can be taken as a film, asked of what has arrived. */
export const createFilmGate = (files: FileStore) => {
  const encodes = async (): Promise<boolean> => (await findFfmpeg()) !== undefined

  const problemOf = async (size: number, read: ReadBytes): Promise<Reason> =>
    filmProblem(await readFilm(size, read), { encodes: await encodes() })

  /** Reads an upload across its chunks. */
  const readerOf =
    ({ firmId, uploadId, size }: Uploaded): ReadBytes =>
    async (start, end) => {
      const pieces: Uint8Array[] = []
      const last = Math.min(end, size)
      for (let at = start; at < last; ) {
        const chunk = Math.floor(at / chunkBytes)
        const begin = chunk * chunkBytes
        const until = Math.min(last, begin + chunkBytes)
        const opened = await files.read(chunkKey(firmId, uploadId, chunk), {
          start: at - begin,
          end: until - begin - 1,
        })
        if (!opened) break
        pieces.push(await buffer(opened.stream))
        at = until
      }
      return Buffer.concat(pieces)
    }

  /** Whether it is the file that it was said to be: chunks of an older and a newer one make neither. */
  const isAsAnnounced = async ({ size, fingerprint }: Uploaded, read: ReadBytes): Promise<boolean> => {
    if (fingerprint === '') return true
    const samples: Uint8Array[] = []
    for (const { start, end } of fingerprintSamples(size)) samples.push(await read(start, end))
    return fingerprintOf(size, samples) === fingerprint
  }

  return {
    /** Whether films that can't be copied as they are can be encoded here. */
    encodes,
    /** Why a film of `size` bytes can't be taken, as far as its first chunk shows it. */
    problemOfFirstChunk: (size: number, chunk: Uint8Array): Promise<Reason> =>
      problemOf(size, async (start, end) => chunk.subarray(start, end)),
    /** Why an upload can't be taken all of whose chunks are here. */
    problemOfUpload: async (upload: Uploaded): Promise<Reason> => {
      const read = readerOf(upload)
      return (await isAsAnnounced(upload, read)) ? problemOf(upload.size, read) : videoErrors.uploadChanged
    },
  }
}
