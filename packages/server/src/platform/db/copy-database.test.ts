import { expect, test } from 'vitest'
import { silentLog, startPostgres, testDatabase } from '../../../test/database.ts'
import { newId } from '../ids.ts'
import { copyDatabase, isEmpty } from './copy-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { migrate } from './migrate.ts'
import { installJobTables } from '../jobs/boss.ts'

test('DB-1 A move copies every row as it is, parents first, and refuses a database that holds something', async () => {
  const source = await testDatabase('pglite')
  const postgres = await startPostgres()
  const target = await openDatabase({ url: postgres.url, log: silentLog })
  try {
    await migrate(target, { log: silentLog })
    await installJobTables(target, silentLog)
    const firmId = newId()
    await source.raw(
      `insert into firm (id, name, "createdAt") values ($1, '器日「窯」', '2026-11-20T12:00:00.123456Z')`,
      [firmId],
    )
    for (let n = 0; n < 1203; n += 1)
      await source.raw(
        `insert into "virtualUser" (id, "firmId", name, "userImgId", "createdAt") values ($1, $2, $3, '', '2026-11-20T12:00:00Z')`,
        [newId(), firmId, `觀眾 ${n}`],
      )
    await source.raw(
      `insert into announcement (id, name, content, type, "createdAt", "expireAt") values ($1, 'x', '<p>x</p>', '["NEW","FIX"]', '2026-01-01', '2026-02-01')`,
      [newId()],
    )
    const fact = (db: Database, sourceId: string) =>
      db.raw(
        `insert into fact ("firmId", kind, "sourceId", at, attribution, "isSimulated")
         values ($1, 'visited', $2, '2026-11-20T12:00:00Z', '{}', false)`,
        [firmId, sourceId],
      )
    for (const sourceId of ['a', 'b', 'c']) await fact(source, sourceId)
    await source.raw(`delete from "factToCount" where seq < 3`)
    expect(await isEmpty(target)).toBe(true)
    const counts = await copyDatabase(source, target)
    expect(counts).toMatchObject({ firm: 1, virtualUser: 1203, announcement: 1 })
    for (const query of [
      'select to_jsonb(firm) as row from firm',
      'select to_jsonb(a) as row from announcement a',
      'select to_jsonb(v) as row from "virtualUser" v order by id',
    ])
      expect((await target.raw(query)).rows).toEqual((await source.raw(query)).rows)
    expect(await isEmpty(target)).toBe(false)
    // Of the facts one waits to be counted, as in the source, and what comes next is numbered after both.
    const waiting = `select seq, "sourceId" from "factToCount" join fact using (seq)`
    expect((await target.raw(waiting)).rows).toEqual([{ seq: 3, sourceId: 'c' }])
    await fact(target, 'd')
    expect((await target.raw(`${waiting} order by seq`)).rows).toEqual([
      { seq: 3, sourceId: 'c' },
      { seq: 4, sourceId: 'd' },
    ])
  } finally {
    await source.close()
    await target.close()
    await postgres.stop()
  }
})
