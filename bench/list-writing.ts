// Rows for the lists of bench/lists.ts: a firm that has 100,000 of each, written in one statement a table as an import
// or years of use would leave them. Each fill answers the parameters that its list's looks need.
import type { Database } from '../packages/server/src/platform/db/database.ts'

export interface Filled {
  readonly liveId?: string
  readonly signupId?: string
  readonly memberId?: string
  readonly videoId?: string
}
export type Fill = (
  db: Database,
  of: { readonly firmId: string; readonly memberId: string },
  rows: number,
) => Promise<Filled>

/** `columns`: an SQL expression for each, in which `n` counts from 1. */
export const write = (db: Database, table: string, columns: Readonly<Record<string, string>>, rows: number) =>
  db.raw(
    `insert into "${table}" (${Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(', ')})
     select ${Object.values(columns).join(', ')} from generate_series(1, ${rows}) n`,
  )

export const uuid = (what: string, of: string) => `md5('${of}${what}' || n)::uuid`
export const one = (what: string, of: string) => `md5('${of}${what}1')::uuid`
export const idOf = async (db: Database, expression: string): Promise<string> => {
  const { rows } = await db.raw(`select ${expression} as id`)
  return String(rows[0]?.['id'])
}

export const personName = `(array['林','陳','黃','張','李','王','吳','劉'])[1 + n % 8] || (array['佳穎','怡君','志明','雅婷','俊傑'])[1 + n % 5] || n`
export const phone = `'+8869' || lpad(n::text, 8, '0')`
export const minuteOf = (from: string) => `timestamptz '${from}' + n * interval '1 minute'`
export const paragraph = `repeat('手捏陶碗，釉色溫潤，每一只都不一樣。', 12)`
