import { pathOf } from '@kaimai/contract/common/route.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'

const t = await sharedApp()
const member = await aFirmWithHours(t, '器日')

const person = { name: '林佳穎', phone: '0912 345 678', email: 'Lin@example.com', consent: true }
const send = (body: object) =>
  t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
const lettersTo = async (address: string): Promise<number> => {
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw('select count(*) as n from "letterRecipient" where "toAddress" = $1', [
    address,
  ])
  return Number(rows[0]?.['n'])
}

test('SIGNUP-30 A session that is taken out and put back has its places taken as before', async () => {
  const [one, two] = [await aLive(t, member), await aLive(t, member, { minutes: 120 })]
  const form = await aForm(t, member, [{ liveId: one.id, capacity: 1 }, { liveId: two.id }])
  await send({ customUrl: form.customUrl, liveIds: [one.id], ...person })
  const { id: _, version: ___, createdAt: __, ...body } = form
  for (const sessionInfoList of [form.sessionInfoList.slice(1), form.sessionInfoList])
    await t.call(signupRoutes.change, { params: { id: form.id }, body: { ...body, sessionInfoList } }, member.headers)
  const late = { ...person, phone: '0987 654 321', email: 'late@example.com' }
  const reply = await send({ customUrl: form.customUrl, liveIds: [one.id], ...late })
  expect(reply.body).toMatchObject({ error: { name: 'soldOut' } })
})

test('SIGNUP-31 Who signs up again and again with somebody’s e-mail and other phones has ten letters sent a day', async () => {
  const live = await aLive(t, member, { minutes: 24 * 60 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const address = 'named@example.com'
  const ask = (phone: string, email: string) =>
    send({ customUrl: form.customUrl, liveIds: [live.id], ...person, phone, email })
  await ask('0966 000 000', address)
  for (let times = 0; times < 14; times += 1) {
    const phone = `0966 111 1${String(times).padStart(2, '0')}`
    await ask(phone, `nobody${times}@example.com`)
    await ask(phone, address)
  }
  expect(await lettersTo(address)).toBe(11)
  // The owner still gets the link again.
  await ask('0966 000 000', address)
  expect(await lettersTo(address)).toBe(12)
})

test('SIGNUP-32 A link asked for again and again goes to its owner once an hour', async () => {
  const live = await aLive(t, member, { minutes: 24 * 60 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const address = 'again@example.com'
  const ask = () =>
    send({ customUrl: form.customUrl, liveIds: [live.id], ...person, phone: '0955 555 555', email: address })
  await ask()
  for (let times = 0; times < 5; times += 1) await ask()
  expect(await lettersTo(address)).toBe(2)
  t.clock.advance(3600_000)
  await ask()
  expect(await lettersTo(address)).toBe(3)
})
