import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/reason.ts'

export interface Multipart {
  readonly fields: Record<string, string>
  readonly files: Record<string, Uint8Array>
}

/** Reads a whole multipart body by the platform's own parser; chunks are 5 MB, so memory stays bounded by the body limit. */
export const readMultipart = async (body: Uint8Array, contentType: string): Promise<Multipart> => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw fail('invalid', { reason: common.notJson })
    })
  const fields: Record<string, string> = {}
  const files: Record<string, Uint8Array> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else files[name] = new Uint8Array(await value.arrayBuffer())
  }
  return { fields, files }
}
