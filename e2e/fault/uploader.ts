import { randomUUID } from 'node:crypto'
import { chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { callApi } from '../harness/api.ts'
import { pause, type Stage, untilDone } from './viewer-connection.ts'

/** Uploads one recording after the other, `times` at most; answers the ids of those whose last chunk was acknowledged. */
export const uploader = async (
  url: string,
  stage: Stage & { readonly file: Buffer; readonly times: number },
  over: AbortSignal,
): Promise<string[]> => {
  const finished: string[] = []
  const chunks = chunksOf(stage.file.length)
  while (!over.aborted && finished.length < stage.times) {
    const uuid = randomUUID()
    for (const { chunk, offset, length } of chunks) {
      const answer = await untilDone(async () => {
        const form = new FormData()
        const fields = {
          firmId: stage.firmId,
          uuid,
          chunk,
          offset,
          size: stage.file.length,
          name: `上傳 ${finished.length}.mp4`,
          type: '.mp4',
          finished: chunk === chunks.length - 1,
          duration: 180,
        }
        for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
        form.set('file', new Blob([new Uint8Array(stage.file.subarray(offset, offset + length))]), 'chunk')
        const sent = await callApi(url, videoRoutes.uploadChunk, { body: form }, stage.headers)
        if (sent.result === 'error') throw new Error('again')
        return sent
      })
      if (chunk === chunks.length - 1 && answer.videoId) finished.push(answer.videoId)
      await pause(50)
    }
    await pause(500)
  }
  return finished
}
