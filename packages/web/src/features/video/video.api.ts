import type { Image } from '@kaimai/contract/common/fields.ts'
import type { Page } from '@kaimai/contract/common/page.ts'
import { type Video, videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { filmEndingOf } from '@kaimai/contract/video/video.rules.ts'
import type { VideoState } from '@kaimai/contract/video/video.states.ts'
import { queryOptions } from '@tanstack/react-query'
import { expectPicture } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'
import { readBytes } from '../../lib/http/read-bytes.ts'

/** Everything about videos in the query cache stands below it. */
export const videoKey = ['video'] as const

interface VideoRequest {
  readonly limit: number
  readonly cursor?: string
  readonly q?: string
  readonly sort?: string
  readonly state?: VideoState
}

export const loadVideos = (request: VideoRequest, signal: AbortSignal): Promise<Page<Video>> =>
  call(videoRoutes.list, { query: request }, { signal })

/** The newest videos whose name holds the text. */
export const videosFound = (q: string, limit = 50) =>
  queryOptions({
    queryKey: [...videoKey, 'found', q, limit],
    queryFn: ({ signal }) => loadVideos({ limit, ...(q === '' ? {} : { q }) }, signal),
  })

/** One video. */
export const videoShown = (id: string) =>
  queryOptions({
    queryKey: [...videoKey, 'one', id],
    queryFn: ({ signal }) => call(videoRoutes.show, { params: { id } }, { signal }),
  })

const waveformAgainMs = 3_000
/** A film that takes longer than this has its waveform the next time it is opened. */
const waveformTries = 200

/** Where the waveform of a video is; asked for again while a job makes it. */
export const videoWaveform = (id: string) =>
  queryOptions({
    queryKey: [...videoKey, 'waveform', id],
    queryFn: ({ signal }) => call(videoRoutes.waveform, { params: { id } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.data?.state === 'making' && state.dataUpdateCount < waveformTries ? waveformAgainMs : false,
  })

/** The peaks of a waveform (contract/video/waveform.rules.ts). */
export const waveformPeaks = (url: string) =>
  queryOptions({
    queryKey: [...videoKey, 'peaks', url],
    queryFn: ({ signal }) => readBytes(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

const packagedEveryMs = 2000

/** One video, asked again until it can be played or never will. */
export const videoFollowed = (id: string) =>
  queryOptions({
    ...videoShown(id),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'uploading' || data?.state === 'processing' ? packagedEveryMs : false,
  })

/** How many videos are in which state, and how much space they take. */
export const videoCounts = (q: string) =>
  queryOptions({
    queryKey: [...videoKey, 'counts', q],
    queryFn: ({ signal }) => call(videoRoutes.counts, { query: q === '' ? {} : { q } }, { signal, quiet: true }),
  })

/** The lives, forms and comment groups of a video. */
export const videoUses = (id: string) =>
  queryOptions({
    queryKey: [...videoKey, 'uses', id],
    queryFn: ({ signal }) => call(videoRoutes.uses, { params: { id } }, { signal, quiet: true }),
  })

/** What the firm has of a file already. */
export const knownFile = (fingerprint: string, size: number) =>
  call(videoRoutes.known, { query: { fingerprint, size } }, { quiet: true })

export const packageAgain = (id: string): Promise<Video> => call(videoRoutes.packageAgain, { params: { id } })

/** Another picture for a video. */
export const changeThumbnail = async (id: string, picture: Blob): Promise<Video> => {
  await expectPicture(picture)
  const body = new FormData()
  body.append('picture', picture, 'thumbnail.jpg')
  return call(videoRoutes.changeThumbnail, { params: { id }, body })
}

export const renameVideo = (id: string, name: string): Promise<Video> =>
  call(videoRoutes.change, { params: { id }, body: { name } })

export const removeVideo = (id: string) => call(videoRoutes.remove, { params: { id } })

/** Takes what a cancelled upload has left off the server; that it is gone already is fine. */
export const discardVideo = (id: string) => call(videoRoutes.remove, { params: { id } }, { quiet: true })

/** The parts of a chunk as spec section 7 lists them. */
export interface ChunkParts {
  readonly firmId: string
  readonly uuid: string
  readonly chunk: number
  /** Bytes. */
  readonly offset: number
  /** Bytes of the whole file. */
  readonly size: number
  readonly name: string
  readonly finished: boolean
  /** Seconds. */
  readonly duration: number
  readonly fingerprint: string
  readonly file: Blob
  /** On the last chunk. */
  readonly thumbnail: Blob | undefined
}

/** Sends one chunk; 'error' asks for the same one again. */
export const sendChunk = ({ file, thumbnail, ...parts }: ChunkParts, signal: AbortSignal) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.append(name, String(value))
  body.append('type', filmEndingOf(parts.name))
  body.append('file', file, parts.name)
  if (thumbnail) body.append('thumbnail', thumbnail, 'thumbnail.jpg')
  return call(videoRoutes.uploadChunk, { body }, { lane: 'upload', quiet: true, signal })
}

/** Which chunks of an upload the server holds. */
export const uploadedChunks = (uuid: string, signal: AbortSignal) =>
  call(videoRoutes.uploaded, { query: { uuid } }, { quiet: true, signal })

/** Uploads a picture for editors; it goes after a day unless `keepImage` keeps it. Throws CallError, unsent for what is no picture. */
export const uploadImage = async (file: File): Promise<Image> => {
  await expectPicture(file)
  const body = new FormData()
  body.append('name', file.name.slice(0, 200) || 'image')
  body.append('file', file)
  return call(videoRoutes.uploadImage, { body })
}

/** Makes a just-uploaded picture permanent. Throws CallError `noData` when it is gone. */
export const keepImage = (url: string): Promise<Image> =>
  call(videoRoutes.keepImage, { query: { url } }, { quiet: true })
