import { expect, test } from 'vitest'
import { checkLimitedSubqueries } from './limited-subqueries.ts'
import { treeOf } from './tree.ts'

const path = 'packages/server/src/modules/order/order.store.ts'
const offences = (text: string) => checkLimitedSubqueries(treeOf({ [path]: text }))

test('a query behind in passes without a limit, and one with a limit behind any', () => {
  expect(offences(".where('id', 'in', (eb) => eb.selectFrom('a').select('id'))\n.limit(3)")).toEqual([])
  expect(offences(".where('id', '=', (eb) => readOnce(eb.selectFrom('a').select('id').limit(3)))")).toEqual([])
  expect(offences('sql`select id from a where id in (select id from b) limit ${3}`')).toEqual([])
})

test('one with a limit behind in is caught, of the query builder and of SQL', () => {
  expect(offences("x\n.where('id', 'in', (eb) =>\n  eb.selectFrom('a').select('id').limit(3),\n)")).toEqual([
    `${path}:2 a query with a limit stands behind in: readOnce`,
  ])
  expect(offences('sql`delete from a where id in (\n select id from (select id from a) b limit ${3}\n)`')).toHaveLength(
    1,
  )
})
