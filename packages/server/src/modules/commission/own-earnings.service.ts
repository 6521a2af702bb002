import type { OwnCommission, OwnStatement } from '@kaimai/contract/commission/own-commission.routes.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { redactName } from '@kaimai/contract/common/redact.rules.ts'
import type { PartnerCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { CommissionStore } from './commission.store.ts'
import type { StatementStore } from './statement.store.ts'

export interface OwnEarningsDeps {
  readonly platform: Pick<Platform, 'clock'>
  readonly commissions: Pick<CommissionStore, 'list'>
  readonly statements: Pick<StatementStore, 'list' | 'sentPayouts'>
  readonly associations: Pick<AssociationService, 'named'>
  /** Full names by the order's id; one that is not there is missing. */
  readonly buyerNames: (firmId: string, orderIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

interface PageWanted {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** What a partner earns, as the partner itself may read it. */
export const createOwnEarnings = (deps: OwnEarningsDeps) => {
  const { platform, commissions, statements, associations, buyerNames } = deps
  return {
    list: async ({ firmId, partnerId }: PartnerCaller, { limit, cursor }: PageWanted): Promise<Page<OwnCommission>> => {
      const offset = offsetOf(cursor)
      const [{ rows, total }, links] = await Promise.all([
        commissions.list(firmId, { partnerId }, { limit, offset }),
        associations.named(firmId, partnerId),
      ])
      const codeOf = new Map(links.map(({ id, code }) => [id, code]))
      const nameOf = await buyerNames(
        firmId,
        rows.map(({ orderId }) => orderId),
      )
      const now = platform.clock.now()
      const items = rows.map((row): OwnCommission => {
        const { id, associationId, currency, base, amount, reversed, orderId, selfPurchase, paidAt, dueAt } = row
        return {
          id,
          currency,
          base,
          amount,
          reversed,
          code: codeOf.get(associationId) ?? '',
          buyer: redactName(nameOf.get(orderId) ?? ''),
          isOwnPurchase: selfPurchase !== '',
          paidAt: paidAt.toISOString(),
          dueAt: dueAt.toISOString(),
          state: dueAt > now ? 'pending' : 'due',
        }
      })
      return pageAt(items, total, offset)
    },

    statements: async (
      { firmId, partnerId }: PartnerCaller,
      { limit, cursor }: PageWanted,
    ): Promise<Page<OwnStatement>> => {
      const offset = offsetOf(cursor)
      const { rows, total } = await statements.list(firmId, { partnerId }, { limit, offset })
      const sent = await statements.sentPayouts(
        firmId,
        rows.flatMap(({ payoutId }) => payoutId ?? []),
      )
      const items = rows.map((row): OwnStatement => {
        const { id, month, currency, carried, earned, reversed, payable, carriedOn, payoutId } = row
        // A batch that is not marked as sent can be undone: nothing is paid until then.
        const isSent = payoutId !== null && sent.has(payoutId)
        return {
          id,
          month,
          currency,
          carried,
          earned,
          reversed,
          total: carried + earned + reversed,
          payable,
          carriedOn,
          state: payable === 0 ? 'carried' : isSent ? 'sent' : 'payable',
        }
      })
      return pageAt(items, total, offset)
    },
  }
}
