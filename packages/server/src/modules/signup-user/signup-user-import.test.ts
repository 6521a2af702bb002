import type { ImportRun, ImportRunRow } from '@kaimai/contract/common/import-run.ts'
import { signupUserImportRoutes as routes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aPerson, sendFile, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { checkPeople } from './signup-user-seating.ts'
import type { Person } from './signup-user-list.store.ts'

const t = await sharedApp()

const member = await t.aFirm('器日')
const other = await t.aFirm('別家')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const aStage = async (capacity: number | null = null) => {
  const live = await aLive(t, member, { minutes: 60 })
  const form = await aForm(t, member, [{ liveId: live.id, capacity }])
  return { live, form }
}
type Stage = Awaited<ReturnType<typeof aStage>>

interface Brought {
  readonly data: ImportRun & { readonly rows: readonly ImportRunRow[]; readonly isWritten: boolean }
  readonly error?: { readonly name: string; readonly fields?: Record<string, string> }
}

/** Reads a file; `good` writes the rows without errors, `all` nothing while one is bad. */
const bring = async (
  { live, form }: Stage,
  csv: string,
  mode: 'preview' | 'good' | 'all',
  given: Record<string, string> = {},
  by = member,
): Promise<Brought> => {
  const fields = { signupId: form.id, liveId: live.id, consentSource: '春季市集報名表', fileName: 'a.csv', ...given }
  const { body } = await sendFile(t, by, routes.read, fields, csv)
  const { data: run, error } = body as { data: ImportRun; error?: Brought['error'] }
  if (error) return { data: { ...run, rows: [], isWritten: false }, error }
  const params = { id: run.id }
  const { rows } = await t.call(routes.rows, { params, query: { offset: 0 } }, by.headers)
  const isWritten = mode === 'good' || (mode === 'all' && run.counts.bad === 0)
  if (isWritten) {
    await t.call(routes.start, { params, body: {} }, by.headers)
    await t.platform.jobs.idle()
    expect((await t.call(routes.run, { params }, by.headers)).state).toBe('done')
  }
  return { data: { ...run, rows, isWritten } }
}
const takenOf = async ({ live, form }: Stage): Promise<number> => {
  const { rows } = await t.platform.db.raw(
    'select taken from "signupSession" where "signupId" = $1 and "liveId" = $2',
    [form.id, live.id],
  )
  return Number(rows[0]?.['taken'])
}
const peopleOf = async ({ form }: Stage) =>
  (await t.call(signupUserRoutes.list, { query: { signupId: form.id, limit: 100 } }, member.headers)).items
const letters = async (): Promise<number> => {
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw('select count(*)::integer as n from "letterRecipient" where "firmId" = $1', [
    member.firmId,
  ])
  return Number(rows[0]?.['n'])
}

const header = '姓名,手機,信箱,縣市,備註'
const rowOf = (n: number, given: { name?: string; phone?: string; email?: string } = {}): string =>
  [
    given.name ?? `客人${n}`,
    given.phone ?? `0911${String(100_000 + n)}`,
    given.email ?? `guest${n}@example.com`,
    '臺北市',
    '',
  ].join(',')

describe('importing people', () => {
  test('SIGNUP-USER-4 Of 2,000 rows with 30 bad ones the bad are named by line and field, the rest come in, and the same file again changes nothing', async () => {
    const stage = await aStage()
    const wrong = { name: { name: '' }, phone: { phone: '12345' }, email: { email: 'nobody' } } as const
    const columns = ['name', 'phone', 'email'] as const
    const bad = new Map<number, (typeof columns)[number]>()
    const lines = Array.from({ length: 2000 }, (_, n) => {
      if (n % 66 !== 5 || bad.size === 30) return rowOf(n)
      const column = columns[bad.size % 3] ?? 'name'
      bad.set(n + 2, column)
      return rowOf(n, wrong[column])
    })
    const csv = [header, ...lines].join('\r\n')
    const before = await letters()

    const looked = (await bring(stage, csv, 'preview')).data
    expect(looked.counts).toEqual({ new: 1970, change: 0, same: 0, bad: 30 })
    const named = looked.rows.filter(({ state }) => state === 'bad')
    expect(named.map(({ line, errors }) => [line, errors.map(({ column }) => column)])).toEqual(
      [...bad].map(([line, column]) => [line, [column]]),
    )
    for (const { errors } of named) expect(errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    expect([await takenOf(stage), (await peopleOf(stage)).length]).toEqual([0, 0])

    const refused = (await bring(stage, csv, 'all')).data
    expect([refused.isWritten, await takenOf(stage)]).toEqual([false, 0])

    const brought = (await bring(stage, csv, 'good')).data
    expect([brought.isWritten, brought.counts.new]).toEqual([true, 1970])
    expect(await takenOf(stage)).toBe(1970)
    const { total } = await t.call(signupUserRoutes.list, { query: { signupId: stage.form.id } }, member.headers)
    expect(total).toBe(1970)

    const again = (await bring(stage, csv, 'good')).data
    expect(again.counts).toEqual({ new: 0, change: 0, same: 1970, bad: 30 })
    expect(await takenOf(stage)).toBe(1970)
    expect(await letters()).toBe(before)
  })

  test('SIGNUP-USER-5 People carry where they agreed, get letters only when that is asked for, and nothing they wrote is overwritten', async () => {
    const stage = await aStage()
    const second = await aLive(t, member, { minutes: 90 })
    const known = aPerson({ name: '林佳穎' })
    await signUp(t, stage.form.customUrl, [stage.live.id], known)
    const before = await letters()
    const csv = [header, `佳穎改名,${known.phone},other@example.com,高雄市,x`, rowOf(70_001, { name: '新客' })].join(
      '\n',
    )
    const quiet = (await bring(stage, csv, 'all')).data
    expect(quiet.counts).toEqual({ new: 1, change: 0, same: 1, bad: 0 })
    expect(await letters()).toBe(before)
    const people = await peopleOf(stage)
    expect(people.find(({ name }) => name === '林佳穎')).toMatchObject({ county: '', memo: '', source: 'form' })
    expect(people.find(({ name }) => name === '新客')).toMatchObject({
      source: 'import',
      consentSource: '春季市集報名表',
      phone: '+886911170001',
    })

    const wider = await aForm(t, member, [{ liveId: stage.live.id }, { liveId: second.id }])
    const there = { live: stage.live, form: wider }
    await bring(there, [header, rowOf(70_002)].join('\n'), 'all')
    const more = await bring({ live: second, form: wider }, [header, rowOf(70_002)].join('\n'), 'all', {
      sendLinks: 'true',
    })
    expect(more.data.counts).toEqual({ new: 0, change: 1, same: 0, bad: 0 })
    expect(await letters()).toBe(before + 1)
    expect((await peopleOf(there))[0]?.seats.length).toBe(2)
  })

  test('SIGNUP-USER-6 Rows beyond the places, twice in the file, or of two people are bad; without consent, form or session nothing is read', async () => {
    const stage = await aStage(3)
    const [one, two] = [aPerson(), aPerson()]
    await signUp(t, stage.form.customUrl, [stage.live.id], one)
    const csv = [
      header,
      `兩人,${one.phone},new@example.com,,`,
      rowOf(80_001),
      rowOf(80_002),
      rowOf(80_003),
      rowOf(80_004, { email: 'guest80001@example.com' }),
    ].join('\n')
    const { counts, rows } = (await bring(stage, csv, 'preview')).data
    expect(counts).toEqual({ new: 2, change: 0, same: 1, bad: 2 })
    expect(rows.filter(({ state }) => state === 'bad').map(({ line, errors }) => [line, errors[0]?.column])).toEqual([
      [5, 'name'],
      [6, 'email'],
    ])
    const wide = await aStage()
    for (const person of [one, two]) await signUp(t, wide.form.customUrl, [wide.live.id], person)
    const mixed = (await bring(wide, [header, `誰,${one.phone},${two.email},,`].join('\n'), 'preview')).data
    expect(mixed.rows[0]?.errors.map(({ column }) => column)).toEqual(['phone', 'email'])

    const errorOf = async (given: Record<string, string>, by = member) =>
      (await bring(stage, csv, 'good', given, by)).error
    expect(await errorOf({ consentSource: ' ' })).toMatchObject({ fields: { consentSource: expect.any(String) } })
    const free = await aLive(t, member, { minutes: 60 })
    expect(await errorOf({ liveId: free.id })).toMatchObject({ fields: { liveId: expect.any(String) } })
    expect(await errorOf({}, other)).toMatchObject({ name: 'noData' })
    await t.platform.db.raw('update live set "endAt" = $1 where id = $2', [t.clock.now(), stage.live.id])
    expect(await errorOf({})).toMatchObject({ name: 'gone' })
  })

  test('SIGNUP-USER-116 A phone from abroad that a spreadsheet program took the plus of is read with it', async () => {
    const stage = await aStage()
    const csv = [header, '森,819012345678,mori@example.com,,', '林,886912345671,lin@example.com,,'].join('\n')
    const { counts } = (await bring(stage, csv, 'good')).data
    expect(counts).toEqual({ new: 2, change: 0, same: 0, bad: 0 })
    expect((await peopleOf(stage)).map(({ phone }) => phone).toSorted()).toEqual(['+819012345678', '+886912345671'])
  })

  test('SIGNUP-USER-7 What is exported is brought in again as it was, and the sample reads', async () => {
    const stage = await aStage()
    await bring(stage, [header, rowOf(90_001, { name: '=1+1' }), rowOf(90_002)].join('\n'), 'all')
    const csv = await t.call(
      signupUserRoutes.exportExcel,
      { body: { format: 'csv', signupId: stage.form.id } },
      member.headers,
    )
    const text = String(csv)
    expect(text).toContain('guest90002@example.com')
    expect((await bring(stage, text, 'preview')).data.counts).toEqual({ new: 0, change: 0, same: 2, bad: 0 })
    const sample = await t.call(signupUserRoutes.importSample, { query: { format: 'csv' } }, member.headers)
    expect((await bring(stage, String(sample), 'preview')).data.counts).toMatchObject({ new: 1, bad: 0 })
    const analyst = await t.aMember(member, 'analyst')
    const redacted = await t.call(
      signupUserRoutes.exportExcel,
      { body: { format: 'csv', signupId: stage.form.id } },
      analyst.headers,
    )
    expect(String(redacted)).not.toContain('guest90002@')
    expect(String(redacted)).toContain('客人90002')
  })
})

describe('judging rows', () => {
  const contacts = fc.record({ phone: fc.constantFrom('1', '2', '3', '4'), email: fc.constantFrom('a', 'b', 'c', 'd') })
  const personOf = ({ phone, email }: { phone: string; email: string }, at: number): Person => ({
    id: `p${at}`,
    erasedAt: null,
    firmId: '',
    signupId: '',
    name: '',
    phone,
    email,
    county: '',
    timeZone: '',
    flagged: false,
    isCancelNotice: false,
    memo: '',
    source: 'form',
    consentSource: '',
    cameAt: null,
    orderedAt: null,
    answers: {},
    createdAt: new Date(at),
  })

  test('SIGNUP-USER-8 Whoever is there already: no person and no place twice, and what was written is the same the next time', () =>
    fc.assert(
      fc.property(
        fc.array(contacts, { maxLength: 4 }),
        fc.array(contacts, { maxLength: 10 }),
        fc.nat(5),
        fc.nat(4),
        (known, given, left, seats) => {
          const people = known.map(personOf)
          const seated = new Set(people.slice(0, seats).map(({ id }) => id))
          const rows = given.map((contact, at) => ({
            line: at + 2,
            row: { ...contact, name: '', county: '', memo: '' },
          }))
          const verdicts = checkPeople(rows, { people, seated, left })
          const written = rows.flatMap((row, at) => {
            const verdict = verdicts[at]
            return verdict && verdict.state !== 'bad' && verdict.state !== 'same'
              ? [{ ...row, known: verdict.known }]
              : []
          })
          expect(written.length).toBeLessThanOrEqual(left)
          const fresh = written.filter((row) => row.known === undefined)
          for (const field of ['phone', 'email'] as const) {
            const those = fresh.map(({ row }) => row[field])
            expect(new Set(those).size).toBe(those.length)
            for (const one of those) expect(people.some((person) => person[field] === one)).toBe(false)
          }
          const after = [...people, ...fresh.map(({ row }, at) => personOf(row, 100 + at))]
          const holding = new Set([
            ...seated,
            ...written.map(
              ({ row, known: person }) => person?.id ?? after.find(({ phone }) => phone === row.phone)?.id ?? '',
            ),
          ])
          const again = checkPeople(rows, { people: after, seated: holding, left: left - written.length })
          for (const [at, verdict] of verdicts.entries())
            if (verdict.state !== 'bad') expect(again[at]?.state).toBe('same')
        },
      ),
    ))
})

test('SIGNUP-USER-87 Somebody who takes one of the last places while a file is written leaves the rest of it refused, and nobody sits twice', async () => {
  const stage = await aStage(3)
  const csv = [header, rowOf(95_001), rowOf(95_002), rowOf(95_003)].join('\n')
  const { data: run } = await bring(stage, csv, 'preview')
  await signUp(t, stage.form.customUrl, [stage.live.id], aPerson())
  await t.call(routes.start, { params: { id: run.id }, body: {} }, member.headers)
  await t.platform.jobs.idle()
  const ended = await t.call(routes.run, { params: { id: run.id } }, member.headers)
  expect([ended.state, ended.outcome, await takenOf(stage)]).toEqual([
    'done',
    { new: 2, change: 0, same: 0, bad: 1 },
    3,
  ])
  const refused = String(
    await t.call(routes.refused, { params: { id: run.id }, query: { format: 'csv' } }, member.headers),
  )
  expect(refused).toContain('guest95003@example.com')
  expect(refused).not.toContain('guest95001@example.com')
})

test('SIGNUP-USER-88 A file of people is read by nobody who may not change sign-ups, and by no other firm', async () => {
  const stage = await aStage()
  const { data: run } = await bring(stage, [header, rowOf(96_001)].join('\n'), 'preview')
  const params = { id: run.id }
  const analyst = await t.aMember(member, 'analyst')
  await expect(t.call(routes.rows, { params, query: {} }, analyst.headers)).rejects.toMatchObject({
    errorName: 'forbidden',
  })
  await expect(t.call(routes.rows, { params, query: {} }, other.headers)).rejects.toMatchObject({
    errorName: 'notFound',
  })
  await expect(t.call(routes.start, { params, body: {} }, other.headers)).rejects.toMatchObject({ errorName: 'noData' })
})
