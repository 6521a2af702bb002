import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { ownCommissionRoutes } from '@kaimai/contract/commission/own-commission.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { CommissionModule } from './commission.module.ts'

export const commissionPlugin = ({ commissions, statements, payouts, ownEarnings, effects }: CommissionModule) => [
  ...bind(commissionRoutes, {
    list: ({ firm, query }) => commissions.list(firm.id, query),
    statements: ({ firm, query }) => statements.list(firm.id, query),
    payouts: ({ firm, query }) => payouts.list(firm.id, query),
    makePayout: ({ firm, body, ip }) => payouts.make(actorOf(firm, ip), body.note),
    bankFile: async ({ firm, params }) => ({
      content: await payouts.bankFile(firm.id, params.id),
      fileName: `payout-${params.id.slice(-6)}.csv`,
    }),
    markSent: ({ firm, params, ip }) => payouts.markSent(actorOf(firm, ip), params.id),
    undoPayout: ({ firm, params, ip }) => payouts.undo(actorOf(firm, ip), params.id),
  }),
  ...bind(ownCommissionRoutes, {
    list: ({ partner, query }) => ownEarnings.list(partner, query),
    statements: ({ partner, query }) => ownEarnings.statements(partner, query),
  }),
  ...bind(effectRoutes, {
    firmByDay: ({ firm, query }) => effects.byDay(firm.id, query),
    firmByLink: ({ firm, query }) => effects.byLink(firm.id, query),
    firmByForm: ({ firm, query }) => effects.byForm(firm.id, query),
    partnerByLink: ({ partner, query }) => effects.byLink(partner.firmId, { ...query, partnerId: partner.partnerId }),
    partnerByDay: ({ partner, query }) => effects.byDay(partner.firmId, { ...query, partnerId: partner.partnerId }),
  }),
]
