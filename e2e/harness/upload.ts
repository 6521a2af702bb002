import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { type Video, videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { callApi } from './api.ts'

const askEveryMs = 250

interface Login {
  readonly firmId: string
  readonly headers: Readonly<Record<string, string>>
}
interface Film {
  readonly path: string
  readonly name: string
  readonly seconds: number
}

/** Uploads a film as the console does and answers the video's id as soon as all of it has arrived. */
export const sendFilm = async (url: string, login: Login, film: Film): Promise<string> => {
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
  return videoId
}

/** Answers a video once it is packaged. */
export const untilPackaged = async (url: string, login: Login, videoId: string): Promise<Video> => {
  for (;;) {
    const video = await callApi(url, videoRoutes.show, { params: { id: videoId } }, login.headers)
    if (video.state === 'ready') return video
    if (video.state === 'failed') throw new Error(`the video failed: ${video.problem}`)
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
}

/** Uploads a film as the console does and answers the video once it is packaged. */
export const uploadFilm = async (url: string, login: Login, film: Film): Promise<Video> =>
  untilPackaged(url, login, await sendFilm(url, login, film))
