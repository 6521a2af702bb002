import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { funnelOf } from '@kaimai/contract/figure/figure.rules.ts'
import fc from 'fast-check'
import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  aShow,
  anOrderRow,
  factsOf,
  figuresOf,
  rollUp,
  type WrittenFact,
  writeFact,
} from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'
import type { Tx } from '../../platform/db/database.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createRollUpStore } from './roll-up.store.ts'

const t = await sharedApp()
const { db } = t.platform
const minuteMs = 60_000
let owner: Member
beforeAll(async () => {
  owner = await aFirmWithHours(t, '器日')
})

const ownShow = async () => {
  const { live, form } = await aShow(t, owner)
  return { liveId: live.id, formId: form.id }
}
const visitName = () => newId().replaceAll('-', '').slice(0, 22)

/** What three people, three viewers and three browsers did, as names that a run fills in. */
const act = fc.record({
  kind: fc.constantFrom('visited', 'signedUp', 'joined', 'left', 'carted', 'ordered', 'paid', 'refunded' as const),
  cause: fc.nat(8),
  minute: fc.integer({ min: -5, max: 20 }),
  person: fc.option(fc.nat(2), { freq: 2 }),
  viewer: fc.nat(2),
  visit: fc.nat(2),
  amount: fc.nat(3).map((dollars) => dollars * 100_00),
  isSimulated: fc.boolean(),
})

test('FIGURE-20 However facts come in, late, doubled and between the runs of the job, the dashboard is what the formulas say of them, and a recount is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.array(fc.nat(30), { maxLength: 4 }), async (acts, runs) => {
      const { liveId, formId } = await ownShow()
      const [people, viewers] = [
        [newId(), newId(), newId()],
        [newId(), newId(), newId()],
      ]
      const visits = [visitName(), visitName(), visitName()]
      const now = t.clock.ms()
      const orderIds = await Promise.all([0, 1, 2].map(() => anOrderRow(db, owner.firmId, liveId, t.clock.now())))
      const factOf = ({ kind, cause, minute, person, viewer, visit, amount, isSimulated }: (typeof acts)[number]) => {
        const at = new Date(now - 30 * minuteMs + minute * minuteMs)
        const name = visits[visit] ?? ''
        if (kind === 'visited')
          return { kind, sourceId: `signup ${formId} ${name}`, at, visit: name, isSimulated } satisfies WrittenFact
        const isMoney = kind === 'ordered' || kind === 'paid' || kind === 'refunded'
        const presence = kind === 'joined' || kind === 'left' ? 'presence' : kind
        return {
          kind,
          // A presence has one cause for its begin and its end.
          sourceId: `${presence} ${liveId} ${cause}`,
          at,
          liveId,
          offsetMs: minute * minuteMs,
          // An order is one buyer's.
          signupUserId: person === null || isMoney ? null : (people[person] ?? null),
          liveUserId: kind === 'signedUp' ? null : (viewers[isMoney ? cause % 3 : viewer] ?? null),
          visit: kind === 'signedUp' ? name : null,
          orderId: isMoney ? (orderIds[cause % 3] ?? null) : null,
          ...(isMoney ? { amount } : {}),
          isSimulated,
        } satisfies WrittenFact
      }
      for (const [at, each] of acts.entries()) {
        await writeFact(db, owner.firmId, factOf(each))
        if (at % 5 === 0) await writeFact(db, owner.firmId, factOf(each))
        if (!runs.includes(at)) continue
        await rollUp(t)
        // Whoever looks meanwhile: what is kept in memory must not be older than the sums.
        await figuresOf(t, owner, { liveId })
      }
      const shown = await figuresOf(t, owner, { liveId })
      const facts = (await factsOf(db, owner.firmId, liveId)).filter(
        ({ kind, sourceId }) => kind !== 'visited' || sourceId.includes(formId),
      )
      expect(shown.funnel).toEqual(funnelOf(facts, 5 * minuteMs))
      const sum = (kind: 'paid' | 'refunded') =>
        facts
          .filter((fact) => fact.kind === kind && !fact.isSimulated)
          .reduce((all, { amount }) => all + (amount ?? 0), 0)
      expect(shown.money).toMatchObject([{ paid: sum('paid'), refunded: sum('refunded') }])
      const overTime = shown.salesReportChart.reduce((all, { paid }) => all + paid, 0)
      expect(overTime).toBe(sum('paid'))
      await t.app.services.figures.recount(owner.firmId)
      expect(await figuresOf(t, owner, { liveId })).toEqual(shown)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('FIGURE-21 A run that is killed before its end has counted nothing, and the next counts all once', async () => {
  const { liveId } = await ownShow()
  for (const cause of ['a', 'b', 'c'])
    await writeFact(db, owner.firmId, {
      kind: 'paid',
      sourceId: `${liveId} ${cause}`,
      at: t.clock.now(),
      liveId,
      offsetMs: 0,
      amount: 100_00,
    })
  const killed = db.transaction(async (tx) => {
    expect(await createRollUpStore(tx).add(2, tx)).toBe(2)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await db.transaction((tx) => createRollUpStore(tx).add(2, tx))).toBe(2)
  const shown = await figuresOf(t, owner, { liveId })
  expect(shown.money).toMatchObject([{ payments: 3, paid: 300_00 }])
  expect(shown.waiting).toBe(0)
})

const figureTables = [
  'figure',
  'figureDay',
  'figurePerson',
  'figureStay',
  'figurePresence',
  'figureOrder',
  'figureName',
  'figureChange',
  'figureCell',
]

/** Takes the figures back to before they were, runs these migrations in a transaction, and undoes all of it after `see`. */
const fromBefore = async (
  migrations: readonly string[],
  see: (run: (query: RawBuilder<unknown>) => Promise<QueryResult<unknown>>, tx: Tx) => Promise<void>,
): Promise<void> => {
  const texts = await Promise.all(migrations.map((name) => readFile(join(migrationsFolder, `${name}.sql`), 'utf8')))
  const migrated = db.transaction(async (tx) => {
    const run = (query: RawBuilder<unknown>) => query.execute(tx.as())
    for (const table of [...figureTables, 'factToCount']) await run(sql`drop table ${sql.table(table)}`)
    await run(sql`drop trigger fact_to_count on fact`)
    await run(sql`drop function "queueFacts"`)
    await run(sql`alter table fact drop column seq`)
    for (const statement of texts.join('\n').split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    await see(run, tx)
    throw new Error('seen')
  })
  await expect(migrated).rejects.toThrow('seen')
}
const before280 = ['225-figure', '269-fact-source', '279-fact-source-at-form']

test('FIGURE-22 A database from before counts the facts that it has', async () => {
  const { liveId } = await ownShow()
  const fact = { kind: 'paid', at: t.clock.now(), liveId, offsetMs: 0, amount: 100_00 } as const
  await writeFact(db, owner.firmId, { ...fact, sourceId: `${liveId} before` })
  await rollUp(t)
  await fromBefore([...before280, '280-fact-to-count', '281-figure-name', '283-figure-presence'], async (run, tx) => {
    let counted = 100
    while (counted === 100) counted = await createRollUpStore(tx).add(100, tx)
    const { rows } = await run(sql`select acts, amount from figure where "liveId" = ${liveId}`)
    expect(rows).toEqual([{ acts: 1, amount: 100_00 }])
  })
})

test('FIGURE-434 Sums that a database has are under the persons who are known in them, and keep by what those came', async () => {
  const { liveId, formId } = await ownShow()
  const { firmId } = owner
  const [visit, viewer, person] = [visitName(), newId(), newId()]
  const at = t.clock.now()
  await db.raw(
    `insert into fact ("firmId", kind, "sourceId", at, visit, attribution, "isSimulated")
     values ($1, 'visited', $2, $3, $4, '{"source":"line"}', false)`,
    [firmId, `signup ${formId} ${visit}`, at, visit],
  )
  await fromBefore(before280, async (run) => {
    await run(sql`update fact set "isCounted" = true where "sourceId" <> ${`signup ${formId} ${visit}`}`)
    for (const key of [visit, viewer])
      await run(sql`insert into "figureAlias" values (${firmId}, ${key}, ${person}, ${at})`)
    const day = '2026-11-20'
    await run(sql`
      insert into "figurePerson" values (${firmId}, 'visited', ${formId}, ${newId()}, ${day}, ${visit}, ${at}, ''),
        (${firmId}, 'joined', ${liveId}, ${newId()}, ${day}, 'nobody known', ${at}, '')`)
    await run(sql`insert into "figureStay" values (${firmId}, ${liveId}, ${day}, ${viewer}, '{[0,60000)}')`)
    await run(
      sql`insert into "figureOrder" values (${firmId}, ${newId()}, ${liveId}, ${viewer}, '', 'TWD', ${day}, null, 1, 0, 0)`,
    )
    for (const name of ['280-fact-to-count', '281-figure-name']) {
      const text = await readFile(join(migrationsFolder, `${name}.sql`), 'utf8')
      for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    }
    const { rows } = await run(sql`
      select own.name as key, whose.name as person, source from (
        select key, person, source from "figurePerson" where "firmId" = ${firmId}
        union all select key, person, '' from "figureStay" where "firmId" = ${firmId}
        union all select key, person, '' from "figureOrder" where "firmId" = ${firmId}
      ) as done
        join "figureName" own on own."firmId" = ${firmId} and own.key = done.key
        join "figureName" whose on whose."firmId" = ${firmId} and whose.key = done.person
      order by source desc, own.name`)
    expect(rows.slice(0, 1)).toEqual([{ key: visit, person, source: 'line' }])
    expect(rows.slice(1)).toEqual(
      expect.arrayContaining([
        { key: viewer, person, source: '' },
        { key: viewer, person, source: '' },
        { key: 'nobody known', person: 'nobody known', source: '' },
      ]),
    )
    expect(rows).toHaveLength(4)
    const waiting = await run(sql`select "sourceId" from "factToCount" join fact using (seq)`)
    expect(waiting.rows).toEqual([{ sourceId: `signup ${formId} ${visit}` }])
  })
})

test.runIf(db.kind === 'postgres')(
  'FIGURE-446 Once very many facts are counted, what is gone from the table of those that wait lies in nobody’s way',
  async () => {
    const bytesAfter = async (round: number): Promise<number> => {
      await db.raw(
        `insert into fact ("firmId", kind, "sourceId", at, attribution, "isSimulated")
         select $1::uuid, 'hidden', 'swept ' || $3::integer || ' ' || n, $2::timestamptz, '{}', false
         from generate_series(1, 50000) n`,
        [owner.firmId, t.clock.now(), round],
      )
      await rollUp(t)
      const { rows } = await db.raw(`select pg_relation_size('"factToCount"')::integer as bytes`)
      return Number(rows[0]?.['bytes'])
    }
    // What PostgreSQL looks at of its own accord at that moment keeps it: then the next roll-up of as many takes it away.
    let bytes = await bytesAfter(0)
    for (let round = 1; round < 5 && bytes > 0; round += 1) bytes = await bytesAfter(round)
    expect(bytes).toBe(0)
  },
)
