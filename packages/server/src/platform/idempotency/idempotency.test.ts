import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { migrationsFolder } from '../db/migrate.ts'
import { newId } from '../ids.ts'
import { idempotency } from './idempotency.ts'
import { idempotencyStage, secret, type Work } from '../../../test/idempotency-stage.ts'

const hour = 60 * 60 * 1000
const start = '2026-01-01T00:00:00Z'
const { database, make, add, added, caught, held } = await idempotencyStage()

test('IDEMPOTENCY-1 The same key and body runs once and answers the same for 24 hours', async () => {
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

test('IDEMPOTENCY-2 An answer of nothing is an answer', async () => {
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

test('IDEMPOTENCY-3 A key belongs to its caller and route', async () => {
  const { keys } = make()
  const key = newId()
  expect((await keys.once('user:1 POST /order', key, 'h', async () => 1)).answer).toBe(1)
  expect((await keys.once('user:2 POST /order', key, 'h', async () => 2)).answer).toBe(2)
  expect((await keys.once('user:1 POST /refund', key, 'h', async () => 3)).answer).toBe(3)
  // Where scope ends and key begins can't be shifted.
  expect((await keys.once('user:1 POST /refund ', key.slice(1), 'h', async () => 4)).answer).toBe(4)
})

test('IDEMPOTENCY-4 The same key with another body is a conflict, while it runs and after', async () => {
  const { keys } = make()
  const key = newId()
  const first = held('done')
  const running = keys.once('s', key, '{"n":1}', first.run)
  await expect.poll(first.runs).toBe(1)
  const other = () => caught(keys.once('s', key, '{"n":2}', async () => 'other'))
  const meanwhile = other()
  first.letGo()
  await running
  expect(await meanwhile).toMatchObject({ errorName: 'conflict', reason: common.keyUsedTwice })
  expect(await other()).toMatchObject({ errorName: 'conflict', reason: common.keyUsedTwice })
})

test('IDEMPOTENCY-5 An error that no retry can change is answered again, with all its fields', async () => {
  const { keys } = make()
  const key = newId()
  const error = () =>
    fail('invalid', {
      reason: common.wrongFormat,
      fields: { phone: common.wrongPhone, count: withValues(common.tooBig, { max: 5 }) },
      details: { retryAfter: 3 },
    })
  let runs = 0
  const run = async () => {
    runs += 1
    throw error()
  }
  const first = await caught(keys.once('s', key, 'h', run))
  const second = await caught(keys.once('s', key, 'h', run))
  expect(runs).toBe(1)
  expect(first).toBeInstanceOf(KaimaiError)
  const said = ({ errorName, reason, fields, details }: KaimaiError) => ({ errorName, reason, fields, details })
  expect(second instanceof KaimaiError && said(second)).toEqual(said(error()))
})

test('IDEMPOTENCY-6 A limit that was reached is no outcome: the key is free', async () => {
  const { keys } = make()
  const key = newId()
  const tooOften = async () => {
    throw fail('tooManyRequests', { details: { retryAfterMs: 1000 } })
  }
  expect(await caught(keys.once('s', key, 'h', tooOften))).toMatchObject({ errorName: 'tooManyRequests' })
  expect(await keys.once('s', key, 'h', async () => 'done')).toEqual({ answer: 'done', replayed: false })
})

test('IDEMPOTENCY-7 Any other error frees the key for the next try', async () => {
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

test('IDEMPOTENCY-11 Work and answer are stored together, or neither', async () => {
  const { keys } = make()
  const key = newId()
  const [first = '', second = '', third = ''] = [newId(), newId(), newId()]
  const workOf = (id: string, then: 'answers' | 'breaks') => async () => {
    await add(id)
    if (then === 'breaks') throw new Error('broke after its transaction')
    return { id }
  }
  expect(await caught(keys.once('s', key, 'h', workOf(first, 'breaks')))).toMatchObject({
    message: 'broke after its transaction',
  })
  expect(await keys.once('s', key, 'h', workOf(second, 'answers'))).toEqual({ answer: { id: second }, replayed: false })
  expect(await keys.once('s', key, 'h', workOf(third, 'answers'))).toEqual({ answer: { id: second }, replayed: true })
  expect(await added(first, second, third)).toEqual([second])
})

test('IDEMPOTENCY-12 When its answer cannot be stored, the work is undone and the same call does it', async () => {
  const broken = idempotency({
    database,
    clock: manualClock(start),
    secret: {
      ...secret,
      encrypt: () => {
        throw new Error('killed here')
      },
    },
  })
  const [key, id] = [newId(), newId()]
  const work = async () => {
    await add(id)
    return { id }
  }
  expect(await caught(broken.once('s', key, 'h', work))).toMatchObject({ message: 'killed here' })
  expect(await added(id)).toEqual([])
  expect(await make().keys.once('s', key, 'h', work)).toEqual({ answer: { id }, replayed: false })
  expect(await added(id)).toEqual([id])
})

test('IDEMPOTENCY-13 What a refused call has committed by itself is stored with its error', async () => {
  const { keys } = make()
  const [key, id, undone] = [newId(), newId(), newId()]
  let runs = 0
  const work = async () => {
    runs += 1
    await database
      .transaction(async (tx) => {
        await tx.as<Work>().insertInto('work').values({ id: undone, n: 1 }).execute()
        throw fail('soldOut')
      })
      .catch(async (error: unknown) => {
        await add(id)
        throw error
      })
  }
  expect(await caught(keys.once('s', key, 'h', work))).toMatchObject({ errorName: 'soldOut' })
  expect(await caught(keys.once('s', key, 'h', work))).toMatchObject({ errorName: 'soldOut' })
  expect(runs).toBe(1)
  expect(await added(id, undone)).toEqual([id])
})

test('IDEMPOTENCY-14 No answer, error or body can be read in the database', async () => {
  const { keys } = make()
  const secretWords = ['order-key-1234567', '台北市信義區松高路9號', '0912345678']
  const [orderKey, address, phone] = secretWords
  await keys.once('s', newId(), JSON.stringify({ address, phone }), async () => ({ orderKey }))
  const refusing = keys.once('s', newId(), JSON.stringify({ address }), async () => {
    throw fail('conflict', { details: { phone: phone ?? '' } })
  })
  await caught(refusing)
  const { rows } = await database.raw('select idempotency::text as row from idempotency')
  const dump = JSON.stringify(rows)
  for (const word of secretWords) expect(dump).not.toContain(word)
  // Sealed for its own row: moved to another it opens nothing.
  const [a, b] = [newId(), newId()]
  await keys.once('s', a, 'h', async () => 'of a')
  await keys.once('s', b, 'h', async () => 'of b')
  await database.raw(
    `update idempotency set outcome = (select outcome from idempotency other where other.id <> idempotency.id limit 1)`,
  )
  expect(await caught(keys.once('s', a, 'h', async () => 'again'))).toBeInstanceOf(Error)
})

test('IDEMPOTENCY-15 What is older than 24 hours is swept', async () => {
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

test('IDEMPOTENCY-16 The update keeps orders and payments, and nothing of what was answered before in the open', async () => {
  const text = await readFile(join(migrationsFolder, '102-idempotency.sql'), 'utf8')
  const before = [
    'drop table idempotency',
    `create table idempotency (id text primary key, "bodyHash" text, state text, outcome jsonb, "expiresAt" timestamptz)`,
    'create index idempotency_expires on idempotency ("expiresAt")',
    `insert into idempotency values ('1', 'h', 'answered', '{"answer":{"orderKey":"in the open"}}', now())`,
    'drop index order_by_shopper, payment_by_order',
    'alter table "order" drop column "isTest"',
    'alter table payment drop column gateway',
    `alter table "order" add column "idempotencyKey" text not null default 'key', add column "bodyHash" text not null default 'hash'`,
    `alter table payment add column "idempotencyKey" text not null default 'key'`,
    'create unique index order_once on "order" ("shopperId", "idempotencyKey")',
    'create unique index payment_once on payment ("orderId", "idempotencyKey")',
    `insert into firm (id, name, "createdAt") values ('00000000-0000-7000-8000-000000000001', '商家', now())`,
    `insert into "order" (id, "firmId", source, "sourceId", "shopperId", "orderNo", "keyHash", "paymentState", "fulfilmentState",
       "heldUntil", currency, subtotal, "deliveryFee", "paymentFee", rounding, total, "totalQuantity", "paymentMethod", "fullName",
       phone, email, delivery, invoice, memo, "searchText", "contactText", "createdAt")
     values ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 'salesPage',
       '00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000004', 'KM1', 'h', 'paid', 'none', now(),
       'TWD', 100, 0, 0, 0, 100, 1, 'sandbox', '林小美', '', '', '{}', '{}', '', '', '', now())`,
    `insert into payment (id, "firmId", "orderId", method, state, amount, currency, reference, "createdAt")
     values ('00000000-0000-7000-8000-000000000005', '00000000-0000-7000-8000-000000000001',
       '00000000-0000-7000-8000-000000000002', 'sandbox', 'paid', 100, 'TWD', 'once', now())`,
  ]
  const updated = database.transaction(async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx.as())
    for (const statement of [...before, ...text.split(/;\s*$/m)]) if (statement.trim() !== '') await run(statement)
    expect((await run('select * from idempotency')).rows).toEqual([])
    const { rows } = await run(
      'select "orderNo", reference from "order" join payment on payment."orderId" = "order".id',
    )
    expect(rows).toEqual([{ orderNo: 'KM1', reference: 'once' }])
    throw new Error('seen')
  })
  expect(await caught(updated)).toMatchObject({ message: 'seen' })
})
