import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { liveCustomerErrors } from '@kaimai/contract/live-customer/live-customer.errors.ts'
import { liveCustomer } from '@kaimai/contract/live-customer/live-customer.resource.ts'
import type { LiveCustomersAdded } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { liveCustomerLimits, readInvitedList } from '@kaimai/contract/live-customer/live-customer.rules.ts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import { json } from '../../platform/db/database.ts'
import { folded } from '../../platform/db/search.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createResource } from '../../platform/resource/resource.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { LiveCustomerTables } from './live-customer.tables.ts'

/** Somebody on the list of a live, as a sending sees them. */
interface InvitedPerson {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly language: Language
  readonly isCancelNotice: false
}

export interface LiveCustomersDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly liveReader: Pick<LiveReader, 'find' | 'findMany'>
}

/** Who is invited to a live beyond those who signed up: kept by staff, and written to by sendings. */
export const createLiveCustomerModule = ({ platform, liveReader }: LiveCustomersDeps) => {
  const { db, clock, audit } = platform

  /** Throws `invalid` at its field for a live that is none of the firm's. */
  const requireLive = async (firmId: string, liveId: string): Promise<LiveRecord> => {
    const live = await liveReader.find(firmId, liveId)
    if (!live) throw fail('invalid', { fields: { liveId: common.wrongChoice } })
    return live
  }

  const customers = createResource(platform, liveCustomer, {
    name: 'liveCustomer',
    table: 'liveCustomer',
    derived: async (firmId, rows) => {
      const ids = [...new Set(rows.map(({ liveId }) => String(liveId)))]
      const lives = new Map((await liveReader.findMany(firmId, ids)).map((live) => [live.id, live.liveName]))
      return rows.map(({ liveId }) => ({ liveName: lives.get(String(liveId)) ?? '' }))
    },
    prepare: async (firmId, { liveId }) => {
      await requireLive(firmId, liveId)
    },
  })

  return {
    handlers: customers.handlers,

    /** Who is on the list already stays as they are. Throws `invalid` at its field. */
    addMany: async (
      firmId: string,
      { liveId, text }: { readonly liveId: string; readonly text: string },
      by: Actor,
    ): Promise<LiveCustomersAdded> => {
      const { liveName } = await requireLive(firmId, liveId)
      const { lines, people, dropped } = readInvitedList(text)
      if (lines > liveCustomerLimits.lines) {
        const tooMany = withValues(liveCustomerErrors.customersTooMany, { max: liveCustomerLimits.lines })
        throw fail('invalid', { fields: { text: tooMany } })
      }
      const rows = people.map((person) => ({
        ...person,
        id: newId(),
        searchText: folded([person.name, person.phone, person.email].join('\n')),
      }))
      return db.transaction(async (tx) => {
        const inserted = await sql`
          insert into "liveCustomer" (id, "firmId", "liveId", name, phone, email, language, "searchText", "createdAt")
          select id, ${firmId}::uuid, ${liveId}::uuid, name, phone, email, language, "searchText", ${clock.now()}::timestamptz
          from jsonb_to_recordset(${json(rows)})
            as person(id uuid, name text, phone text, email text, language text, "searchText" text)
          on conflict do nothing returning id`.execute(tx.as<LiveCustomerTables>())
        const added = inserted.rows.length
        if (added > 0)
          await audit.record(tx, by, 'liveCustomer.createMany', { id: liveId, name: liveName }, { people: added })
        return { added, known: people.length - added, dropped }
      })
    },

    /** In the order in which they were invited. */
    ofLive: async (firmId: string, liveId: string): Promise<InvitedPerson[]> => {
      const rows = await db
        .as<LiveCustomerTables>()
        .selectFrom('liveCustomer')
        .select(['name', 'phone', 'email', 'language'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...row, isCancelNotice: false as const }))
    },
  }
}
export type LiveCustomers = ReturnType<typeof createLiveCustomerModule>
