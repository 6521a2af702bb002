import { type Statement, type StatementFilter } from '@kaimai/contract/commission/commission.schema.ts'
import { monthEndMs, statementOf, taipeiMonth } from '@kaimai/contract/commission/statement.rules.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { PartnerService } from '../partner/partner.service.ts'
import type { OpenPartner, StatementStore } from './statement.store.ts'
import type { StatementRow } from './commission.tables.ts'
import './commission.events.ts'

export interface StatementsDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events'>
  readonly store: StatementStore
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly associations: Pick<AssociationService, 'program'>
  readonly partners: Pick<PartnerService, 'findMany'>
}

/** Names of partners by their id; removed ones too. */
export const namesOf = async (
  partners: Pick<PartnerService, 'findMany'>,
  firmId: string,
  rows: readonly { readonly partnerId: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const known = await partners.findMany(firmId, [...new Set(rows.map(({ partnerId }) => partnerId))])
  return new Map(known.map(({ id, name }) => [id, name]))
}

/** Monthly statements of partners: each row of the ledger stands in one of them, once it is due. */
export const createStatements = ({ platform, store, firms, associations, partners }: StatementsDeps) => {
  const { db, clock, events } = platform

  const makeOne = async (open: OpenPartner, month: string): Promise<boolean> => {
    const { firmId, partnerId } = open
    const [{ currency }, { leastPayout }] = await Promise.all([firms.publicFirm(firmId), associations.program(firmId)])
    return db.transaction(async (tx) => {
      await store.lockPartner(partnerId, tx)
      const last = await store.latest(partnerId, tx)
      // What became known late stands in the next month's: one that is made is never changed.
      if (last !== undefined && last.month >= month) return false
      const entries = await store.due(open, new Date(monthEndMs(month)), tx)
      if (entries.length === 0) return false
      const sums = statementOf(
        last?.carriedOn ?? 0,
        entries.map(({ amount }) => amount),
        leastPayout,
      )
      const { carried, earned, reversed, payable, carriedOn } = sums
      const row: StatementRow = {
        id: newId(),
        firmId,
        partnerId,
        month,
        currency,
        carried,
        earned,
        reversed,
        payable,
        carriedOn,
        payoutId: null,
        createdAt: clock.now(),
      }
      await store.insert(
        row,
        entries.map(({ id }) => id),
        tx,
      )
      await events.emit(tx, 'commission.statementMade', {
        firmId,
        partnerId,
        statementId: row.id,
        month,
        currency,
        carried,
        earned,
        reversed,
        payable,
        carriedOn,
      })
      return true
    })
  }

  return {
    /** Makes the statements of the month that ended last, for all firms; again: those that are missing. Answers how many. */
    make: async (): Promise<number> => {
      const thisMonth = taipeiMonth(clock.ms())
      const [year = 0, number = 0] = thisMonth.split('-').map(Number)
      // Date.UTC counts months from 0: two less is the month before.
      const month = new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
      let made = 0
      for (const open of await store.open(new Date(monthEndMs(month)))) if (await makeOne(open, month)) made += 1
      return made
    },

    list: async (firmId: string, filter: z.output<typeof StatementFilter>): Promise<Page<Statement>> => {
      const offset = offsetOf(filter.cursor)
      const { rows, total } = await store.list(firmId, filter, { limit: filter.limit, offset })
      const names = await namesOf(partners, firmId, rows)
      const items = rows.map(({ createdAt, ...row }): Statement => {
        const { carried, earned, reversed } = row
        return {
          ...row,
          partnerName: names.get(row.partnerId) ?? '',
          total: carried + earned + reversed,
          createdAt: createdAt.toISOString(),
        }
      })
      return pageAt(items, total, offset)
    },
  }
}
export type Statements = ReturnType<typeof createStatements>
