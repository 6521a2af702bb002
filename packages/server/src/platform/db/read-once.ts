import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * The values of a query of one column that takes some rows of many, to stand behind `=`: it is read once, and what it takes
 * is settled. Behind `in` PostgreSQL may read it again for each row of the outer table: with statistics from before a bulk
 * write that took minutes, and of rows that others hold it took more than its limit.
 */
export const readOnce = <Row extends object>(query: Expression<Row>): RawBuilder<Row[keyof Row]> =>
  sql<Row[keyof Row]>`any(array(${query}))`
