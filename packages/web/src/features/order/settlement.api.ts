import { settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { expectSheet } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'

export const importSettlement = async (file: File) => {
  await expectSheet(file)
  const form = new FormData()
  form.append('file', file)
  return call(settlementRoutes.import, { body: form }, { quiet: true })
}
