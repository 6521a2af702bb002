import type { FileServer } from '../../platform/files/serve.ts'
import type { FirstHandler } from '../../platform/http/server.ts'
import type { Log } from '../../platform/log/log.ts'
import type { VideoUrls } from './video-files.ts'

const typeOf: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** Answers /media/video/… (previews and thumbnails for members) and /media/image/… (pictures of editors). */
export const createVideoMedia = ({
  urls,
  fileServer,
  log,
}: {
  urls: VideoUrls
  fileServer: FileServer
  log: Log
}): FirstHandler => {
  const keyOf = (path: string): string | undefined => {
    if (path.startsWith('/media/video/')) return urls.keyOf(path.slice('/media/video/'.length))
    const image = /^\/media\/image\/(i[\w-]{10,40}\.(?:webp|jpg|png|avif))$/.exec(path)?.[1]
    return image === undefined ? undefined : `image/${image}`
  }

  return (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (!path.startsWith('/media/video/') && !path.startsWith('/media/image/')) return false
    const key = keyOf(path)
    const missing = () => response.writeHead(404, { 'x-content-type-options': 'nosniff' }).end()
    if (key === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      missing()
      return true
    }
    const contentType = typeOf[key.split('.').pop() ?? ''] ?? 'application/octet-stream'
    fileServer
      .serve(request, response, { key, contentType, cacheControl: 'private, max-age=86400' })
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
