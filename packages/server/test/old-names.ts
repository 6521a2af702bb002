import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '../src/platform/db/migrate.ts'

const rename = /^alter table (\S+) rename (?:(column|constraint) )?(?:(\S+) )?to (\S+)$/

/**
 * The statements that take migration 123 back, which gave tables and columns of the room their names of today. A test
 * that runs an earlier migration again prepares the database with them, since that migration has the names of its time.
 */
export const oldNames = async (): Promise<string[]> => {
  const text = await readFile(join(migrationsFolder, '123-one-spelling.sql'), 'utf8')
  const statements = text.replaceAll(/^--.*$/gm, '').split(';')
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, table = '', what, from, to = ''] = rename.exec(statement) ?? []
      return from === undefined
        ? `alter table ${to} rename to ${table}`
        : `alter table ${table} rename ${what} ${to} to ${from}`
    })
    .toReversed()
}
