import { plainSigns } from '@kaimai/contract/common/typed-text.ts'
import { type Expression, type SqlBool, sql } from 'kysely'

/** Rows whose column holds the text, whatever its case; what was typed is never a pattern. */
export const containing = (column: string, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} ilike ${`%${typed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`

/** A text as search columns store it: one width of letters and digits, lower case. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A phone number as it is looked for: without what stands between its digits, however it was pasted. */
export const asDialled = (text: string): string => plainSigns(text).replace(/[\s\-()]/g, '')

/** Rows whose search column, which stores folded text, holds what was typed. */
export const containingFolded = (column: string, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`strpos(${sql.ref(column)}, ${folded(typed)}) > 0`
