import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { AuditFilter, AuditRow } from '@kaimai/contract/member/member.schema.ts'
import type { SqlBool } from 'kysely'
import { type Expression, sql } from 'kysely'
import type { z } from 'zod'
import type { AuditTables } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'

/** The firm's own zone: its days begin and end there. */
const zone = 'Asia/Taipei'
/** Beyond so many rows the count is not made exactly: who reads on narrows instead. */
const countedUpTo = 10_000

const startOf = (day: string, addDays: number): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: addDays }).toZonedDateTime(zone).epochMilliseconds)

const emails = /[^\s"'<>,;:@]+@[^\s"'<>,;:@]+/g
const phones = /\+\d{8,15}\b/g
/** Without the e-mail addresses and phone numbers in it. */
const redactContactsIn = (text: string): string => text.replace(emails, redactEmail).replace(phones, redactPhone)

const show = (value: unknown, personal: boolean): string | null => {
  if (value === null || value === undefined) return null
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return personal ? text : redactContactsIn(text)
}

const withoutContacts = (column: string): Expression<SqlBool> => sql<SqlBool>`${sql.ref(column)} !~ '@|[+][0-9]{8}'`

const isDifference = (value: unknown): value is { before: unknown; after: unknown } =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value

/** A difference has both sides; a plain fact only what it is now. */
const changesIn = (change: unknown, personal: boolean): z.input<typeof AuditRow>['changes'] =>
  typeof change !== 'object' || change === null
    ? []
    : Object.entries(change).map(([field, value]) =>
        isDifference(value)
          ? { field, before: show(value.before, personal), after: show(value.after, personal) }
          : { field, before: null, after: show(value, personal) },
      )

/** The firm's log of changes, to be read. */
export const createAuditReader = (db: Database) => ({
  list: async (caller: FirmCaller, filter: z.output<typeof AuditFilter>): Promise<Page<z.input<typeof AuditRow>>> => {
    const firmId = caller.id
    const personal = caller.can('member', 'personal')
    const { memberId, action, from, to, q } = filter
    const offset = offsetOf(filter.cursor)
    const found = db
      .as<AuditTables>()
      .selectFrom('audit')
      .where('firmId', '=', firmId)
      .$if(memberId !== undefined, (query) => query.where('memberId', '=', memberId ?? null))
      .$if(action !== undefined, (query) =>
        action?.includes('.')
          ? query.where('action', '=', action)
          : query.where(sql<SqlBool>`action like ${`${(action ?? '').replace(/[\\%_]/g, '\\$&')}.%`}`),
      )
      .$if(from !== undefined, (query) => query.where('createdAt', '>=', startOf(from ?? '', 0)))
      .$if(to !== undefined, (query) => query.where('createdAt', '<', startOf(to ?? '', 1)))
      .$if(q !== undefined && q !== '', (query) =>
        query.where((eb) =>
          eb.or(
            ['actorName', 'targetName'].map(
              (column): Expression<SqlBool> =>
                // What is shown redacted is not found by what it hides: an invitation is named by its address.
                personal ? containing(column, q ?? '') : eb.and([containing(column, q ?? ''), withoutContacts(column)]),
            ),
          ),
        ),
      )
    const [rows, counted] = await Promise.all([
      found
        .selectAll()
        .orderBy('createdAt', filter.sort === 'createdAt' ? 'asc' : 'desc')
        .orderBy('id', filter.sort === 'createdAt' ? 'asc' : 'desc')
        .limit(filter.limit)
        .offset(offset)
        .execute(),
      db
        .as<AuditTables>()
        .selectFrom(found.select('id').limit(countedUpTo).as('some'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ])
    const items = rows.map((row) => ({
      id: row.id,
      memberId: row.memberId,
      actorName: personal ? row.actorName : redactContactsIn(row.actorName),
      ip: row.ip,
      action: row.action,
      target: row.target,
      targetName: personal ? row.targetName : redactContactsIn(row.targetName),
      changes: changesIn(row.change, personal),
      createdAt: row.createdAt.toISOString(),
    }))
    return pageAt(items, Number(counted.total), offset)
  },
})
export type AuditReader = ReturnType<typeof createAuditReader>
