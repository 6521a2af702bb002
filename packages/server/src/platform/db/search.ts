import { type Expression, type SqlBool, sql } from 'kysely'

/** Rows whose column holds the text, whatever its case; what was typed is never a pattern. */
export const containing = (column: string, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} ilike ${`%${typed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`
