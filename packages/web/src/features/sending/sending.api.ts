import type { Page } from '@kaimai/contract/common/page.ts'
import {
  type Sending,
  type SendingBody,
  type SendingPreview,
  sendingRoutes,
} from '@kaimai/contract/sending/sending.routes.ts'
import type { SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import type { z } from 'zod'
import { expectSheet } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'

/** Where all that is known of sendings stands in the query cache. */
export const sendingKey = ['sending'] as const

export const loadSendings = (
  query: { readonly limit: number; readonly cursor?: string },
  signal: AbortSignal,
): Promise<Page<Sending>> => call(sendingRoutes.list, { query }, { signal })

/** As a form has it. */
type Draft = z.input<typeof SendingBody>

/** Throws CallError; what is wrong with the text or the audience stands in its fields. */
export const previewSending = ({
  letterTemplateId,
  ...draft
}: Pick<Draft, 'audience' | 'channel' | 'sms' | 'letterTemplateId'>): Promise<SendingPreview> =>
  call(sendingRoutes.preview, { body: { ...draft, letterTemplateId: letterTemplateId || null } }, { quiet: true })

/** What is read is kept nowhere. Throws CallError `invalid` with field `file` for what is no list. */
export const readListFile = async ({
  file,
  channel,
  charset,
}: {
  readonly file: File
  readonly channel: SendingChannel
  readonly charset?: string
}) => {
  await expectSheet(file)
  const form = new FormData()
  form.append('channel', channel)
  if (charset !== undefined) form.append('charset', charset)
  form.append('file', file)
  return call(sendingRoutes.readList, { body: form }, { quiet: true })
}

export const createSending = (body: Draft): Promise<Sending> => call(sendingRoutes.create, { body })

/** To those whose letter failed. */
export const resendSending = (id: string): Promise<Sending> => call(sendingRoutes.resend, { params: { id } })

export const stopSending = (id: string) => call(sendingRoutes.stop, { params: { id } })
