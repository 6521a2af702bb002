import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, startPostgres } from '../../../test/servers.ts'
import { silentLog, testSet } from '../../../test/database.ts'
import { takeProcessLock } from './process-lock.ts'

describe.runIf(testSet() === 'postgres')('several processes on one PostgreSQL', () => {
  let server: Server
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const take = (shared: boolean, onLost: (error: Error) => void = () => {}) =>
    takeProcessLock({ url: server.url, shared, log: silentLog, onLost, withinMs: 300 })

  test('DB-700 A second process without Redis is refused with an error text until the first has ended.', async () => {
    const first = await take(false)
    await expect(take(false)).rejects.toThrow('Several processes need REDIS_URL')
    await expect(take(true)).rejects.toThrow('serves this database without REDIS_URL')
    const waiting = takeProcessLock({
      url: server.url,
      shared: false,
      log: silentLog,
      onLost: () => {},
      withinMs: 20_000,
    })
    await first.release()
    await (await waiting).release()
  })

  test('DB-701 Processes with Redis share the database, and keep out one without.', async () => {
    const [first, second] = [await take(true), await take(true)]
    await expect(take(false)).rejects.toThrow('Several processes need REDIS_URL')
    await first.release()
    await second.release()
    await (await take(false)).release()
  })

  test('DB-702 A process that lost its lock takes it again, or gives up when another has it.', async () => {
    const lost: string[] = []
    const first = await take(false, (error) => void lost.push(error.message))
    const admin = new Client({ connectionString: server.url })
    admin.on('error', () => undefined)
    await admin.connect()
    const cut = () =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kaimai lock'`)
    await cut()
    // It comes back by itself: a second one is still refused.
    await expect
      .poll(
        async () =>
          take(false).then(
            async (lock) => lock.release(),
            (error: Error) => error.message,
          ),
        { timeout: 20_000 },
      )
      .toContain('Several processes need REDIS_URL')
    expect(lost).toEqual([])
    await first.release()
    await admin.end()
  })
})
