import { isDeepStrictEqual } from 'node:util'
import { fail } from '@kaimai/contract/common/error.ts'
import { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterTemplateLimits } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import type { ResourceRow } from '../../platform/resource/resource.store.ts'

interface VersionTables {
  letterTemplate: { id: string; firmId: string; removedAt: Date | null }
  letterTemplateVersion: {
    letterTemplateId: string
    version: number
    letterTemplateName: string
    letterTemplateType: number
    contents: unknown
    actorName: string
    createdAt: Date
  }
}
type VersionRow = Omit<VersionTables['letterTemplateVersion'], 'letterTemplateId' | 'contents'>

const saidFields = ['letterTemplateName', 'letterTemplateType', 'contents'] as const

const present = ({ version, createdAt, actorName, letterTemplateName, letterTemplateType }: VersionRow) => ({
  version,
  savedAt: createdAt.toISOString(),
  savedBy: actorName,
  letterTemplateName,
  letterTemplateType,
})

/** What a template said after each of its saves. */
export const createTemplateVersions = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => {
  const on = (executor: Executor) => executor.as<VersionTables>()
  const of = (firmId: string, letterTemplateId: string) =>
    on(db)
      .selectFrom('letterTemplateVersion')
      .innerJoin('letterTemplate', 'letterTemplate.id', 'letterTemplateVersion.letterTemplateId')
      .where('letterTemplate.firmId', '=', firmId)
      .where('letterTemplate.id', '=', letterTemplateId)
      .where('letterTemplate.removedAt', 'is', null)
      .select([
        'letterTemplateVersion.version',
        'letterTemplateVersion.letterTemplateName',
        'letterTemplateVersion.letterTemplateType',
        'letterTemplateVersion.actorName',
        'letterTemplateVersion.createdAt',
      ])

  return {
    /** Keeps what a save left, in its transaction; a save that changed nothing is none. */
    keep: async (tx: Tx, row: ResourceRow, was: ResourceRow | undefined, by: Actor | undefined): Promise<void> => {
      if (was && saidFields.every((field) => isDeepStrictEqual(row[field], was[field]))) return
      await sql`
        insert into "letterTemplateVersion"
        select id, version, "letterTemplateName", "letterTemplateType", contents, ${by?.actorName ?? ''}, ${clock.now()}
        from "letterTemplate" where id = ${row.id}`.execute(on(tx))
      await sql`
        delete from "letterTemplateVersion" where "letterTemplateId" = ${row.id} and version <= (
          select version from "letterTemplateVersion" where "letterTemplateId" = ${row.id}
          order by version desc offset ${letterTemplateLimits.versions} limit 1)`.execute(on(tx))
    },

    /** The newest first. Throws `noData` for a template that the firm has not. */
    list: async (firmId: string, letterTemplateId: string) => {
      const rows = await of(firmId, letterTemplateId).orderBy('letterTemplateVersion.version', 'desc').execute()
      if (rows.length === 0) throw fail('noData')
      return rows.map(present)
    },

    show: async (firmId: string, letterTemplateId: string, version: number) => {
      const row = await of(firmId, letterTemplateId)
        .select('letterTemplateVersion.contents')
        .where('letterTemplateVersion.version', '=', version)
        .executeTakeFirst()
      if (!row) throw fail('noData')
      return { ...present(row), contents: LetterContents.parse(row.contents) }
    },
  }
}
