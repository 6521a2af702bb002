import { pictureSize, pictureWidths } from '@kaimai/contract/video/picture.rules.ts'
import { z } from 'zod'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { madeFile } from './picture-files.ts'
import type { PictureMaker } from './picture-maker.ts'
import { imageKey } from './video-files.ts'

const jobName = 'make-pictures'
const expireSeconds = 600

export interface PictureJobsDeps {
  readonly files: FileStore
  readonly jobs: Jobs
  readonly pictures: PictureMaker
}

/** The AVIF widths of pictures that are kept, before the first page asks; the other formats are made at first use. */
export const definePictureJobs = ({ files, jobs, pictures }: PictureJobsDeps) => {
  jobs.define(
    jobName,
    { schema: z.object({ id: z.string(), extension: z.string() }), retryLimit: 3, expireSeconds },
    async ({ id, extension }, { signal }) => {
      const source = imageKey(id, extension)
      const own = pictureSize(`/media/${source}`)?.width ?? Number.POSITIVE_INFINITY
      // The first width that is not below its own is the picture itself.
      const widths = pictureWidths.filter((_, at) => (pictureWidths[at - 1] ?? 0) < own)
      for (const width of widths) {
        if (signal.aborted) return
        const picture = { width, format: 'avif' } as const
        if (await files.stat(madeFile(source, picture))) continue
        const made = await pictures.make(source, picture)
        if (made === 'missing') return
        if (made === 'busy') throw new Error('too many pictures wait to be made')
      }
    },
  )
  return {
    /** Within the transaction that keeps the picture. */
    makeAhead: (tx: Tx, picture: { readonly id: string; readonly extension: string }): Promise<void> =>
      jobs.enqueue(jobName, { id: picture.id, extension: picture.extension }, { on: tx, key: picture.id }),
  }
}
export type PictureJobs = ReturnType<typeof definePictureJobs>
