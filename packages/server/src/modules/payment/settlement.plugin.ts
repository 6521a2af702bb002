import { settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { Settlements } from './settlements.ts'

/** At the console: files of payment companies, compared with what came in. */
export const settlementPlugin = (settlements: Settlements) =>
  bind(settlementRoutes, {
    import: ({ firm, files, body, language, ip }) =>
      settlements.import(actorOf(firm, ip), { file: files['file'], charset: body.charset }, language),
  })
