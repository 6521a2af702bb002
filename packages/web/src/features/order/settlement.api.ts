import { settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { call } from '../../lib/http/http.ts'

export const importSettlement = (file: File) => {
  const form = new FormData()
  form.append('file', file)
  return call(settlementRoutes.import, { body: form }, { quiet: true })
}
