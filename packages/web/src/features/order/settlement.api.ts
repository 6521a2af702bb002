import { settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { call } from '../../lib/http/http.ts'
import type { SentFile } from './statement.api.ts'

export const importSettlement = ({ file, charset }: SentFile) => {
  const form = new FormData()
  if (charset !== undefined) form.append('charset', charset)
  form.append('file', file)
  return call(settlementRoutes.import, { body: form }, { quiet: true })
}
