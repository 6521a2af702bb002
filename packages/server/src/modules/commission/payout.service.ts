import { commissionErrors } from '@kaimai/contract/commission/commission.errors.ts'
import type { Payout, PayoutState } from '@kaimai/contract/commission/commission.schema.ts'
import { bankLines, withheldOf } from '@kaimai/contract/commission/payout.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { defused } from '../../platform/sheet/defuse.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { PartnerService } from '../partner/partner.service.ts'
import type { StatementStore } from './statement.store.ts'
import { namesOf } from './statement.service.ts'
import type { PayoutItemRow, PayoutRow } from './commission.tables.ts'

export interface PayoutsDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly store: StatementStore
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly partners: Pick<PartnerService, 'findMany' | 'openAccount'>
}

/** Batches of transfers to partners, until the bank has them: of each statement at most one that stands. */
export const createPayouts = ({ platform, store, firms, partners }: PayoutsDeps) => {
  const { db, clock, audit } = platform

  const present = async (firmId: string, rows: readonly PayoutRow[]): Promise<Payout[]> => {
    const items = await store.items(
      firmId,
      rows.map(({ id }) => id),
    )
    const names = await namesOf(partners, firmId, items)
    return rows.map(({ id, state, currency, note, createdAt, createdBy, settledAt, settledBy }) => ({
      id,
      state,
      currency,
      note,
      createdBy,
      settledBy,
      items: items
        .filter(({ payoutId }) => payoutId === id)
        .map(({ partnerId, gross, tax, premium, net, accountEnd }) => ({
          partnerId,
          gross,
          tax,
          premium,
          net,
          accountEnd,
          partnerName: names.get(partnerId) ?? '',
        })),
      createdAt: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    }))
  }

  const shown = async (firmId: string, id: string): Promise<Payout> => {
    const row = await store.payout(firmId, id)
    const [payout] = row === undefined ? [] : await present(firmId, [row])
    if (payout === undefined) throw fail('noData')
    return payout
  }

  const settle = async (by: Actor, id: string, state: Exclude<PayoutState, 'made'>): Promise<Payout> => {
    const { firmId, actorName: settledBy } = by
    await db.transaction(async (tx) => {
      const row = await store.lockPayout(firmId, id, tx)
      if (!row) throw fail('noData')
      if (row.state === 'sent') throw fail('conflict', { reason: commissionErrors.payoutSent })
      if (row.state === 'undone') throw fail('conflict', { reason: commissionErrors.payoutUndone })
      await store.settle(firmId, id, { state, settledAt: clock.now(), settledBy }, tx)
      await audit.record(tx, by, state === 'sent' ? 'commission.markSent' : 'commission.undoPayout', id)
    })
    return shown(firmId, id)
  }

  return {
    list: async (
      firmId: string,
      { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
    ): Promise<Page<Payout>> => {
      const offset = offsetOf(cursor)
      const { rows, total } = await store.payouts(firmId, { limit, offset })
      return pageAt(await present(firmId, rows), total, offset)
    },

    /** Pays every statement that is payable and unpaid. Throws `conflict` where there is none, or no account to pay to. */
    make: async (by: Actor, note: string): Promise<Payout> => {
      const { firmId } = by
      const { currency } = await firms.publicFirm(firmId)
      const id = newId()
      await db.transaction(async (tx) => {
        const unpaid = (await store.lockUnpaid(firmId, tx)).filter((statement) => statement.currency === currency)
        const byPartner = Map.groupBy(unpaid, ({ partnerId }) => partnerId)
        const known = (await partners.findMany(firmId, [...byPartner.keys()], tx)).filter(
          ({ payoutAccount }) => payoutAccount !== '',
        )
        if (known.length === 0) throw fail('conflict', { reason: commissionErrors.payoutNothingDue })
        const items = known.map(({ id: partnerId, taxKind, payoutAccount, accountEnd }): PayoutItemRow => {
          const gross = (byPartner.get(partnerId) ?? []).reduce((sum, { payable }) => sum + payable, 0)
          return {
            payoutId: id,
            partnerId,
            firmId,
            accountEnd,
            ...withheldOf(taxKind, gross, currency),
            account: payoutAccount,
          }
        })
        const paidIds = known.flatMap(({ id: partnerId }) => (byPartner.get(partnerId) ?? []).map((each) => each.id))
        const row: PayoutRow = {
          id,
          firmId,
          currency,
          note,
          state: 'made',
          createdAt: clock.now(),
          createdBy: by.actorName,
          settledAt: null,
          settledBy: '',
        }
        await store.insertPayout(row, items, paidIds, tx)
        const net = items.reduce((sum, item) => sum + item.net, 0)
        await audit.record(tx, by, 'commission.makePayout', id, { partners: items.length, net, currency })
      })
      return shown(firmId, id)
    },

    markSent: (by: Actor, id: string): Promise<Payout> => settle(by, id, 'sent'),

    undo: (by: Actor, id: string): Promise<Payout> => settle(by, id, 'undone'),

    /** Lines of CSV for the bank. Throws `notFound`, and `gone` for a batch that was undone. */
    bankFile: async (firmId: string, id: string): Promise<string> => {
      const row = await store.payout(firmId, id)
      if (!row) throw fail('notFound')
      if (row.state === 'undone') throw fail('gone', { reason: commissionErrors.payoutUndone })
      const items = await store.items(firmId, [id])
      const lines = bankLines(
        items.map(({ partnerId, account, net }) => ({
          ...partners.openAccount(partnerId, account),
          net,
          note: row.note,
        })),
      )
      // The mark says to spreadsheet programs that it is UTF-8.
      return `\uFEFF${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
    },
  }
}
export type Payouts = ReturnType<typeof createPayouts>

const cellOf = (text: string): string => `"${defused(text).replaceAll('"', '""')}"`
