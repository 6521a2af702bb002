import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ImageService } from './image.service.ts'
import type { UploadService } from './upload.service.ts'
import type { VideoService } from './video.service.ts'

export const videoPlugin = ({
  videos,
  uploads,
  images,
}: {
  videos: VideoService
  uploads: UploadService
  images: ImageService
}) =>
  bind(videoRoutes, {
    list: ({ firm, query, language }) => videos.list(firm.id, query, language),
    uploadChunk: ({ firm, body, files }) => uploads.chunk(firm.id, body, files['file'], files['thumbnail']),
    uploaded: ({ firm, query }) => uploads.uploaded(firm.id, query.uuid),
    show: ({ firm, params, language }) => videos.show(firm.id, params.id, language),
    change: ({ firm, params, body, language }) => videos.rename(firm.id, params.id, body.name, language),
    remove: async ({ firm, params }) => {
      await videos.remove(firm.id, params.id)
      return {}
    },
    uploadImage: ({ firm, files }) => images.upload(firm.id, files['file']),
    keepImage: ({ firm, query }) => images.keep(firm.id, query.url),
  })
