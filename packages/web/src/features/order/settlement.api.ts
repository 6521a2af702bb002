import { settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { expectSheet } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'
import type { SentFile } from './statement.api.ts'

export const importSettlement = async ({ file, charset }: SentFile) => {
  await expectSheet(file)
  const form = new FormData()
  if (charset !== undefined) form.append('charset', charset)
  form.append('file', file)
  return call(settlementRoutes.import, { body: form }, { quiet: true })
}
