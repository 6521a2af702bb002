import type { ChunkJob } from './upload-job.ts'
import type { UploadCalls } from './upload-run.ts'
import { sendChunk, uploadedChunks } from './video.api.ts'

/** Characters of a video's name. */
const nameMax = 200

/** The calls of one upload: cuts the file, and gives the last chunk its thumbnail. */
export const callsOf = (
  { firmId, fileGuid, file, duration, thumbnail, fingerprint }: ChunkJob,
  signal: AbortSignal,
): UploadCalls => ({
  send: ({ chunk, offset, end, finished }) =>
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
        file: file.slice(offset, end),
        thumbnail: finished ? thumbnail : undefined,
      },
      signal,
    ),
  uploaded: () => uploadedChunks(fileGuid, signal),
})
