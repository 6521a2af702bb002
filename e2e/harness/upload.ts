import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { type Video, videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { callApi } from './api.ts'

const askEveryMs = 250

/** Uploads a film as the console does and answers the video once it is packaged. */
export const uploadFilm = async (
  url: string,
  login: { firmId: string; headers: Readonly<Record<string, string>> },
  film: { path: string; name: string; seconds: number },
): Promise<Video> => {
  const bytes = await readFile(film.path)
  const chunks = chunksOf(bytes.length)
  const uuid = randomUUID()
  let videoId: string | undefined
  for (const { chunk, offset, length } of chunks) {
    const form = new FormData()
    const fields = {
      firmId: login.firmId,
      uuid,
      chunk,
      offset,
      size: bytes.length,
      name: film.name,
      type: '.mp4',
      finished: chunk === chunks.length - 1,
      duration: film.seconds,
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    form.set('file', new Blob([new Uint8Array(bytes.subarray(offset, offset + length))]), 'chunk')
    const answer = await callApi(url, videoRoutes.uploadChunk, { body: form }, login.headers)
    videoId = answer.videoId
  }
  if (videoId === undefined) throw new Error('the last chunk answered no video')
  for (;;) {
    const video = await callApi(url, videoRoutes.show, { params: { id: videoId } }, login.headers)
    if (video.state === 'ready') return video
    if (video.state === 'failed') throw new Error(`the video failed: ${video.problem}`)
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
}
