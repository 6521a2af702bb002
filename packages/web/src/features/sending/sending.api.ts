import type { Page } from '@kaimai/contract/common/page.ts'
import {
  type Sending,
  type SendingBody,
  type SendingPreview,
  sendingRoutes,
} from '@kaimai/contract/sending/sending.routes.ts'
import { expectSheet } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'

/** Where all that is known of sendings stands in the query cache. */
export const sendingKey = ['sending'] as const

export const loadSendings = (
  query: { readonly limit: number; readonly cursor?: string },
  signal: AbortSignal,
): Promise<Page<Sending>> => call(sendingRoutes.list, { query }, { signal })

export const previewSending = ({
  audience,
  letterTemplateId,
}: Pick<SendingBody, 'audience' | 'letterTemplateId'>): Promise<SendingPreview> =>
  call(sendingRoutes.preview, { body: { audience, letterTemplateId: letterTemplateId || null } })

/** What is read is kept nowhere. Throws CallError `invalid` with field `file` for what is no list. */
export const readListFile = async ({ file, charset }: { readonly file: File; readonly charset?: string }) => {
  await expectSheet(file)
  const form = new FormData()
  if (charset !== undefined) form.append('charset', charset)
  form.append('file', file)
  return call(sendingRoutes.readList, { body: form }, { quiet: true })
}

export const createSending = (body: SendingBody): Promise<Sending> => call(sendingRoutes.create, { body })

/** To those whose letter failed. */
export const resendSending = (id: string): Promise<Sending> => call(sendingRoutes.resend, { params: { id } })

export const stopSending = (id: string) => call(sendingRoutes.stop, { params: { id } })
