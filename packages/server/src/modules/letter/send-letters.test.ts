import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'
import type { MailLetter, SendOutcome } from '../../platform/ports/mail.ts'

const t = await sharedApp()
let member: Member
const handed: MailLetter[] = []
let answer: (letter: MailLetter) => Promise<SendOutcome>
const taken = async (letter: MailLetter): Promise<SendOutcome> => ({ outcome: 'handed', reference: `r:${letter.id}` })
vi.spyOn(t.platform.mail, 'send').mockImplementation((letter) => {
  handed.push(letter)
  return answer(letter)
})

beforeEach(async () => {
  member = await t.aFirm('器日')
  await t.platform.jobs.idle()
  answer = taken
  handed.length = 0
})
afterEach(() => t.platform.db.raw(`update "letterRecipient" set state = 'skipped' where state = 'queued'`))

const values = { sessionTitle: '開窯', liveBeginAt: '今晚八點', liveUrl: 'https://example.com/stream/a' }
const queue = (addresses: readonly string[], firm = member) =>
  t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId: firm.firmId,
      firmName: '器日',
      type: letterTypes.signupComplete,
      letters: addresses.map((to) => ({ key: `k:${to}`, name: '林', to, language: 'zh-TW', values })),
    }),
  )
const people = (count: number, name = 'p') => Array.from({ length: count }, (_, i) => `${name}${i}@example.com`)
const look = async () => {
  t.clock.advance(10 * 60_000)
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}
/** Hours pass in these tests, and logins end. */
const statesOf = async () => {
  const { rows } = await t.platform.db.raw('select "toAddress", state from "letterRecipient" where "firmId" = $1', [
    member.firmId,
  ])
  return Object.fromEntries(rows.map(({ toAddress, state }) => [toAddress, state]))
}

test('LETTER-990 A letter is handed over only once it stands as under way, and never more at once than the transport takes', async () => {
  const most: number[] = []
  answer = async (letter) => {
    const { rows } = await t.platform.db.raw(
      `select (select state from "letterRecipient" where id = $1) as state,
        (select count(*)::int from "letterRecipient" where state = 'handing') as under_way`,
      [letter.id],
    )
    expect(rows[0]?.['state']).toBe('handing')
    most.push(Number(rows[0]?.['under_way']))
    return taken(letter)
  }
  await queue(people(450))
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(450)
  expect(new Set(handed.map(({ to }) => to)).size).toBe(450)
  expect(Math.max(...most)).toBeLessThanOrEqual(t.platform.mail.concurrency)
})

test('LETTER-1060 A letter that takes long holds up no other, however many there are', async () => {
  const others = Promise.withResolvers<void>()
  answer = async (letter) => {
    if (letter.to === people(1)[0]) await others.promise
    else if (handed.length === 1000) others.resolve()
    return taken(letter)
  }
  await queue(people(1000))
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(1000)
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['sent']))
})

test('LETTER-991 A letter that nobody can say of whether it left is unknown, and no look at the queue sends it again', async () => {
  const [one, two, three] = people(3)
  answer = (letter) => (letter.to === three ? Promise.reject(new Error('cut off in DATA')) : taken(letter))
  await queue(people(3))
  await t.platform.jobs.idle()
  for (let times = 0; times < 6; times += 1) await look()
  expect(handed).toHaveLength(3)
  expect(await statesOf()).toEqual({ [one ?? '']: 'sent', [two ?? '']: 'sent', [three ?? '']: 'unknown' })
})

test('LETTER-992 One address that is refused for good fails once; the others of its batch go once (letters.md 3)', async () => {
  const [one, two, three] = people(3)
  answer = async (letter) =>
    letter.to === two ? { outcome: 'refused', reason: '554 no such user', permanent: true } : taken(letter)
  await queue(people(3))
  await t.platform.jobs.idle()
  for (let times = 0; times < 6; times += 1) await look()
  expect(handed).toHaveLength(3)
  expect(await statesOf()).toEqual({ [one ?? '']: 'sent', [two ?? '']: 'failed', [three ?? '']: 'sent' })
})

const busy: SendOutcome = { outcome: 'refused', reason: '450 try again', permanent: false }
const after = async (minutes: number) => {
  t.clock.advance(minutes * 60_000)
  await t.platform.jobs.runTick('letters-due')
}

test('LETTER-993 What is refused for now goes again after 1, 2, 5, 10, 20 and 40 minutes, then hourly, under the same id', async () => {
  answer = async (letter) => (handed.length < 9 ? busy : taken(letter))
  await queue(['busy@example.com'])
  await t.platform.jobs.idle()
  for (const [tries, wait] of [1, 2, 5, 10, 20, 40, 60, 60].entries()) {
    await after(wait - 0.5)
    expect([wait, handed.length]).toEqual([wait, tries + 1])
    await after(0.5)
    expect([wait, handed.length]).toEqual([wait, tries + 2])
  }
  expect(await statesOf()).toEqual({ 'busy@example.com': 'sent' })
  expect(new Set(handed.map(({ id }) => id)).size).toBe(1)
})

test('LETTER-876 A mail box that answers 450 all day fails after its day, with the words of its server in the log', async () => {
  answer = async () => busy
  await queue(['never@example.com'])
  await t.platform.jobs.idle()
  for (const wait of [1, 2, 5, 10, 20, 40, ...Array.from({ length: 21 }, () => 60)]) await after(wait)
  expect(await statesOf()).toEqual({ 'never@example.com': 'queued' })
  await after(60)
  const { rows } = await t.platform.db.raw(
    'select state, problem, attempts from "letterRecipient" where "firmId" = $1',
    [member.firmId],
  )
  expect(rows).toEqual([{ state: 'failed', problem: '450 try again', attempts: 29 }])
  expect(handed).toHaveLength(29)
})

/** What happened to the firm's one letter to an address. */
const historyOf = async (to: string) => {
  const { rows } = await t.platform.db.raw(
    'select id from "letterRecipient" where "firmId" = $1 and "toAddress" = $2',
    [member.firmId, to],
  )
  const { history } = await t.app.services.letters.show(member.firmId, String(rows[0]?.['id']))
  return history.map(({ what, count, problem }) => [what, count, problem])
}

test('LETTER-1056 The history of a letter says of each try what went wrong, and once how often it was the same', async () => {
  const full: SendOutcome = { outcome: 'refused', reason: '452 mailbox full', permanent: false }
  const gone: SendOutcome = { outcome: 'refused', reason: '550 no such user', permanent: true }
  const answers = [busy, busy, full, gone]
  answer = async (letter) => answers.shift() ?? taken(letter)
  await queue(['mei@example.com'])
  await t.platform.jobs.idle()
  for (const wait of [1, 2, 5]) await after(wait)
  expect(await historyOf('mei@example.com')).toEqual([
    ['queued', 1, ''],
    ['retried', 2, '450 try again'],
    ['retried', 1, '452 mailbox full'],
    ['failed', 1, '550 no such user'],
  ])
  answer = () => Promise.reject(new Error('socket hang up'))
  await queue(['lost@example.com'])
  await t.platform.jobs.idle()
  expect(await historyOf('lost@example.com')).toEqual([
    ['queued', 1, ''],
    ['unknown', 1, ''],
  ])
  await queue(['nobody@'])
  await t.platform.jobs.idle()
  expect(await historyOf('nobody@')).toEqual([
    ['queued', 1, ''],
    ['failed', 1, '這個地址收不到電子郵件 This address can’t receive email'],
  ])
})

test('LETTER-1057 Of a mail server that nobody reaches the histories of its letters say nothing: no letter was tried', async () => {
  answer = async () => ({ outcome: 'refused', reason: 'connect ECONNREFUSED', permanent: false, isAway: true })
  await queue(['mei@example.com'])
  await t.platform.jobs.idle()
  for (let minutes = 0; minutes < 5; minutes += 1) await after(1)
  answer = taken
  await after(2)
  expect(await historyOf('mei@example.com')).toEqual([
    ['queued', 1, ''],
    ['sent', 1, ''],
  ])
})

test('LETTER-877 Where no letter gets through one a minute is tried, text messages go on, and then all letters leave at once', async () => {
  let isAway = true
  answer = async (letter) =>
    isAway ? { outcome: 'refused', reason: 'connect ECONNREFUSED', permanent: false, isAway: true } : taken(letter)
  await queue(people(400, 'away'))
  await t.platform.jobs.idle()
  const first = handed.length
  expect(first).toBeLessThan(2 * t.platform.mail.concurrency)
  for (let minute = 0; minute < 15; minute += 1) await after(1)
  expect(handed.length - first).toBe(15)

  await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'away', tenths: 100 })
  const content = { subject: '', blocks: [{ kind: 'text' as const, text: '【器日】今晚八點開播' }] }
  await t.platform.db.transaction((tx) =>
    t.app.services.letters.queueSms(tx, {
      firmId: member.firmId,
      type: letterTypes.signupComplete,
      contents: { 'zh-TW': content, en: content },
      messages: [{ key: 'away', name: '林', to: '+886912345678', language: 'zh-TW', values: {} }],
      field: 'smsContent',
    }),
  )
  await t.platform.jobs.idle()
  expect((await statesOf())['+886912345678']).toBe('sent')

  isAway = false
  handed.length = 0
  // The first is the probe; those that were tried before wait another minute.
  for (let looks = 0; looks < 2; looks += 1) await after(1)
  expect(handed).toHaveLength(400)
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['sent']))
})

test('LETTER-878 A code that waited for the mail server until it was over is skipped as too late', async () => {
  answer = async () => busy
  await t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId: member.firmId,
      firmName: '器日',
      type: letterTypes.signupCode,
      letters: [{ key: 'signup-code:a', name: '林', to: 'late@example.com', language: 'zh-TW', values: { code: '1' } }],
    }),
  )
  await t.platform.jobs.idle()
  answer = taken
  handed.length = 0
  await after(10)
  const { rows } = await t.platform.db.raw('select state, problem from "letterRecipient" where "firmId" = $1', [
    member.firmId,
  ])
  expect(rows).toEqual([{ state: 'skipped', problem: expect.stringContaining('Out of date') }])
  expect(handed).toEqual([])
})

test('LETTER-994 What a worker took and did not begin goes after its lease; what it had begun is unknown (letters.md 1)', async () => {
  await queue(people(3))
  await t.platform.jobs.idle()
  // As a worker leaves them that was killed: one sent, one in the hands of the transport, one only taken.
  const later = new Date(t.clock.ms() + 60_000)
  await t.platform.db.raw(
    `update "letterRecipient" set "leaseUntil" = $2, "sentAt" = null,
       state = case "toAddress" when 'p0@example.com' then 'sent' when 'p1@example.com' then 'handing' else 'queued' end
     where "firmId" = $1`,
    [member.firmId, later],
  )
  handed.length = 0
  await t.platform.jobs.runTick('letters-due')
  expect(handed).toEqual([])
  await look()
  expect(handed.map(({ to }) => to)).toEqual(['p2@example.com'])
  expect(await statesOf()).toEqual({ 'p0@example.com': 'sent', 'p1@example.com': 'unknown', 'p2@example.com': 'sent' })
})

test('LETTER-995 A firm with one letter does not wait behind one with hundreds', async () => {
  const small = await t.aFirm('小店')
  await t.platform.db.transaction(async (tx) => {
    for (const [firm, addresses] of [
      [member, people(450, 'many')],
      [small, ['one@example.com']],
    ] as const)
      await t.app.services.letters.queue(tx, {
        firmId: firm.firmId,
        firmName: '器日',
        type: letterTypes.signupComplete,
        letters: addresses.map((to) => ({ key: `f:${to}`, name: '林', to, language: 'zh-TW', values })),
      })
  })
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(451)
  expect(handed.findIndex(({ to }) => to === 'one@example.com')).toBeLessThan(200)
})

test('LETTER-996 Hundreds of people share one letter and one text, and each is shown the own letter again', async () => {
  await queue(people(120, 'same'))
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw(
    `select count(*)::int as people, count(distinct "letterId")::int as letters, max(length("values"::text)) as size
     from "letterRecipient" where "firmId" = $1`,
    [member.firmId],
  )
  expect(rows).toMatchObject([{ people: 120, letters: 1 }])
  expect(Number(rows[0]?.['size'])).toBeLessThan(300)
  const { items } = await t.call(letterRoutes.list, { query: { limit: 1, q: 'same7@' } }, member.headers)
  const shown = await t.call(letterRoutes.show, { params: { id: items[0]?.id ?? '' } }, member.headers)
  const sent = handed.find(({ to }) => to === 'same7@example.com')
  expect(shown.text).toBe(sent?.text)
  expect(shown.html).toContain('https://example.com/stream/a')
})

test('LETTER-997 An address is written so that it arrives, and one that no server takes fails in words', async () => {
  await queue(['mei\u200b@例子.test', '小美@example.com'])
  await t.platform.jobs.idle()
  expect(handed.map(({ to }) => to)).toEqual(['mei@xn--fsqu00a.test'])
  const { items } = await t.call(letterRoutes.list, { query: { q: '小美@' } }, member.headers)
  const shown = await t.call(letterRoutes.show, { params: { id: items[0]?.id ?? '' } }, member.headers)
  expect([shown.state, shown.problem]).toEqual(['failed', expect.stringContaining('收不到')])
})

test('LETTER-998 The letters of two workers never meet: each is handed over once', async () => {
  await queue(people(60, 'two'))
  await Promise.all([
    t.platform.jobs.runTick('letters-due'),
    t.platform.jobs.runTick('letters-due'),
    t.platform.jobs.idle(),
  ])
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(60)
})
