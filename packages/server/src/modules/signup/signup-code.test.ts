import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { ownSignupRoutes } from '@kaimai/contract/signup/own-signup.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aPerson, joinRoom } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
// Each test has a login of its own: some let hours pass.
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

/** A browser: it keeps its cookie. */
const aBrowser = () => {
  let cookie = ''
  return async (route: Route, body: object) => {
    const reply = await t.request({
      method: route.method,
      url: pathOf(route),
      headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
      payload: JSON.stringify(body),
    })
    const set = reply.headers['set-cookie']
    if (set !== undefined) cookie = String(set).split(';')[0] ?? cookie
    return reply
  }
}
type Browser = ReturnType<typeof aBrowser>

const aStage = async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const person = aPerson({ name: '林佳穎' })
  const first = aBrowser()
  const made = await first(publicSignupRoutes.signUp, { customUrl: form.customUrl, liveIds: [live.id], ...person })
  await t.platform.jobs.idle()
  return { live, form, person, first, link: linkIn(made.body), customUrl: form.customUrl }
}
const linkIn = (body: unknown): string => /"path":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''
const keyIn = (path: string): string => path.split('/').at(-1) ?? ''
const errorOf = (body: unknown) => {
  const { error } = body as { error: { code: number; message: string } }
  return [error.code, error.message]
}
const nameIn = (body: unknown): string => (body as { data: { name: string } }).data.name
const codesTo = async (address: string): Promise<string[]> => {
  const letters = await lettersTo(t, address, ({ type }) => type === letterTypes.signupCode)
  return letters.map(({ text }) => (/(\d{3}) (\d{3})/.exec(text) ?? []).slice(1).join(''))
}
const ask = (browser: Browser, customUrl: string, contact: string) =>
  browser(ownSignupRoutes.askCode, { customUrl, contact })
const enter = (browser: Browser, customUrl: string, code: string) =>
  browser(ownSignupRoutes.enterCode, { customUrl, code })
const fieldsOf = (body: unknown) => JSON.stringify((body as { error: { fields?: unknown } }).error.fields)
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

describe('getting to the own sign-up in another browser', () => {
  test('SIGNUP-1055 A code by letter opens the sign-up in another browser: the same link, the same person, by e-mail as by phone', async () => {
    const { live, person, link, customUrl } = await aStage()
    for (const contact of [person.email, person.phone, ` ${person.email.toUpperCase()} `]) {
      const other = aBrowser()
      expect((await ask(other, customUrl, contact)).status).toBe(200)
      const code = (await codesTo(person.email)).at(-1) ?? ''
      const entered = await enter(other, customUrl, `${code.slice(0, 3)} ${code.slice(3)}`)
      expect(entered.status).toBe(200)
      expect(linkIn(entered.body)).toBe(link)
      const joined = await joinRoom(t, live.streamId, link.split('/').at(-1) ?? '')
      expect(JSON.stringify(joined.body)).toContain(person.name)
      const again = await other(publicSignupRoutes.signUp, { customUrl, liveIds: [live.id], ...person })
      expect(again.body).toMatchObject({ data: { result: 'alreadySelected' } })
    }
    const { rows } = await t.platform.db.raw('select count(*) as n from "signupUser" where email = $1', [person.email])
    expect(Number(rows[0]?.['n'])).toBe(1)
  })

  test('SIGNUP-1056 Who asks for a code is answered alike whether anybody signed up, byte by byte, and a stranger’s tries end as everybody’s', async () => {
    const { person, customUrl } = await aStage()
    const answers: string[][] = []
    for (const contact of [person.email, 'nobody@example.com', person.phone, '0988 000 111']) {
      const browser = aBrowser()
      const replies = [await ask(browser, customUrl, contact), await ask(browser, customUrl, contact)]
      const code = (await codesTo(person.email)).at(-1) ?? ''
      for (let tries = 0; tries < 6; tries += 1) replies.push(await enter(browser, customUrl, wrongOf(code)))
      answers.push(
        replies.map(({ status, body, headers }) => {
          const names = Object.keys(headers).filter((name) => name !== 'x-request-id')
          const text = JSON.stringify(body).replace(/"(requestId|retryAfterMs)":("[^"]*"|\d+)/g, '')
          return `${status} ${names.toSorted().join()} ${text}`
        }),
      )
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.map((answer) => answer.slice(0, 3))).toEqual([
      '200',
      '429',
      '400',
      '400',
      '400',
      '400',
      '410',
      '410',
    ])
    expect(await codesTo('nobody@example.com')).toEqual([])
  })

  test('SIGNUP-1057 A code asked for by phone goes to the e-mail on record, never to an address that the asker names', async () => {
    const { person, customUrl } = await aStage()
    await ask(aBrowser(), customUrl, person.phone)
    expect((await codesTo(person.email)).length).toBe(1)
    const { rows } = await t.platform.db.raw(
      `select distinct "toAddress" from "letterRecipient" where type = 11 and "firmId" = $1`,
      [member.firmId],
    )
    expect(rows.every(({ toAddress }) => String(toAddress).startsWith('person'))).toBe(true)
  })

  test('SIGNUP-1058 A code works in the browser that asked for it, once, for ten minutes, and only while it is the newest', async () => {
    const { person, customUrl } = await aStage()
    const [mine, theirs] = [aBrowser(), aBrowser()]
    await ask(mine, customUrl, person.email)
    await ask(theirs, customUrl, 'nobody@example.com')
    const [old = ''] = await codesTo(person.email)
    expect((await enter(theirs, customUrl, old)).status).toBe(400)
    t.clock.advance(31_000)
    await ask(mine, customUrl, person.email)
    const code = (await codesTo(person.email)).at(-1) ?? ''
    if (code !== old) expect((await enter(mine, customUrl, old)).status).toBe(400)
    expect((await enter(mine, customUrl, code)).status).toBe(200)
    expect((await enter(mine, customUrl, code)).status).toBe(410)
    t.clock.advance(31_000)
    await ask(mine, customUrl, person.email)
    const late = (await codesTo(person.email)).at(-1) ?? ''
    t.clock.advance(10 * 60_000)
    expect((await enter(mine, customUrl, late)).status).toBe(410)
  })

  test('SIGNUP-1059 After five wrong codes the right one opens nothing, and guesses at once are no more than one by one', async () => {
    const { person, customUrl } = await aStage()
    const browser = aBrowser()
    await ask(browser, customUrl, person.email)
    const [code = ''] = await codesTo(person.email)
    const replies = await Promise.all(Array.from({ length: 9 }, () => enter(browser, customUrl, wrongOf(code))))
    expect(replies.filter(({ status }) => status === 400).length).toBe(4)
    expect((await enter(browser, customUrl, code)).status).toBe(410)
  })

  test('SIGNUP-1060 A stranger can’t have somebody written to again and again: five codes an hour from a network, twelve letters a day', async () => {
    const { person, customUrl } = await aStage()
    const asked: number[] = []
    for (let times = 0; times < 8; times += 1) asked.push((await ask(aBrowser(), customUrl, person.email)).status)
    expect(asked).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect((await codesTo(person.email)).length).toBe(5)
    for (let hour = 0; hour < 5; hour += 1) {
      t.clock.advance(3_600_000)
      for (let times = 0; times < 5; times += 1) await ask(aBrowser(), customUrl, person.email)
      await t.platform.jobs.idle()
    }
    expect((await codesTo(person.email)).length).toBe(12)
  })

  test('SIGNUP-1061 What is no e-mail and no phone is a fault of its field, half a code too, and a form that is not public is not there', async () => {
    const { customUrl } = await aStage()
    const wrong = await ask(aBrowser(), customUrl, 'abc')
    expect([wrong.status, fieldsOf(wrong.body)]).toEqual([400, expect.stringContaining('contact')])
    const half = await enter(aBrowser(), customUrl, '12 3')
    expect([half.status, fieldsOf(half.body)]).toEqual([400, expect.stringContaining('code')])
    expect((await ask(aBrowser(), 'no-such-form', 'a@example.com')).status).toBe(404)
  })

  test('SIGNUP-1062 A code is stored as a hash, and codes of before yesterday are swept', async () => {
    const { person, customUrl } = await aStage()
    await ask(aBrowser(), customUrl, person.email)
    const [code = ''] = await codesTo(person.email)
    const { rows } = await t.platform.db.raw('select * from "signupCode" where email = $1', [person.email])
    expect(rows.length).toBe(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    t.clock.advance(25 * 3_600_000)
    await t.platform.jobs.runTick('signup/sweep-codes')
    const { rows: left } = await t.platform.db.raw('select id from "signupCode"', [])
    expect(left).toEqual([])
  })
})

describe('correcting the own sign-up', () => {
  const correct = (browser: Browser, body: object) => browser(ownSignupRoutes.correct, body)
  const contactOf = async (name: string, customUrl: string) => {
    const { rows } = await t.platform.db.raw(
      `select person.phone, person.email, person.flagged from "signupUser" person join signup on signup.id = person."signupId"
       where person.name = $1 and signup."customUrl" = $2`,
      [name, customUrl],
    )
    return rows
  }
  const textsTo = async (address: string): Promise<string> =>
    (await lettersTo(t, address)).map(({ text }) => text).join('\n')

  test('SIGNUP-1063 A mistyped e-mail is corrected in the browser that signed up, and a new link goes to the new address', async () => {
    const { first, person, link, customUrl, live } = await aStage()
    const email = 'right@example.com'
    expect((await correct(first, { customUrl, phone: person.phone, email })).status).toBe(200)
    const sent = /\/stream\/[\w-]+\/[\w-]+/.exec(await textsTo(email))?.[0] ?? ''
    expect(sent).not.toBe(link)
    expect((await joinRoom(t, live.streamId, keyIn(sent))).status).toBe(200)
    expect(await contactOf(person.name, customUrl)).toMatchObject([{ email, flagged: false }])
  })

  test('SIGNUP-781 After a mistyped e-mail is corrected, the link that was sent to it opens nothing, except in the browser that signed up', async () => {
    const { first, person, link, customUrl, live } = await aStage()
    expect((await correct(first, { customUrl, phone: person.phone, email: 'mended@example.com' })).status).toBe(200)
    const stranger = aBrowser()
    const join = (browser: Browser) => browser(roomRoutes.join, { streamId: live.streamId, viewerKey: keyIn(link) })
    const refused = await join(stranger)
    const never = await stranger(roomRoutes.join, { streamId: live.streamId, viewerKey: 'x'.repeat(27) })
    // As a link that never was: who got the letter learns of nobody.
    expect([refused.status, errorOf(refused.body)]).toEqual([410, errorOf(never.body)])
    expect((await stranger(publicSignupRoutes.seen, { viewerKey: keyIn(link) })).status).toBe(200)
    const own = await join(first)
    expect([own.status, nameIn(own.body)]).toEqual([200, person.name])
    expect(JSON.stringify(own.body)).not.toContain(keyIn(link))
    const { shortLinks } = t.app.services
    expect(await shortLinks.personal(live.streamId, keyIn(link), undefined)).toBe('ofNobody')
  })

  test('SIGNUP-782 A correction of the phone alone ends no link, for no letter went to a stranger', async () => {
    const { first, person, link, customUrl, live } = await aStage()
    expect((await correct(first, { customUrl, phone: '0912999888', email: person.email })).status).toBe(200)
    expect((await joinRoom(t, live.streamId, keyIn(link))).status).toBe(200)
  })

  test('SIGNUP-1064 Another browser corrects nothing, and is answered as the one that may', async () => {
    const { first, person, customUrl } = await aStage()
    const body = { customUrl, phone: person.phone, email: 'thief@example.com' }
    const [theirs, mine] = [await correct(aBrowser(), body), await correct(first, { ...body, email: person.email })]
    expect([theirs.status, theirs.body]).toEqual([mine.status, mine.body])
    expect(await contactOf(person.name, customUrl)).toMatchObject([{ email: person.email }])
    expect(await textsTo('thief@example.com')).toBe('')
  })

  test('SIGNUP-1065 A correction to another person’s phone is taken and flagged to staff, for a refusal would tell who is registered', async () => {
    const { first, person, customUrl, live } = await aStage()
    const other = aPerson({ name: '陳志明' })
    await aBrowser()(publicSignupRoutes.signUp, { customUrl, liveIds: [live.id], ...other })
    expect((await correct(first, { customUrl, phone: other.phone, email: person.email })).status).toBe(200)
    expect(await contactOf(person.name, customUrl)).toMatchObject([{ flagged: true }])
    expect(await contactOf(other.name, customUrl)).toMatchObject([{ flagged: false }])
  })

  test('SIGNUP-1066 Corrections to addresses end at five a day', async () => {
    const { first, person, customUrl } = await aStage()
    const statuses: number[] = []
    for (let times = 0; times < 6; times += 1)
      statuses.push((await correct(first, { customUrl, phone: person.phone, email: `new${times}@example.com` })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
