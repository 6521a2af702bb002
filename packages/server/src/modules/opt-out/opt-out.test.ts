import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'

const t = await sharedApp()
let member: Member
const handed: MailLetter[] = []
vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
  handed.push(letter)
  return { outcome: 'handed', reference: `r:${letter.id}` }
})
beforeEach(async () => {
  member = await t.aFirm('器日 A&B')
  await t.platform.jobs.idle()
  handed.length = 0
})

const content = { subject: '秋窯開賣', blocks: [{ kind: 'text' as const, text: '{{name|您}}好，今晚見' }] }
const contents = { 'zh-TW': content, en: { ...content, subject: 'Autumn sale' } }
let sent = 0
const queue = async (to: string, type: number = letterTypes.freeText, language: 'zh-TW' | 'en' = 'zh-TW') => {
  sent += 1
  await t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId: member.firmId,
      firmName: '器日 A&B',
      type,
      contents,
      letters: [{ key: `opt-out-test:${sent}`, name: '林', to, language, values: {} }],
    }),
  )
}
const send = async (...of: Parameters<typeof queue>): Promise<MailLetter | undefined> => {
  handed.length = 0
  await queue(...of)
  await t.platform.jobs.idle()
  return handed[0]
}
/** Path of the link that mail programs post to. */
const pathIn = (letter: MailLetter | undefined): string =>
  new URL(/^<(.+)>$/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => t.app.http.inject({ method, url })
const post = (url: string) =>
  t.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
    payload: 'List-Unsubscribe=One-Click',
  })
const optedOut = async () => {
  const { items } = await t.call(optOutRoutes.list, { query: {} }, member.headers)
  return items.map(({ contact, source }) => `${contact} ${source}`)
}

test('OPT-OUT-500 Scanners that open the link change nothing; a POST without a login opts out, and again is as well (letters.md 11)', async () => {
  const path = pathIn(await send('mei@example.com'))
  for (let times = 0; times < 20; times += 1) expect((await open(path)).statusCode).toBe(200)
  for (let times = 0; times < 5; times += 1) expect((await open(path, 'HEAD')).statusCode).toBe(200)
  expect(await optedOut()).toEqual([])
  expect((await post(path)).statusCode).toBe(200)
  expect(await optedOut()).toEqual(['mei@example.com link'])
  expect((await post(path)).statusCode).toBe(200)
  expect(await optedOut()).toEqual(['mei@example.com link'])
})

test('OPT-OUT-501 Who has opted out gets no marketing letter ever again, not even one that was queued before', async () => {
  await queue('mei@example.com')
  await t.call(optOutRoutes.create, { body: { contact: 'mei@example.com', note: '來電' } }, member.headers)
  handed.length = 0
  await t.platform.db.raw(
    `update "letterRecipient" set state = 'queued', "leaseUntil" = null, "sentAt" = null where "firmId" = $1`,
    [member.firmId],
  )
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
  expect(handed).toEqual([])
  expect(await send('mei@example.com')).toBeUndefined()
  const { rows } = await t.platform.db.raw('select distinct state from "letterRecipient" where "firmId" = $1', [
    member.firmId,
  ])
  expect(rows).toEqual([{ state: 'skipped' }])
})

test('OPT-OUT-502 Letters about what a person has ordered or signed up for go on after the opt-out', async () => {
  await t.call(optOutRoutes.create, { body: { contact: 'mei@example.com', note: '' } }, member.headers)
  expect(await send('mei@example.com', letterTypes.signupComplete)).toBeDefined()
  expect(await send('mei@example.com', letterTypes.paidNotice)).toBeDefined()
})

test('OPT-OUT-503 Mail programs get the two headers once on all but receipts, and marketing holds the link in both its parts (letters.md 12)', async () => {
  const marketing = await send('mei@example.com')
  expect(marketing?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(marketing?.headers?.['List-Unsubscribe']).toMatch(/^<https?:\/\/[^<>\s]+\/unsubscribe\/[\w.-]+>$/)
  const path = pathIn(marketing)
  expect(marketing?.html).toContain(path)
  expect(marketing?.text).toContain(path)
  expect(marketing?.html.match(/<\/body>/g)).toHaveLength(1)
  const notice = await send('mei@example.com', letterTypes.signupComplete)
  expect(notice?.headers).toHaveProperty('List-Unsubscribe')
  expect(notice?.text).not.toContain('/unsubscribe/')
  const receipt = await send('mei@example.com', letterTypes.paidNotice)
  expect(Object.keys(receipt?.headers ?? {})).toEqual([])
})

test('OPT-OUT-504 However an address is spelled, its opt-out holds (letters.md 21)', async () => {
  await t.call(optOutRoutes.create, { body: { contact: 'ＭＥＩ@例子.test.', note: '' } }, member.headers)
  expect(await optedOut()).toEqual(['mei@xn--fsqu00a.test staff'])
  expect(await send('mei@例子.test')).toBeUndefined()
  expect(await send('Mei@XN--fsqu00a.test')).toBeUndefined()
  expect(await send('mei@example.com')).toBeDefined()
})

test('OPT-OUT-505 A forged link opts nobody out, and one of an erased person is none', async () => {
  const path = pathIn(await send('mei@example.com'))
  const other = pathIn(await send('lin@example.com'))
  const forged = `${path.split('.')[0]}.${other.split('.')[1]}`
  for (const url of [forged, `${path}x`, '/unsubscribe/x', '/unsubscribe/x.y']) {
    expect((await open(url)).statusCode).toBe(404)
    expect((await post(url)).statusCode).toBe(404)
  }
  await t.platform.db.raw(`update "letterRecipient" set "toAddress" = '' where "firmId" = $1`, [member.firmId])
  expect((await post(path)).statusCode).toBe(404)
  expect(await optedOut()).toEqual([])
})

test('OPT-OUT-506 The page speaks the language of its letter, names the shop as text, and runs no script', async () => {
  const chinese = await open(pathIn(await send('mei@example.com')))
  expect(chinese.body).toContain('不再收到「器日 A&amp;B」的行銷信件')
  const english = await open(pathIn(await send('mei@example.com', letterTypes.freeText, 'en')))
  expect(english.body).toContain('Stop marketing emails from 器日 A&amp;B?')
  expect(english.body).toContain('<button type="submit">Unsubscribe</button>')
  expect(english.body).not.toContain('<script')
  expect(english.headers['content-security-policy']).toContain("default-src 'none'")
  expect(english.headers['referrer-policy']).toBe('no-referrer')
})

test('OPT-OUT-507 One address is on the list once, and an opt-out of one firm is none of another', async () => {
  const body = { contact: 'mei@example.com', note: '' }
  await t.call(optOutRoutes.create, { body }, member.headers)
  expect(await errorNameOf(t.call(optOutRoutes.create, { body }, member.headers))).toBe('invalid')
  const first = member
  member = await t.aFirm('別家')
  expect(await send('mei@example.com')).toBeDefined()
  expect(await optedOut()).toEqual([])
  expect((await t.call(optOutRoutes.list, { query: {} }, first.headers)).total).toBe(1)
})
