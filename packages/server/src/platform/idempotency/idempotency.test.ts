import { setTimeout as sleep } from 'node:timers/promises'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { common, withValues } from '@kaimai/contract/common/reason.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, testSet } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../clock.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids.ts'
import { bodyHashOf, idempotency, twinWaitMs } from './idempotency.ts'
import type { SaveAnswer } from './idempotency.ts'

const start = '2026-01-01T00:00:00Z'
const silentLog = pino({ level: 'silent' })
const hour = 60 * 60 * 1000

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.raw('create table work (id text primary key, n integer not null)')
})
afterAll(() => database.close())

const make = (options: { on?: Database; twinWaitMs?: number; renewEveryMs?: number } = {}) => {
  const clock = manualClock(start)
  const { on = database, ...timing } = options
  return { clock, keys: idempotency({ database: on, clock, log: silentLog, ...timing }) }
}

const caught = (promise: Promise<unknown>) => promise.then(() => 'nothing was thrown').catch((error: unknown) => error)

/** A run that waits until it is let go. */
const held = <A>(answer: A) => {
  const gate = Promise.withResolvers<void>()
  let runs = 0
  return {
    run: async () => {
      runs += 1
      await gate.promise
      return answer
    },
    letGo: gate.resolve,
    breakOff: gate.reject,
    runs: () => runs,
  }
}

test('IDEM-1 the same key and body runs once and answers the same for 24 hours', async () => {
  const { keys, clock } = make()
  const key = newId()
  let runs = 0
  const run = async () => ({ order: (runs += 1), name: '王', none: null })
  expect(await keys.once('user:1 POST /order', key, 'h', run)).toEqual({
    answer: { order: 1, name: '王', none: null },
    replayed: false,
  })
  const again = { answer: { order: 1, name: '王', none: null }, replayed: true }
  expect(await keys.once('user:1 POST /order', key, 'h', run)).toEqual(again)
  clock.advance(24 * hour - 1)
  expect(await make().keys.once('user:1 POST /order', key, 'h', run)).toEqual(again)
  clock.advance(1)
  expect(await keys.once('user:1 POST /order', key, 'h', run)).toMatchObject({ answer: { order: 2 }, replayed: false })
})

test('IDEM-1 an answer of nothing is an answer', async () => {
  const { keys } = make()
  const key = newId()
  let runs = 0
  const run = async () => {
    runs += 1
  }
  expect(await keys.once('s', key, 'h', run)).toEqual({ answer: undefined, replayed: false })
  expect(await keys.once('s', key, 'h', run)).toEqual({ answer: undefined, replayed: true })
  expect(runs).toBe(1)
})

test('IDEM-2 a key belongs to its caller and route', async () => {
  const { keys } = make()
  const key = newId()
  expect((await keys.once('user:1 POST /order', key, 'h', async () => 1)).answer).toBe(1)
  expect((await keys.once('user:2 POST /order', key, 'h', async () => 2)).answer).toBe(2)
  expect((await keys.once('user:1 POST /refund', key, 'h', async () => 3)).answer).toBe(3)
  // Where scope ends and key begins can't be shifted.
  expect((await keys.once('user:1 POST /refund ', key.slice(1), 'h', async () => 4)).answer).toBe(4)
})

test('IDEM-3 the same key with another body is a conflict, while it runs and after', async () => {
  const { keys } = make()
  const key = newId()
  const first = held('done')
  const running = keys.once('s', key, bodyHashOf('{"n":1}'), first.run)
  await expect.poll(first.runs).toBe(1)
  const other = () => keys.once('s', key, bodyHashOf('{"n":2}'), async () => 'other')
  expect(await caught(other())).toMatchObject({ errorName: 'conflict' })
  first.letGo()
  await running
  expect(await caught(other())).toMatchObject({ errorName: 'conflict' })
})

test('IDEM-4 a refusal that no retry can change is answered again, with all it says', async () => {
  const { keys } = make()
  const key = newId()
  const refusal = () =>
    fail('invalid', {
      reason: common.wrongFormat,
      fields: { phone: common.wrongPhone, count: withValues(common.tooBig, { most: 5 }) },
      details: { retryAfter: 3 },
    })
  let runs = 0
  const run = async () => {
    runs += 1
    throw refusal()
  }
  const first = await caught(keys.once('s', key, 'h', run))
  const second = await caught(keys.once('s', key, 'h', run))
  expect(runs).toBe(1)
  expect(first).toBeInstanceOf(KaimaiError)
  const said = ({ errorName, reason, fields, details }: KaimaiError) => ({ errorName, reason, fields, details })
  expect(second instanceof KaimaiError && said(second)).toEqual(said(refusal()))
})

test('IDEM-12 a limit that was reached is no outcome: the key is free', async () => {
  const { keys } = make()
  const key = newId()
  const tooOften = async () => {
    throw fail('tooManyRequests', { details: { retryAfterMs: 1000 } })
  }
  expect(await caught(keys.once('s', key, 'h', tooOften))).toMatchObject({ errorName: 'tooManyRequests' })
  expect(await keys.once('s', key, 'h', async () => 'done')).toEqual({ answer: 'done', replayed: false })
})

test('IDEM-5 any other error frees the key for the next try', async () => {
  const { keys } = make()
  for (const error of [new Error('database away'), fail('busy'), 'not even an error']) {
    const key = newId()
    const failing = async (): Promise<string> => {
      throw error
    }
    expect(await caught(keys.once('s', key, 'h', failing))).toBe(error)
    expect(await keys.once('s', key, 'other body', async () => 'second try')).toEqual({
      answer: 'second try',
      replayed: false,
    })
  }
})

test('IDEM-6 twins in flight run once, in one process and in several', async () => {
  const others = [make(), make(), make()]
  const key = newId()
  const first = held({ n: 1 })
  const all = Promise.all(Array.from({ length: 20 }, (_, i) => others[i % 3]?.keys.once('s', key, 'h', first.run)))
  await sleep(300)
  expect(first.runs()).toBe(1)
  first.letGo()
  const answers = await all
  expect(first.runs()).toBe(1)
  expect(answers.filter((one) => one?.replayed === false)).toHaveLength(1)
  expect(answers.every((one) => one?.answer.n === 1)).toBe(true)
})

test('IDEM-6 when the first of twins fails, the next runs', async () => {
  const { keys } = make()
  const key = newId()
  const first = held('never')
  const failing = caught(keys.once('s', key, 'h', first.run))
  await expect.poll(first.runs).toBe(1)
  const twins = [1, 2, 3].map((n) => keys.once('s', key, 'h', async () => n))
  await sleep(50)
  first.breakOff(new Error('broken'))
  expect(await failing).toMatchObject({ message: 'broken' })
  const answers = await Promise.all(twins)
  expect(new Set(answers.map((one) => one.answer)).size).toBe(1)
  expect(answers.filter((one) => !one.replayed)).toHaveLength(1)
})

test('IDEM-7 a twin waits so long and is then told busy', async () => {
  const [holder, waiter] = [make(), make({ twinWaitMs: 400 })]
  const key = newId()
  const first = held('done')
  const running = holder.keys.once('s', key, 'h', first.run)
  await expect.poll(first.runs).toBe(1)
  for (const keys of [waiter.keys, make({ twinWaitMs: 400 }).keys]) {
    const began = performance.now()
    expect(await caught(keys.once('s', key, 'h', async () => 'twin'))).toMatchObject({ errorName: 'busy' })
    expect(performance.now() - began).toBeGreaterThan(390)
    expect(performance.now() - began).toBeLessThan(3000)
  }
  first.letGo()
  expect((await running).answer).toBe('done')
  expect(await waiter.keys.once('s', key, 'h', async () => 'twin')).toEqual({ answer: 'done', replayed: true })
  expect(twinWaitMs).toBe(10_000)
})

test('IDEM-8 the key of a process that died is free after 60 s, also for another body', async () => {
  const [dead, alive] = [make({ renewEveryMs: 1e6 }), make({ twinWaitMs: 200 })]
  const key = newId()
  const never = held('never')
  void dead.keys.once('s', key, 'h', never.run)
  await expect.poll(never.runs).toBe(1)
  alive.clock.advance(59_999)
  expect(await caught(alive.keys.once('s', key, 'h', async () => 2))).toMatchObject({ errorName: 'busy' })
  alive.clock.advance(1)
  expect(await alive.keys.once('s', key, 'other', async () => 3)).toEqual({ answer: 3, replayed: false })
})

test('IDEM-8 a run longer than the lease keeps its key while its process lives', async () => {
  const [slow, other] = [make({ renewEveryMs: 20 }), make({ twinWaitMs: 200 })]
  const key = newId()
  const first = held('slow')
  const running = slow.keys.once('s', key, 'h', first.run)
  await expect.poll(first.runs).toBe(1)
  slow.clock.advance(50_000)
  other.clock.advance(50_000)
  await sleep(200)
  other.clock.advance(30_000)
  expect(await caught(other.keys.once('s', key, 'h', async () => 'twice'))).toMatchObject({ errorName: 'busy' })
  first.letGo()
  expect(await running).toEqual({ answer: 'slow', replayed: false })
})

test('IDEM-9 work and answer are kept together, or neither', async () => {
  const { keys } = make()
  const key = newId()
  const workOf = (id: string, then: 'commit' | 'break') =>
    keys.once<{ id: string }>('s', key, 'h', (save) =>
      database.transaction(async (tx) => {
        await tx.as<{ work: { id: string; n: number } }>().insertInto('work').values({ id, n: 1 }).execute()
        await save(tx, { id })
        if (then === 'break') throw new Error('broke before the commit')
        return { id }
      }),
    )
  const ids = [newId(), newId(), newId()]
  expect(await caught(workOf(ids[0] ?? '', 'break'))).toMatchObject({ message: 'broke before the commit' })
  expect(await workOf(ids[1] ?? '', 'commit')).toEqual({ answer: { id: ids[1] }, replayed: false })
  expect(await workOf(ids[2] ?? '', 'commit')).toEqual({ answer: { id: ids[1] }, replayed: true })
  const { rows } = await database.raw('select id from work where id = any(string_to_array($1, $2))', [ids.join(), ','])
  expect(rows).toEqual([{ id: ids[1] }])
})

test('IDEM-9 a kept answer stands even when the run fails after its commit', async () => {
  const { keys } = make()
  const key = newId()
  const run = async (save: SaveAnswer<number>) => {
    await database.transaction((tx) => save(tx, 7))
    throw new Error('process killed here')
  }
  expect(await caught(keys.once<number>('s', key, 'h', run))).toMatchObject({ message: 'process killed here' })
  expect(await keys.once<number>('s', key, 'h', run)).toEqual({ answer: 7, replayed: true })
})

test('IDEM-10 a process that stood still past its lease rolls its work back', async () => {
  const [frozen, alive] = [make({ renewEveryMs: 1e6 }), make()]
  const key = newId()
  const thaw = Promise.withResolvers<void>()
  let begun = false
  const late = caught(
    frozen.keys.once<string>('s', key, 'h', async (save) => {
      begun = true
      await thaw.promise
      await database.transaction(async (tx) => {
        await tx.as<{ work: { id: string; n: number } }>().insertInto('work').values({ id: key, n: 1 }).execute()
        await save(tx, 'late')
      })
      return 'late'
    }),
  )
  await expect.poll(() => begun).toBe(true)
  alive.clock.advance(60_000)
  const second = held('in time')
  const taken = alive.keys.once('s', key, 'h', second.run)
  await expect.poll(second.runs).toBe(1)
  thaw.resolve()
  expect(await late).toMatchObject({ errorName: 'busy' })
  second.letGo()
  expect(await taken).toEqual({ answer: 'in time', replayed: false })
  expect((await database.raw('select id from work where id = $1', [key])).rows).toEqual([])
  expect(await alive.keys.once('s', key, 'h', async () => 'again')).toEqual({ answer: 'in time', replayed: true })
})

test('IDEM-11 what is older than 24 hours is swept', async () => {
  const { keys, clock } = make()
  clock.set(new Date('2031-01-01'))
  await keys.sweep()
  await keys.once('s', newId(), 'h', async () => 1)
  clock.advance(23 * hour)
  const kept = newId()
  await keys.once('s', kept, 'h', async () => 2)
  expect(await keys.sweep()).toBe(0)
  clock.advance(hour)
  expect(await keys.sweep()).toBe(1)
  expect((await keys.once('s', kept, 'h', async () => 3)).answer).toBe(2)
})

test.runIf(testSet() === 'postgres')('IDEM-6 twins on two connections to PostgreSQL run once', async () => {
  if (database.url === undefined) throw new Error('no url')
  const second = await openDatabase({ url: database.url, log: silentLog })
  const nodes = [make(), make({ on: second })]
  for (let round = 0; round < 20; round += 1) {
    const key = newId()
    let runs = 0
    const run = async () => (runs += 1)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => nodes[i % 2]?.keys.once('s', key, 'h', run)))
    expect(answers.map((one) => one?.answer)).toEqual(Array.from({ length: 10 }, () => 1))
    expect(runs).toBe(1)
  }
  await second.close()
})
