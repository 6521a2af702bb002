import { buffer } from 'node:stream/consumers'
import type { RawContent } from '@kaimai/contract/common/route.ts'

/** All of a file that is written while it is read. */
export const sheetBytes = async ({ content }: RawContent): Promise<Uint8Array> => {
  if (typeof content === 'string' || content instanceof Uint8Array) throw new Error('a sheet is a stream')
  return new Uint8Array(await buffer(content))
}
