import type { ChunkJob } from './upload-job.ts'
import type { UploadCalls } from './upload-run.ts'
import { sendChunk, uploadedChunks } from './video.api.ts'

/** Characters of a video's name. */
const nameMax = 200

/** Takes a part of a file into memory. Throws UnreadableFile. */
export type TakePart = (file: Blob, start: number, end: number) => Promise<Blob>

/**
 * The calls of one upload: cuts the file, and gives the last chunk its thumbnail. A chunk is read before it is sent: a
 * file that the browser can't read any more would look like a line that is down.
 */
export const callsWith =
  (takePart: TakePart) =>
  ({ firmId, fileGuid, file, duration, thumbnail, fingerprint }: ChunkJob, signal: AbortSignal): UploadCalls => ({
    send: async ({ chunk, offset, end, finished }) =>
      sendChunk(
        {
          firmId,
          uuid: fileGuid,
          chunk,
          offset,
          size: file.size,
          name: file.name.slice(0, nameMax),
          finished,
          duration,
          fingerprint,
          file: await takePart(file, offset, end),
          thumbnail: finished ? thumbnail : undefined,
        },
        signal,
      ),
    uploaded: () => uploadedChunks(fileGuid, signal),
  })
