import type { Platform } from '../../platform/platform.ts'
import { createImageService } from './image.service.ts'
import { definePackageVideo } from './package-video.ts'
import { createUploadService } from './upload.service.ts'
import { createVideoUrls } from './video-files.ts'
import { createVideoMedia } from './video-media.ts'
import { createVideoService } from './video.service.ts'
import { createVideoStore } from './video.store.ts'

export interface VideosNeed {
  readonly platform: Platform
  readonly livesUsing: Parameters<typeof createVideoService>[0]['livesUsing']
}

/** Videos, uploads and pictures, their jobs and the handler that serves their files. */
export const assembleVideos = ({ platform, livesUsing }: VideosNeed) => {
  const { db, files, fileServer, jobs, clock, log, secret } = platform
  const store = createVideoStore(db)
  const urls = createVideoUrls(secret)
  const videos = createVideoService({ db, store, urls, files, jobs, clock, livesUsing })
  const uploads = createUploadService({ db, store, files, jobs, clock })
  const images = createImageService({ store, files, clock })
  definePackageVideo({ store, files, jobs, log })
  jobs.every('sweep-uploads', 3600, uploads.sweep)
  jobs.every('sweep-images', 3600, images.sweep)
  return { videos, uploads, images, media: createVideoMedia({ urls, fileServer, log }) }
}
