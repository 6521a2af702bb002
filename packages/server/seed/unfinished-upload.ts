import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import type { App } from '../src/app.ts'
import { newId } from '../src/platform/ids.ts'

/** Nobody has the rest of it: it stands for a merchant whose line broke off, until it is swept after seven days. */
const unfinished = { name: '中秋檔期預錄（第二版）.mp4', chunks: 3 } as const

/** An upload that was left half-way: one chunk of three is here. */
export const leaveUnfinishedUpload = async (app: App, firmId: string): Promise<void> => {
  await app.services.uploads.chunk(
    firmId,
    {
      firmId,
      uuid: newId(),
      chunk: 0,
      offset: 0,
      size: unfinished.chunks * chunkBytes,
      name: unfinished.name,
      type: '.mp4',
      finished: false,
      duration: 95,
      fingerprint: '',
    },
    Buffer.alloc(chunkBytes),
    undefined,
  )
}
