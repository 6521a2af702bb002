import { fail } from '@kaimai/contract/common/error.ts'
import type { Image } from '@kaimai/contract/common/fields.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { unguessable } from '../../platform/ids.ts'
import { reencode } from '../../platform/ports/image.ts'
import { imageKey } from './video-files.ts'
import type { VideoStore } from './video.store.ts'

const wish = { maxWidth: 2000, maxHeight: 2000, format: 'webp' } as const
const sweepAfterMs = 24 * 3600_000
const prefix = '/media/image/'

/** Pictures for editors: re-encoded, kept under a name nobody guesses, swept after a day unless something uses them. */
export const createImageService = ({ store, files, clock }: { store: VideoStore; files: FileStore; clock: Clock }) => {
  const present = (id: string, extension: string): Image => ({
    image: id,
    extension,
    url: `${prefix}${id}${extension}`,
  })

  return {
    upload: async (firmId: string, file: Uint8Array | undefined): Promise<Image> => {
      if (!file || file.length === 0) throw fail('invalid', { fields: { file: common.required } })
      const picture = await reencode(file, wish)
      const id = `i${unguessable(15)}`
      await files.put(imageKey(id, picture.extension), picture.bytes, { contentType: picture.type })
      await store.insertImage({ id, firmId, extension: picture.extension, kept: false, createdAt: clock.now() })
      return present(id, picture.extension)
    },
    /** move_img: makes a just-uploaded image permanent. */
    keep: async (firmId: string, url: string): Promise<Image> => {
      const id = /^\/media\/image\/([\w-]+)\.\w+$/.exec(url)?.[1]
      const kept = id === undefined ? undefined : await store.keepImage(firmId, id)
      if (!kept) throw fail('noData')
      return present(kept.id, kept.extension)
    },
    sweep: async (): Promise<void> => {
      for (const image of await store.unkeptBefore(new Date(clock.ms() - sweepAfterMs), 200)) {
        await files.remove(imageKey(image.id, image.extension))
        await store.forgetImage(image.firmId, image.id)
      }
    },
  }
}
export type ImageService = ReturnType<typeof createImageService>
