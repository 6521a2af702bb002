import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { oldNames } from '../../../test/old-names.ts'
import { aFirmRow, aLiveRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('LIVE-81 Of viewers from before, the browser counts for the link only where no link was ever ended', async () => {
  const firmId = await aFirmRow(db)
  const liveId = await aLiveRow(db, firmId)
  const text = await readFile(join(migrationsFolder, '091-link-version.sql'), 'utf8')
  for (const statement of await oldNames()) await db.raw(statement)
  await db.raw('alter table live_user drop column seen_version')
  const viewer = (name: string, version: number, device: string | null) =>
    db.raw(
      `insert into live_user (id, firm_id, live_id, public_id, name, img_url, anonymous, seen_device, key_version,
         key_hash, created_at) values ($1::uuid, $2, $3, $1::uuid::text, $4, '', false, $5, $6, $1::uuid::text, now())`,
      [newId(), firmId, liveId, name, device, version],
    )
  await viewer('came', 1, 'd1')
  await viewer('never came', 1, null)
  await viewer('link ended', 2, 'd2')
  await db.transaction(async (tx) => {
    for (const statement of text.split(';').filter((one) => one.trim() !== ''))
      await sql.raw(statement).execute(tx.as())
  })
  const { rows } = await db.raw(
    'select name, seen_version as version from live_user where live_id = $1 order by name',
    [liveId],
  )
  expect(rows).toEqual([
    { name: 'came', version: 1 },
    { name: 'link ended', version: null },
    { name: 'never came', version: null },
  ])
})
