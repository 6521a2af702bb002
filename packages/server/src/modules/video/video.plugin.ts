import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ImageService } from './image.service.ts'
import type { UploadService } from './upload.service.ts'
import type { VideoService } from './video.service.ts'
import type { WaveformService } from './waveform.service.ts'

export const videoPlugin = ({
  videos,
  uploads,
  images,
  waveforms,
}: {
  videos: VideoService
  uploads: UploadService
  images: ImageService
  waveforms: WaveformService
}) =>
  bind(videoRoutes, {
    list: ({ firm, query, language }) => videos.list(firm.id, query, language),
    uploadChunk: ({ firm, body, files, ip }) =>
      uploads.chunk(firm.id, body, files['file'], files['thumbnail'], actorOf(firm, ip)),
    uploaded: ({ firm, query }) => uploads.uploaded(firm.id, query.uuid),
    show: ({ firm, params, language }) => videos.show(firm.id, params.id, language),
    counts: ({ firm, query }) => videos.counts(firm.id, query.q),
    known: ({ firm, query }) => uploads.known(firm.id, query),
    uses: ({ firm, params }) => videos.uses(firm.id, params.id),
    change: ({ firm, params, body, language, ip }) =>
      videos.rename(firm.id, params.id, body.name, language, actorOf(firm, ip)),
    waveform: ({ firm, params }) => waveforms.show(firm.id, params.id),
    changeThumbnail: ({ firm, params, files, language, ip }) =>
      videos.changeThumbnail(firm.id, params.id, files['picture'], language, actorOf(firm, ip)),
    packageAgain: async ({ firm, params, language, ip }) => {
      await uploads.packageAgain(firm.id, params.id, actorOf(firm, ip))
      return videos.show(firm.id, params.id, language)
    },
    remove: async ({ firm, params, ip }) => {
      await videos.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
    uploadImage: ({ firm, files }) => images.upload(firm.id, files['file']),
    keepImage: ({ firm, query }) => images.keep(firm.id, query.url),
  })
