import { pathOf } from '@kaimai/contract/common/route.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aPerson, joinRoom } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'

const t = await sharedApp()
const member = await t.aFirm('器日')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const send = async (body: object, cookie = '') => {
  const {
    status,
    body: answered,
    headers,
  } = await t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
    payload: JSON.stringify(body),
  })
  return { status, body: answered, headers }
}
type Sent = Awaited<ReturnType<typeof send>>
const cookieOf = ({ headers }: Sent): string => String(headers['set-cookie']).split(';')[0] ?? ''
const linkOf = ({ body }: Sent): string => /"path":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''

/** The answer as it is sent, with every id and key of its own kind replaced by its length. */
const bytesOf = ({ status, body, headers }: Sent): string => {
  const text = JSON.stringify(body)
    .replace(/"eventId":"([^"]+)"/, (_, id: string) => `"eventId":${id.length}`)
    .replace(/(\/stream\/[^/]+\/)([\w-]+)/g, (_, path: string, key: string) => path + key.length)
  const names = Object.keys(headers)
    .filter((name) => name !== 'x-request-id')
    .toSorted()
  return `${status} ${names.join()} ${text}`
}

/** A person who has signed up, and one nobody knows. */
const aStage = async (capacity: number | null = null) => {
  const [one, two] = [await aLive(t, member, { minutes: 10 }), await aLive(t, member, { minutes: 200 })]
  const form = await aForm(t, member, [{ liveId: one.id, capacity }, { liveId: two.id }])
  const known = aPerson()
  const first = await send({ customUrl: form.customUrl, liveIds: [one.id], ...known })
  const ask = (liveIds: string[], who: object, cookie?: string) =>
    send({ customUrl: form.customUrl, liveIds, ...known, ...who }, cookie)
  return { one, two, form, known, first, ask }
}

describe('a sign-up does not reveal whether somebody is registered', () => {
  test('SIGNUP-950 A sign-up by a known phone and e-mail from another device is answered byte by byte as a new person’s.', async () => {
    const { one, two, known, ask } = await aStage()
    const { phone, email } = aPerson()
    for (const liveIds of [[one.id], [two.id], [one.id, two.id]]) {
      const fresh = await ask(liveIds, aPerson())
      for (const who of [known, { ...known, email }, { ...known, phone }, { ...known, name: '別人' }])
        expect(bytesOf(await ask(liveIds, who))).toBe(bytesOf(fresh))
    }
  })

  test('SIGNUP-951 A sign-up that is sent again from the same browser is answered alike for a new person and for a known one.', async () => {
    const { one, two, known, ask } = await aStage()
    const answers: string[][] = []
    for (const who of [aPerson(), known]) {
      const first = await ask([one.id], who)
      const cookie = cookieOf(first)
      const again = await ask([one.id], who, cookie)
      const more = await ask([one.id, two.id], who, cookie)
      answers.push([first, again, more].map(bytesOf))
    }
    expect(answers[1]).toEqual(answers[0])
  })

  test('SIGNUP-952 The link that a known person’s phone gets on another device opens the room, under the name given there, and is not the person’s.', async () => {
    const { one, known, first, ask } = await aStage()
    const guest = await ask([one.id], { ...known, name: '別人' })
    expect(linkOf(guest)).not.toBe(linkOf(first))
    const { status, body } = await joinRoom(t, one.streamId, linkOf(guest).split('/').at(-1) ?? '')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(known.name)
    const { rows } = await t.platform.db.raw('select name, "cameAt" from "signupUser" where email = $1', [known.email])
    expect(rows).toEqual([{ name: known.name, cameAt: null }])
  })

  test('SIGNUP-953 A full session refuses a known person on another device as it refuses a new one.', async () => {
    const { one, known, ask } = await aStage(1)
    expect(bytesOf(await ask([one.id], known))).toBe(bytesOf(await ask([one.id], aPerson())))
  })
})
