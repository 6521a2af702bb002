import { setTimeout as sleep } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLog, testSet } from '../../../test/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { newId } from '../ids.ts'
import { twinWaitMs } from './idempotency.ts'
import { idempotencyStage, type Work } from '../../../test/idempotency-stage.ts'

const { database, make, add, added, caught, held } = await idempotencyStage()

test('IDEMPOTENCY-8 Twins in flight run once', async () => {
  const { keys } = make()
  const key = newId()
  const first = held({ n: 1 })
  const all = Promise.all(Array.from({ length: 20 }, () => keys.once('s', key, 'h', first.run)))
  await expect.poll(first.runs).toBe(1)
  // No other may begin in this time.
  await sleep(100)
  expect(first.runs()).toBe(1)
  first.letGo()
  const answers = await all
  expect(first.runs()).toBe(1)
  expect(answers.filter((one) => one?.replayed === false)).toHaveLength(1)
  expect(answers.every((one) => one?.answer.n === 1)).toBe(true)
})

test('IDEMPOTENCY-20 A twin whose look at the answers is slow runs no second time', async () => {
  const firstIsOver = Promise.withResolvers<void>()
  let looks = 0
  // What the database answers from the second time on comes in once the first call is over.
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      looks += 1
      if (looks > 1) await firstIsOver.promise
      return result
    },
  }
  const { keys } = make({ on: { ...database, as: <T>() => database.as<T>().withPlugin(slow) } })
  const key = newId()
  const first = held(1)
  const running = keys.once('s', key, 'h', first.run)
  await expect.poll(first.runs).toBe(1)
  const twin = keys.once('s', key, 'h', first.run)
  // It looks, or waits, by then; what follows holds whether it does or not.
  await sleep(100)
  first.letGo()
  expect(await running).toEqual({ answer: 1, replayed: false })
  firstIsOver.resolve()
  expect(await twin).toEqual({ answer: 1, replayed: true })
  expect(first.runs()).toBe(1)
})

test('IDEMPOTENCY-9 When the first of twins fails, the next runs', async () => {
  const { keys } = make()
  const key = newId()
  const first = held('never')
  const failing = caught(keys.once('s', key, 'h', first.run))
  await expect.poll(first.runs).toBe(1)
  const twins = [1, 2, 3].map((n) => keys.once('s', key, 'h', async () => n))
  // They wait by then; what follows holds whether they do or not.
  await sleep(50)
  first.breakOff(new Error('broken'))
  expect(await failing).toMatchObject({ message: 'broken' })
  const answers = await Promise.all(twins)
  expect(new Set(answers.map((one) => one.answer)).size).toBe(1)
  expect(answers.filter((one) => !one.replayed)).toHaveLength(1)
})

test('IDEMPOTENCY-10 A second call with the same key waits so long and is then answered "busy"', async () => {
  const { keys } = make({ twinWaitMs: 400 })
  const key = newId()
  const first = held('done')
  const running = keys.once('s', key, 'h', first.run)
  await expect.poll(first.runs).toBe(1)
  const began = performance.now()
  expect(await caught(keys.once('s', key, 'h', async () => 'twin'))).toMatchObject({ errorName: 'busy' })
  expect(performance.now() - began).toBeGreaterThan(390)
  first.letGo()
  expect((await running).answer).toBe('done')
  expect(await keys.once('s', key, 'h', async () => 'twin')).toEqual({ answer: 'done', replayed: true })
  expect(twinWaitMs).toBe(10_000)
})

describe.runIf(testSet() === 'postgres')('with another process on PostgreSQL', () => {
  const anotherProcess = async () => {
    if (database.url === undefined) throw new Error('no url')
    const second = await openDatabase({ url: database.url, log: silentLog })
    onTestFinished(() => second.close())
    return second
  }

  test('IDEMPOTENCY-17 Twins on two connections to PostgreSQL run once', async () => {
    const second = await anotherProcess()
    const nodes = [database, second].map((on) => ({ on, ...make({ on }) }))
    for (let round = 0; round < 20; round += 1) {
      const key = newId()
      const id = newId()
      let runs = 0
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => {
          const node = nodes[i % 2] ?? nodes[0]
          return node?.keys.once('s', key, 'h', async () => {
            runs += 1
            const run = runs
            await add(`${id} ${run}`, round, node.on)
            return run
          })
        }),
      )
      expect(new Set(answers.map((one) => one?.answer)).size).toBe(1)
      const { rows } = await database.raw('select count(*) as n from work where id like $1', [`${id}%`])
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  test('IDEMPOTENCY-18 A second call in another process waits in the database, and is answered "busy" after so long', async () => {
    const on = await anotherProcess()
    const [holder, waiter] = [make(), make({ on, twinWaitMs: 300 })]
    const [key, id] = [newId(), newId()]
    const gate = Promise.withResolvers<void>()
    const running = holder.keys.once('s', key, 'h', async () => {
      await add(id)
      await gate.promise
      return 'done'
    })
    await expect
      .poll(() => database.raw(`select 1 from pg_stat_activity where state = 'idle in transaction'`))
      .toMatchObject({ rows: [{}] })
    const twin = () => waiter.keys.once('s', key, 'h', () => add(newId(), 2, on).then(() => 'twin'))
    expect(await caught(twin())).toMatchObject({ errorName: 'busy' })
    gate.resolve()
    expect((await running).answer).toBe('done')
    expect(await twin()).toEqual({ answer: 'done', replayed: true })
  })

  test('IDEMPOTENCY-19 The key of a process that died is free at once, also for another body', async () => {
    const dead = await anotherProcess()
    const [key, id] = [newId(), newId()]
    const { keys } = make({ on: dead })
    const dying = keys.once('s', key, 'h', () =>
      dead.transaction(async (tx) => {
        await tx.as<Work>().insertInto('work').values({ id, n: 1 }).execute()
        // As a kill: its connection is gone.
        await database.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
        )
        return 'never'
      }),
    )
    expect(await caught(dying)).toBeInstanceOf(Error)
    expect(await make({ twinWaitMs: 1000 }).keys.once('s', key, 'other', async () => 'alive')).toEqual({
      answer: 'alive',
      replayed: false,
    })
    expect(await added(id)).toEqual([])
  })
})
