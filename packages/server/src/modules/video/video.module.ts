import type { Platform } from '../../platform/platform.ts'
import { createFrameMaker } from './frame-maker.ts'
import { createImageService } from './image.service.ts'
import { createImageStore } from './image.store.ts'
import { definePackageVideo } from './package-video.ts'
import { createPackagingStore } from './packaging.store.ts'
import { definePictureJobs } from './picture-jobs.ts'
import { createPictureMaker } from './picture-maker.ts'
import { createUploadService } from './upload.service.ts'
import { createVideoUrls } from './video-files.ts'
import { createVideoMedia } from './video-media.ts'
import { createVideoService, type VideoUsers } from './video.service.ts'
import { createVideoStore } from './video.store.ts'
import { createWaveformService } from './waveform.service.ts'

export interface VideoModuleDeps {
  readonly platform: Platform
  readonly uses: VideoUsers
}

/** Videos, uploads and pictures, their jobs and the handler that serves their files. */
export const createVideoModule = ({ platform, uses }: VideoModuleDeps) => {
  const { db, files, fileServer, jobs, clock, log, secret, audit, diskSpace } = platform
  const store = createVideoStore(db)
  const urls = createVideoUrls(secret)
  const videos = createVideoService({ platform, store, urls, uses })
  const uploads = createUploadService({ db, store, files, jobs, clock, audit })
  const pictures = createPictureMaker({ files, log })
  const frames = createFrameMaker({ files, log })
  const pictureJobs = definePictureJobs({ files, jobs, pictures })
  const images = createImageService({ db, store: createImageStore(db), files, clock, pictureJobs })
  const waveforms = createWaveformService({ store, files, jobs, urls, log })
  definePackageVideo({ store, turns: createPackagingStore(db), files, jobs, clock, log, diskSpace })
  jobs.every('sweep-uploads', 3600, uploads.sweep)
  jobs.every('sweep-images', 3600, images.sweep)
  return { videos, uploads, images, waveforms, media: createVideoMedia({ urls, fileServer, pictures, frames, log }) }
}
