import { common, defineErrorTexts } from '@kaimai/contract/common/error-text.ts'
import { choice, flag, money, optionalCount, optionalInstant, text } from '@kaimai/contract/common/field.ts'
import { defineResource } from '@kaimai/contract/common/resource.ts'
import { sql, type SqlBool } from 'kysely'
import { expect, test } from 'vitest'
import { recordQueries } from '../../../test/explain.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { sheetBytes } from '../../../test/sheet-bytes.ts'
import { actorOf } from '../audit/audit.ts'
import { newestFirst } from '../db/sort.ts'
import type { FirmCaller } from '../http/caller.ts'
import { newId } from '../ids.ts'
import { createResource } from './resource.ts'
import { createResourceSheet } from './resource-sheet.ts'
import { createResourceStore } from './resource.store.ts'

const errors = defineErrorTexts({
  sampleTaken: { 'zh-TW': '這個代碼已經有人用了', en: 'This code is already in use' },
  sampleOver: { 'zh-TW': '折抵不能超過 100%', en: 'The discount can’t exceed 100%' },
})

const offer = defineResource({
  path: '/offer',
  names: ['offer', 'offers'],
  permission: 'order',
  main: 'code',
  versions: true,
  fields: {
    code: text({ max: 20, fold: 'upper', match: /^[A-Z0-9]+$/, search: true, unique: errors.sampleTaken }),
    kind: choice({ percent: { 'zh-TW': '百分比', en: 'Percent' }, amount: { 'zh-TW': '金額', en: 'Amount' } }),
    value: money({ min: 1 }),
    note: text({ max: 200, optional: true, search: true }),
    untilAt: optionalInstant(),
    uses: optionalCount({ max: 1000 }),
    open: flag(true),
  },
  titles: {
    code: { 'zh-TW': '代碼', en: 'Code' },
    kind: { 'zh-TW': '種類', en: 'Kind' },
    value: { 'zh-TW': '折抵', en: 'Discount' },
    note: { 'zh-TW': '備註', en: 'Note' },
    untilAt: { 'zh-TW': '截止時間', en: 'Ends' },
    uses: { 'zh-TW': '次數', en: 'Uses' },
    open: { 'zh-TW': '開放', en: 'Open' },
  },
  derived: {
    state: choice({ running: { 'zh-TW': '進行中', en: 'Running' }, over: { 'zh-TW': '已結束', en: 'Over' } }),
  },
  tabs: ['running', 'over'],
  sorts: ['code', 'value'],
  check: ({ kind, value }) =>
    kind === 'percent' && value > 100_00 ? [{ field: 'value', reason: errors.sampleOver }] : [],
})

const t = await sharedApp()
await t.platform.db.raw(`create table "sampleOffer" (
  id uuid primary key, "firmId" uuid not null, code text not null, kind text not null, value bigint not null,
  note text not null, "untilAt" timestamptz, uses integer, open boolean not null, "searchText" text not null,
  version integer not null, "createdAt" timestamptz not null, "removedAt" timestamptz)`)
await t.platform.db.raw(
  `create unique index sample_offer_code on "sampleOffer" ("firmId", code) where "removedAt" is null`,
)
await t.platform.db.raw(
  `create index sample_offer_list on "sampleOffer" ("firmId", "createdAt" desc, id desc) include ("searchText", "untilAt") where "removedAt" is null`,
)

const isOver = (now: Date) => sql<SqlBool>`"untilAt" <= ${now}`
const offers = createResource(t.platform, offer, {
  name: 'offer',
  table: 'sampleOffer',
  softRemove: true,
  derived: (_firmId, rows) =>
    rows.map(({ untilAt }) => ({
      state: untilAt instanceof Date && untilAt.getTime() <= t.clock.now().getTime() ? 'over' : 'running',
    })),
  tabs: { running: (now) => sql<SqlBool>`(${isOver(now)}) is not true`, over: isOver },
})
const jobs = { ...t.platform.jobs, define: () => {}, every: () => {}, enqueue: async () => {} }
const sheet = createResourceSheet({ ...t.platform, jobs }, offer, offers, {
  name: 'offer',
  title: { 'zh-TW': '優惠', en: 'Offers' },
})

const sample = {
  code: 'AUTUMN',
  kind: 'amount',
  value: 100_00,
  note: '',
  untilAt: null,
  uses: null,
  open: true,
} as const
const aShop = async () => {
  const member = await t.aFirm()
  const firm = { id: member.firmId, userId: member.userId, userName: 'Mei' } as FirmCaller
  return { firmId: member.firmId, firm, by: actorOf(firm, '127.0.0.1') }
}
const audited = async (firmId: string) =>
  (
    await t.platform.db.raw('select action, "targetName", change from audit where "firmId" = $1 order by id', [firmId])
  ).rows.filter(({ action }) => String(action).startsWith('offer.'))
const codesOf = async (firmId: string, wanted: Parameters<typeof offers.list>[1]) =>
  (await offers.list(firmId, wanted)).items.map(({ code }) => code)

test('RESOURCE-1 A record is made, listed, searched in its texts whatever their case, sorted and counted by tabs, for its firm alone', async () => {
  const [{ firmId, by }, other] = [await aShop(), await aShop()]
  const past = new Date(t.clock.now().getTime() - 1000).toISOString()
  await offers.create(firmId, sample, by)
  t.clock.advance(1000)
  await offers.create(firmId, { ...sample, code: 'WINTER', value: 50_00, note: 'Für Gäste ＶＩＰ', untilAt: past }, by)
  await offers.create(other.firmId, sample, other.by)
  expect(await codesOf(firmId, {})).toEqual(['WINTER', 'AUTUMN'])
  expect(await codesOf(firmId, { sort: 'value' })).toEqual(['WINTER', 'AUTUMN'])
  expect(await codesOf(firmId, { sort: '-value' })).toEqual(['AUTUMN', 'WINTER'])
  expect(await codesOf(firmId, { q: 'vip' })).toEqual(['WINTER'])
  expect(await codesOf(firmId, { q: 'aut' })).toEqual(['AUTUMN'])
  expect(await codesOf(firmId, { state: 'over' })).toEqual(['WINTER'])
  expect(await codesOf(firmId, { state: 'running' })).toEqual(['AUTUMN'])
  expect(await offers.counts(firmId, {})).toEqual({ all: 2, running: 1, over: 1 })
  expect(await offers.counts(firmId, { q: 'vip' })).toEqual({ all: 1, running: 0, over: 1 })
  const [first] = (await offers.list(other.firmId, {})).items
  expect(first).toMatchObject({ ...sample, version: 1, state: 'running' })
  expect(offer.Record.parse(first)).toEqual(first)
  await expect(codesOf(firmId, { sort: 'note' })).rejects.toMatchObject({ fields: { sort: expect.anything() } })
})

test('RESOURCE-2 A field that only one may have is refused at that field, when made and when changed; a removed record leaves it free', async () => {
  const [{ firmId, by }, other] = [await aShop(), await aShop()]
  const first = await offers.create(firmId, sample, by)
  const second = await offers.create(firmId, { ...sample, code: 'SECOND' }, by)
  await offers.create(other.firmId, sample, other.by)
  const refused = { fields: { code: errors.sampleTaken } }
  await expect(offers.create(firmId, sample, by)).rejects.toMatchObject(refused)
  await expect(offers.change(firmId, second.id, sample, by)).rejects.toMatchObject(refused)
  await offers.remove(firmId, first.id, by)
  expect((await offers.change(firmId, second.id, sample, by)).code).toBe('AUTUMN')
  await expect(offers.remove(firmId, first.id, by)).rejects.toMatchObject({ errorName: 'noData' })
  expect(await offers.find(firmId, first.id)).toBeUndefined()
  expect(await offers.find(other.firmId, second.id)).toBeUndefined()
  await expect(offers.change(other.firmId, second.id, sample, other.by)).rejects.toMatchObject({ errorName: 'noData' })
})

test('RESOURCE-3 Of two who change one record, different fields are both kept, and the same field is asked about', async () => {
  const { firmId, by } = await aShop()
  const { id, version } = await offers.create(firmId, sample, by)
  await offers.change(firmId, id, { ...sample, value: 80_00, version }, by)
  const both = await offers.change(firmId, id, { ...sample, value: 80_00, note: 'mine', version }, by)
  expect(both).toMatchObject({ value: 80_00, note: 'mine', version: 3 })
  await expect(offers.change(firmId, id, { ...sample, value: 70_00, version }, by)).rejects.toMatchObject({
    errorName: 'conflict',
    conflict: { version: 3, changedBy: 'Mei', fields: expect.arrayContaining([{ field: 'value', now: 80_00 }]) },
  })
  expect(await audited(firmId)).toMatchObject([
    { action: 'offer.create', targetName: 'AUTUMN' },
    { action: 'offer.change', change: { value: { before: 100_00, after: 80_00 } } },
    { action: 'offer.change', change: { note: { before: '', after: 'mine' } } },
  ])
})

test('RESOURCE-4 What is wrong is said at its field, by the same check for both bodies', () => {
  const wrong = { ...sample, kind: 'percent', value: 100_01 }
  for (const schema of [offer.Body, offer.ChangeBody])
    expect(schema.safeParse(wrong).error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['value', '@reason:sampleOver'],
    ])
  expect(offer.Body.parse({ ...sample, code: ' autumn1 ' }).code).toBe('AUTUMN1')
  expect(offer.Body.safeParse({ ...sample, code: 'no spaces' }).success).toBe(false)
  expect(offer.Body.safeParse({ ...sample, value: 0 }).success).toBe(false)
  expect(offer.Body.safeParse({ ...sample, uses: 1001 }).success).toBe(false)
})

/** Reads a file and writes its good rows. */
const bringIn = async (firm: FirmCaller, lines: readonly string[]) => {
  const run = await sheet.runs.read(firm, {
    file: Buffer.from(lines.join('\n')),
    fileName: 'offers.csv',
    options: {},
    language: 'en',
    ip: '127.0.0.1',
  })
  await sheet.runs.start(firm.id, run.id)
  await sheet.runs.work(run.id, { signal: new AbortController().signal, isLast: true })
  return { run, rows: (await sheet.runs.rows(firm.id, run.id, { offset: 0 })).rows }
}

test('RESOURCE-5 A file makes new records, changes those that its unique field names, leaves others, and says what is wrong at its cell', async () => {
  const { firmId, firm, by } = await aShop()
  await offers.create(firmId, { ...sample, untilAt: '2026-12-24T12:00:00.000Z' }, by)
  await offers.create(firmId, { ...sample, code: 'SAME' }, by)
  const { run, rows } = await bringIn(firm, [
    'Code,Discount,Kind,Open',
    'autumn,250,Amount,No',
    'SAME,100,金額,Yes',
    'NEW1,12,Percent,',
    'BAD,1000,Percent,Yes',
    'NEW1,5,Percent,Yes',
    'NEW2,5,,Yes',
  ])
  expect(run.counts).toEqual({ new: 1, change: 1, same: 1, bad: 3 })
  // Nobody has made the choice; of a record that is there, its own stays.
  expect(rows.find(({ line }) => line === 7)?.errors).toEqual([{ column: 'kind', message: common.required.en }])
  expect(rows.map(({ line, errors: wrong }) => [line, wrong.map(({ column }) => column)])).toContainEqual([
    5,
    ['value'],
  ])
  expect(rows.find(({ line }) => line === 2)?.before).toEqual({ value: '100', open: 'Yes' })
  expect(await offers.list(firmId, { sort: 'code' })).toMatchObject({
    items: [
      { code: 'AUTUMN', value: 250_00, open: false, untilAt: '2026-12-24T12:00:00.000Z', version: 2 },
      { code: 'NEW1', kind: 'percent', value: 12_00 },
      { code: 'SAME', value: 100_00, version: 1 },
    ],
  })
})

test('RESOURCE-6 What a file of the records says comes back in as the same, in both formats and both languages', async () => {
  const { firmId, firm, by } = await aShop()
  await offers.create(firmId, { ...sample, note: '=1+1, "quoted"', untilAt: '2026-12-24T12:00:00.000Z', uses: 3 }, by)
  await offers.create(firmId, { ...sample, code: 'PCT', kind: 'percent', value: 1_00, open: false }, by)
  for (const format of ['csv', 'xlsx'] as const)
    for (const language of ['zh-TW', 'en'] as const) {
      const run = await sheet.runs.read(firm, {
        file: await sheetBytes(await sheet.exportSheet(firmId, { format }, language, by)),
        fileName: `offers.${format}`,
        options: {},
        language,
        ip: '',
      })
      expect([format, language, run.counts]).toEqual([format, language, { new: 0, change: 0, same: 2, bad: 0 }])
    }
})

test('RESOURCE-8 A file holds what the list shows, in its order, and leaves out what is removed while it is written', async () => {
  const { firmId, by } = await aShop()
  const past = new Date(t.clock.now().getTime() - 1000).toISOString()
  const first = await offers.create(firmId, sample, by)
  await offers.create(firmId, { ...sample, code: 'BETTER', value: 300_00, note: 'mine' }, by)
  await offers.create(firmId, { ...sample, code: 'CODE', value: 200_00, note: 'mine', untilAt: past }, by)
  const codesIn = async (wanted: Omit<Parameters<typeof sheet.exportSheet>[1], 'format'>) => {
    const file = await sheet.exportSheet(firmId, { format: 'csv', ...wanted }, 'en', by)
    const lines = Buffer.from(await sheetBytes(file))
      .toString()
      .trim()
      .split('\r\n')
    return lines.slice(1).map((line) => line.split(',')[0])
  }
  expect(await codesIn({ sort: '-value' })).toEqual(['BETTER', 'CODE', 'AUTUMN'])
  expect(await codesIn({ sort: 'code', q: 'mine' })).toEqual(['BETTER', 'CODE'])
  expect(await codesIn({ state: 'over' })).toEqual(['CODE'])
  const ids = await offers.store.ids(firmId, { ...offers.order('code'), where: [] })
  expect(ids[0]).toBe(first.id)
  await offers.remove(firmId, first.id, by)
  expect(await codesIn({ sort: 'code' })).toEqual(['BETTER', 'CODE'])
})

test('RESOURCE-7 However it is searched, narrowed and sorted by time, a list is found in an index', async () => {
  const { firmId } = await aShop()
  await t.platform.db.raw(
    `insert into "sampleOffer" select gen_random_uuid(), whose, 'C' || n, 'amount', n, '', null, null, true, 'c' || n, 1,
       now() - n * interval '1 second', null
     from unnest($1::uuid[]) whose, generate_series(1, 5000) n`,
    [[firmId, ...Array.from({ length: 5 }, () => newId())]],
  )
  await t.platform.db.raw('vacuum analyze "sampleOffer"')
  for (const q of [undefined, 'c12'])
    for (const state of [undefined, 'running', 'over']) {
      const plans = await recordQueries(() => offers.list(firmId, { q, state }), t.platform.db)
      expect(plans.filter((plan) => plan.includes('Seq Scan on "sampleOffer"'))).toEqual([])
    }
})

test('RESOURCE-60 Of a row only the columns that a list shows are read', async () => {
  const { firmId, by } = await aShop()
  await offers.create(firmId, sample, by)
  const store = createResourceStore(t.platform.db, { table: 'sampleOffer', listed: ['id', 'code'] })
  const { rows } = await store.list(firmId, { where: [], ...newestFirst, limit: 20, offset: 0 })
  expect(rows.map((row) => Object.keys(row))).toEqual([['id', 'code']])
})
