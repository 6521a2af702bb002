import { expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import type { Database } from '../../platform/db/database.ts'
import { createAccessService, type Ranked } from './access.service.ts'

const db = await sharedDatabase()
const analyst: Ranked = { role: 'analyst', bombmyLive: null, bombmySignup: null, bombmySetting: null }

test('ACCESS-5 A policy that can not be read when it has changed ends nothing, and is read as soon as that works', async () => {
  let isAway = false
  let asked = false
  const brittle: Database = {
    ...db,
    as: <T>() => {
      if (!isAway) return db.as<T>()
      asked = true
      throw new Error('the database is away')
    },
  }
  const bus = inProcessBus(silentLog)
  const access = createAccessService({ db: brittle, bus, log: silentLog })
  await access.start()
  expect(access.can(analyst, 'form', 'write')).toBe(false)
  await db.raw(`insert into policy (role, resource, level) values ('analyst', 'form', 'write')`)
  isAway = true
  bus.publish('policy', {})
  await expect.poll(() => asked).toBe(true)
  isAway = false
  await expect.poll(() => access.can(analyst, 'form', 'write')).toBe(true)
})
