import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { manualClock } from '../../platform/clock.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createFirmPoints } from './firm-points.ts'

test('FIRM-34 The points that a firm had before the ledger are its first entry', async () => {
  const sql = readFileSync(join(migrationsFolder, '078-firm-settings.sql'), 'utf8')
  const move = /insert into "pointLedger"[\s\S]*?drop column "smsPointTenths";/.exec(sql)?.[0]
  if (move === undefined) throw new Error('the migration moves no points')
  const db = await testDatabase()
  const clock = manualClock('2026-11-20T12:00:00Z')
  const [rich, poor] = [newId(), newId()]
  // As the table was before.
  await db.raw('alter table firm add column "smsPointTenths" bigint not null default 0')
  for (const [id, tenths] of [
    [rich, 84_205],
    [poor, 0],
  ] as const) {
    const values = [id, tenths, clock.now()]
    await db.raw(`insert into firm (id, name, "smsPointTenths", "createdAt") values ($1, '甲', $2, $3)`, values)
  }
  await db.raw(move)
  const points = createFirmPoints({ db, clock })
  expect([await points.balance(rich), await points.balance(poor)]).toEqual([84_205, 0])
  expect((await db.raw('select kind, key from "pointLedger"')).rows).toEqual([{ kind: 'topUp', key: 'opening' }])
  await db.close()
})
