import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasVariants } from '@kaimai/contract/video/picture.rules.ts'
import type { FileServer } from '../../platform/files/serve.ts'
import type { FirstHandler } from '../../platform/http/server.ts'
import type { Log } from '../../platform/log/log.ts'
import { type FrameMaker, isFrameKey } from './frame-maker.ts'
import { madeFile, type PictureRequest, pictureRequestOf } from './picture-files.ts'
import type { PictureMaker } from './picture-maker.ts'
import type { VideoUrls } from './video-files.ts'

const typeOf: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
}

/** A page waits no longer for a smaller picture that is being made; then it gets the kept one. */
const patienceMsDefault = 1_500
/** A card of a chat and an icon have one form that is understood: who asks for them waits longer. */
const cardPatienceMsDefault = 8_000

const filmCaching = 'private, max-age=86400'
/** A picture never changes under its name; another one has another name. */
const pictureCaching = 'public, max-age=31536000, immutable'
/** The kept picture in a smaller one's place: soon the smaller one is there. */
const standInCaching = 'public, max-age=30'

export interface VideoMediaDeps {
  readonly urls: VideoUrls
  readonly fileServer: FileServer
  readonly pictures: Pick<PictureMaker, 'make'>
  readonly frames: Pick<FrameMaker, 'make'>
  readonly log: Log
  readonly patienceMs?: number
}

const within = async <R, E>(promise: Promise<R>, ms: number, else_: E): Promise<R | E> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<E>((resolve) => {
    timer = setTimeout(() => resolve(else_), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Answers /media/video/… (previews and thumbnails for members) and /media/image/… (pictures of editors), and below a
 * picture's own address its widths and formats, which are made at first use.
 */
export const createVideoMedia = (deps: VideoMediaDeps): FirstHandler => {
  const { urls, fileServer, pictures, frames, log } = deps
  const patienceFor = (picture: PictureRequest): number =>
    deps.patienceMs ?? (picture === 'icon' || picture.format === 'jpg' ? cardPatienceMsDefault : patienceMsDefault)

  const keyOf = (path: string): string | undefined => {
    if (path.startsWith('/media/video/')) return urls.keyOf(path.slice('/media/video/'.length))
    const image = /^\/media\/image\/(i[\w-]{10,40}\.(?:webp|jpg|png|avif))$/.exec(path)?.[1]
    return image === undefined ? undefined : `image/${image}`
  }

  const serveFile = (request: IncomingMessage, response: ServerResponse, key: string, cacheControl: string) => {
    const contentType = typeOf[key.split('.').pop() ?? ''] ?? 'application/octet-stream'
    return fileServer.serve(request, response, { key, contentType, cacheControl })
  }

  const servePicture = async (
    request: IncomingMessage,
    response: ServerResponse,
    source: string,
    picture: PictureRequest,
  ): Promise<boolean> => {
    const key = madeFile(source, picture)
    if (await serveFile(request, response, key, pictureCaching)) return true
    const made = await within(pictures.make(source, picture), patienceFor(picture), 'late')
    if (made === 'made' && (await serveFile(request, response, key, pictureCaching))) return true
    return made === 'missing' ? false : serveFile(request, response, source, standInCaching)
  }

  /** What can't be cut is no error of the page: it has the pictures that packaging cut, and gets an empty answer. */
  const serveFrame = async (request: IncomingMessage, response: ServerResponse, key: string): Promise<boolean> => {
    if (await serveFile(request, response, key, filmCaching)) return true
    if ((await frames.make(key)) && (await serveFile(request, response, key, filmCaching))) return true
    response.writeHead(204, { 'cache-control': standInCaching, 'x-content-type-options': 'nosniff' }).end()
    return true
  }

  const serve = (request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> => {
    const asked = pictureRequestOf(path)
    const own = asked?.url ?? path
    const key = keyOf(own)
    if (key === undefined) return Promise.resolve(false)
    if (isFrameKey(key)) return serveFrame(request, response, key)
    if (!hasVariants(own)) return asked ? Promise.resolve(false) : serveFile(request, response, key, filmCaching)
    return asked
      ? servePicture(request, response, key, asked.picture)
      : serveFile(request, response, key, pictureCaching)
  }

  return (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (!path.startsWith('/media/video/') && !path.startsWith('/media/image/')) return false
    const missing = () => response.writeHead(404, { 'x-content-type-options': 'nosniff' }).end()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      missing()
      return true
    }
    serve(request, response, path)
      .then((served) => {
        if (!served) missing()
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a media file could not be served')
        response.destroy()
      })
    return true
  }
}
