import { fail } from '@kaimai/contract/common/error.ts'
import type { Image } from '@kaimai/contract/common/fields.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { sizedName } from '@kaimai/contract/video/picture.rules.ts'
import { imageLimits } from '@kaimai/contract/video/video.rules.ts'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { unguessable } from '../../platform/ids.ts'
import { reencode, squareOf } from '../../platform/ports/image.ts'
import type { ImageStore } from './image.store.ts'
import { madeFolder } from './picture-files.ts'
import type { PictureJobs } from './picture-jobs.ts'
import { imageKey } from './video-files.ts'

const request = { maxWidth: 2000, maxHeight: 2000, format: 'webp' } as const
const sweepAfterMs = 24 * 3600_000
const prefix = '/media/image/'

export interface ImageDeps {
  readonly db: Database
  readonly store: ImageStore
  readonly files: FileStore
  readonly clock: Clock
  readonly pictureJobs: PictureJobs
}

/** Pictures for editors: re-encoded, kept under a name nobody guesses, swept after a day unless something uses them. */
export const createImageService = ({ db, store, files, clock, pictureJobs }: ImageDeps) => {
  const present = (id: string, extension: string): Image => ({
    image: id,
    extension,
    url: `${prefix}${id}${extension}`,
  })

  return {
    /** `square`: its middle, so many pixels wide and high. Refused when the firm's space for pictures is used up. */
    upload: async (firmId: string, file: Uint8Array | undefined, square?: number): Promise<Image> => {
      if (!file || file.length === 0) throw fail('invalid', { fields: { file: common.required } })
      const picture = await reencode(file, request)
      const bytes = square === undefined ? picture.bytes : await squareOf(picture.bytes, square)
      const size = square === undefined ? picture : { width: square, height: square }
      const id = sizedName(unguessable(15), size)
      const { extension } = picture
      await db.transaction(async (tx) => {
        await store.lockImages(firmId, tx)
        const space = await store.imageSpace(firmId, tx)
        if (space.bytes + bytes.length > imageLimits.bytes)
          throw fail('tooLarge', { reason: videoErrors.imageSpaceFull })
        if (space.files >= imageLimits.files) throw fail('tooLarge', { reason: videoErrors.imagesTooMany })
        await store.insertImage({ id, firmId, extension, bytes: bytes.length, kept: false, createdAt: clock.now() }, tx)
      })
      await files.put(imageKey(id, extension), bytes, { contentType: picture.type })
      return present(id, extension)
    },
    /** move_img: makes a just-uploaded image permanent. */
    keep: async (firmId: string, url: string): Promise<Image> => {
      const id = /^\/media\/image\/([\w-]+)\.\w+$/.exec(url)?.[1]
      if (id === undefined) throw fail('noData')
      return db.transaction(async (tx) => {
        const stored = await store.keepImage(firmId, id, tx)
        if (!stored) throw fail('noData')
        await pictureJobs.makeAhead(tx, stored)
        return present(stored.id, stored.extension)
      })
    },
    sweep: async (): Promise<void> => {
      for (const image of await store.unkeptBefore(new Date(clock.ms() - sweepAfterMs), 200)) {
        const key = imageKey(image.id, image.extension)
        await files.remove(key)
        await files.removeAll(madeFolder(key))
        await store.forgetImage(image.firmId, image.id)
      }
      // Pictures from before sizes were kept count once they are measured; one whose file is gone takes a byte.
      for (const image of await store.unmeasured(200)) {
        const facts = await files.stat(imageKey(image.id, image.extension))
        await store.measured(image.firmId, image.id, Math.max(1, facts?.size ?? 1))
      }
    },
  }
}
export type ImageService = ReturnType<typeof createImageService>
