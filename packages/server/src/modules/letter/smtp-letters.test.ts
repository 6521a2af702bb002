import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { decodedField, headFields, sharedMailServer } from '../../../test/mail-server.ts'
import type { Member } from '../../../test/test-app.ts'

// Letters on their whole way, over a wire, to a real mail server that refuses, is slow or breaks off.

const server = await sharedMailServer()
const t = await sharedApp({ environment: { SMTP_URL: server.url } })
let member: Member
/** Each test begins on a day of its own, at noon in Taipei: marketing letters wait over the night. */
let day = 1
beforeEach(async () => {
  day += 1
  t.clock.set(new Date(Date.UTC(2026, 11, day, 4)))
  server.answer(() => ({ kind: 'take' }))
  member = await t.aFirm('器日')
  await t.platform.jobs.idle()
})

const values = { liveBeginAt: '今晚八點', liveUrl: 'https://example.com/stream/a' }
const queue = (
  addresses: readonly string[],
  given: { name?: string; type?: number; firmName?: string; sessionTitle?: string } = {},
) => {
  const { name = '林', type = letterTypes.signupComplete, firmName = '器日', sessionTitle = '開窯' } = given
  const content = { subject: '{{name|您}}，{{sessionTitle}}', blocks: [{ kind: 'text' as const, text: '今晚見' }] }
  return t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId: member.firmId,
      firmName,
      type,
      contents: { 'zh-TW': content, en: content },
      letters: addresses.map((to) => ({
        key: `smtp:${type}:${to}`,
        name,
        to,
        language: 'zh-TW',
        values: { ...values, sessionTitle },
      })),
    }),
  )
}
const send = async (...given: Parameters<typeof queue>) => {
  await queue(...given)
  await t.platform.jobs.idle()
}
/** Ten minutes later. */
const look = async () => {
  t.clock.advance(10 * 60_000)
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}
const stateOf = async (to: string): Promise<unknown> => {
  const { rows } = await t.platform.db.raw(
    'select state from "letterRecipient" where "firmId" = $1 and "toAddress" = $2',
    [member.firmId, to],
  )
  return rows.map(({ state }) => state).join()
}
const times = (to: string): number => server.receivedBy(to).length

test.each([
  ['connect', 421, 'queued'],
  ['connect', 554, 'queued'],
  ['mail', 451, 'queued'],
  ['mail', 550, 'failed'],
  ['recipient', 450, 'queued'],
  ['recipient', 550, 'failed'],
  ['message', 452, 'queued'],
  ['message', 554, 'failed'],
] as const)(
  'LETTER-860 A letter that a mail server refuses at %s with %i is %s, and leaves once if it may leave again',
  async (at, code, state) => {
    const to = `${at}-${code}@example.com`
    server.answer(() => ({ kind: 'refuse', at, code }))
    await send([to])
    expect([await stateOf(to), times(to)]).toEqual([state, 0])
    server.answer(() => ({ kind: 'take' }))
    for (let looks = 0; looks < 3; looks += 1) await look()
    expect([await stateOf(to), times(to)]).toEqual(state === 'queued' ? ['sent', 1] : ['failed', 0])
  },
)

test('LETTER-861 A slow mail server gets each letter once, and all of them', async () => {
  const people = Array.from({ length: 25 }, (_, i) => `late${i}@example.com`)
  server.answer(() => ({ kind: 'take', afterMs: 150 }))
  await send(people)
  for (const to of people) expect([await stateOf(to), times(to)]).toEqual(['sent', 1])
})

test('LETTER-862 A letter whose connection is cut within its text is unknown, and no look at the queue sends it again', async () => {
  server.answer(() => ({ kind: 'cut' }))
  await send(['cut@example.com'])
  expect(await stateOf('cut@example.com')).toBe('unknown')
  server.answer(() => ({ kind: 'take' }))
  for (let looks = 0; looks < 6; looks += 1) await look()
  expect([await stateOf('cut@example.com'), times('cut@example.com')]).toEqual(['unknown', 0])
})

test('LETTER-863 Whatever happens to one letter, those beside it end as they would alone', async () => {
  const people = Array.from(
    { length: 60 },
    (_, i) => `${['good', 'busy', 'gone', 'cut', 'slow'][i % 5]}${i}@example.com`,
  )
  server.answer((address, tries) => {
    if (address.startsWith('busy')) return tries > 1 ? { kind: 'take' } : { kind: 'refuse', at: 'message', code: 451 }
    if (address.startsWith('gone')) return { kind: 'refuse', at: 'recipient', code: 550 }
    if (address.startsWith('cut')) return { kind: 'cut' }
    return { kind: 'take', afterMs: address.startsWith('slow') ? 60 : 0 }
  })
  await send(people)
  for (let looks = 0; looks < 3; looks += 1) await look()
  const ends: Readonly<Record<string, readonly [string, number]>> = { gone: ['failed', 0], cut: ['unknown', 0] }
  for (const to of people)
    expect([to, await stateOf(to), times(to)]).toEqual([to, ...(ends[to.replace(/\d.*/, '')] ?? ['sent', 1])])
})

test('LETTER-875 A mail server that nobody reaches for forty minutes costs no letter a try: 200 letters arrive, each once, and none has failed', async () => {
  const people = Array.from({ length: 200 }, (_, i) => `waiting${i}@example.com`)
  await server.stop()
  await send(people)
  for (let minute = 0; minute < 40; minute += 1) {
    t.clock.advance(60_000)
    await t.platform.jobs.runTick('letters-due')
  }
  const rowsOf = async () => {
    const { rows } = await t.platform.db.raw(
      'select state, attempts, count(*)::int as people from "letterRecipient" where "firmId" = $1 group by 1, 2',
      [member.firmId],
    )
    return rows
  }
  expect(await rowsOf()).toEqual([{ state: 'queued', attempts: 0, people: 200 }])
  await server.start()
  for (let looks = 0; looks < 2; looks += 1) {
    t.clock.advance(60_000)
    await t.platform.jobs.runTick('letters-due')
  }
  expect(await rowsOf()).toEqual([{ state: 'sent', attempts: 1, people: 200 }])
  expect(people.map(times)).toEqual(people.map(() => 1))
})

const fieldsOf = (to: string) => headFields(server.receivedBy(to)[0]?.message ?? '')
const valuesOf = (to: string, name: string) =>
  fieldsOf(to)
    .filter(([each]) => each === name)
    .map(([, value]) => value)

test('LETTER-864 A marketing letter has each of the two headers for one click once as it arrives, a receipt neither (letters.md 12)', async () => {
  await send(['marketing@example.com'], { type: letterTypes.freeText })
  await send(['receipt@example.com'], { type: letterTypes.paidNotice })
  expect(valuesOf('marketing@example.com', 'list-unsubscribe')).toEqual([
    expect.stringMatching(/^<https?:\/\/\S+\/unsubscribe\/[\w.-]+>$/),
  ])
  expect(valuesOf('marketing@example.com', 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(fieldsOf('receipt@example.com').filter(([name]) => name.startsWith('list-'))).toEqual([])
  expect(times('receipt@example.com')).toBe(1)
})

test('LETTER-865 A title and a sender with line breaks add no field to the letter and nobody to its envelope (letters.md 16)', async () => {
  await send(['clean@example.com'], { type: letterTypes.freeText })
  await send(['broken@example.com'], {
    type: letterTypes.freeText,
    sessionTitle: '春季\r\nBcc: x@example.test',
    firmName: '店家\nReply-To: y@example.test',
  })
  const names = (to: string) => fieldsOf(to).map(([name]) => name)
  expect(names('broken@example.com')).toEqual(names('clean@example.com'))
  expect(names('broken@example.com')).not.toContain('bcc')
  expect(server.receivedBy('broken@example.com').map(({ to }) => to)).toEqual([['broken@example.com']])
})

test('LETTER-866 A name that looks like HTML is in the subject character for character, and in the log too (letters.md 15)', async () => {
  const name = "A&B <b>店</b> O'K"
  await send(['named@example.com'], { name })
  expect(valuesOf('named@example.com', 'subject').map(decodedField)).toEqual([`${name}，開窯`])
  const { items } = await t.call(letterRoutes.list, { query: { q: 'named@' } }, member.headers)
  expect(items.map(({ subject }) => subject)).toEqual([`${name}，開窯`])
})
