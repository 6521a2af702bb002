import { pathOf } from '@kaimai/contract/common/route.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { expect, test } from 'vitest'
import { aPaidForm, orderPlaces, payOrder, placedIn } from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aPerson, joinRoom, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { newAddressKey, newAddressLimits, provenPeople } from './new-addresses.ts'

const newAddressLimit = newAddressLimits.starting

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let member: Member

/** A firm with a form, which has written to as many new addresses as it may within the hour. */
const aBusyFirm = async (left = 0) => {
  member = await t.aFirm('器日')
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  for (let count = left; count < newAddressLimit.limit; count += 1)
    await t.platform.limits.take(newAddressKey(member.firmId, 'starting'), newAddressLimit)
  const register = async (person = aPerson()) => {
    const { key } = await signUp(t, form.customUrl, [live.id], person)
    await t.platform.jobs.idle()
    return { ...person, key }
  }
  return { live, form, register }
}
const held = () => t.call(letterRoutes.held, {}, member.headers)
const statesTo = async (address: string): Promise<string[]> => {
  const { rows } = await t.platform.db.raw(
    `select case when "heldSince" is null then state else 'held' end as state from "letterRecipient"
     where "firmId" = $1 and "toAddress" = $2 order by "createdAt", id`,
    [member.firmId, address],
  )
  return rows.map((row) => String(row['state']))
}
const halfAMinute = async () => {
  t.clock.advance(31_000)
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}

test('LETTER-954 A letter to a new address beyond the hour’s is held back, the sign-up stands, and staff see how many wait.', async () => {
  const { register } = await aBusyFirm(1)
  const first = await register()
  const second = await register()
  const third = await register()
  expect(second.key).not.toBe('')
  expect([await statesTo(first.email), await statesTo(second.email), await statesTo(third.email)]).toEqual([
    ['sent'],
    ['held'],
    ['held'],
  ])
  await halfAMinute()
  expect(await statesTo(second.email)).toEqual(['held'])
  expect(await held()).toMatchObject({ count: 2, anHour: newAddressLimit.limit })
  expect(Date.parse((await held()).since ?? '')).toBeLessThan(t.clock.ms())
})

test('LETTER-955 A letter that was held back goes by itself when the firm may write to new addresses again.', async () => {
  const { register } = await aBusyFirm()
  const { email } = await register()
  expect(await statesTo(email)).toEqual(['held'])
  t.clock.advance(newAddressLimit.windowMs + 120_000)
  await t.platform.jobs.runTick('letters-due')
  expect(await statesTo(email)).toEqual(['sent'])
})

test('LETTER-956 A letter about a paid order is never held back, and takes along what was held back to its address.', async () => {
  const { live } = await aBusyFirm()
  const paid = await aPaidForm(t, member, [{ liveId: live.id }])
  const person = aPerson()
  const { orderId } = placedIn(await orderPlaces(t, paid.customUrl, [live.id], person))
  await t.platform.jobs.idle()
  expect(await statesTo(person.email)).toEqual(['held'])
  await payOrder(t, member.firmId, orderId)
  await halfAMinute()
  expect((await statesTo(person.email)).filter((state) => state !== 'sent')).toEqual([])
})

test('LETTER-957 Somebody who has come to a live of the firm is written to without counting.', async () => {
  const { live, form, register } = await aBusyFirm(1)
  const { email, phone, key } = await register()
  await t.platform.db.raw('update live set "beginAt" = $1 where id = $2', [t.clock.now(), live.id])
  await joinRoom(t, live.streamId, key)
  const another = await aForm(t, member, [{ liveId: (await aLive(t, member, { minutes: 900 })).id }])
  await t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      customUrl: another.customUrl,
      liveIds: [another.sessionInfoList[0]?.liveId],
      consent: true,
      name: '林佳穎',
      phone,
      email,
    }),
  })
  await t.platform.jobs.idle()
  expect(form.id).not.toBe(another.id)
  expect(await statesTo(email)).toEqual(['sent', 'sent'])
})

test.each([
  '恭喜中獎 evil.com',
  'ｅｖｉｌ．ｃｏｍ',
  'e\u200bvil\u3002com',
  'LINE@evil',
  'http://evil',
  '請撥 0912345678',
])('LETTER-958 A sign-up by the name of %s is refused at the field, and nothing is sent.', async (name) => {
  const { live, form } = await aBusyFirm()
  const person = aPerson({ name })
  const { status, body } = await t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ customUrl: form.customUrl, liveIds: [live.id], ...person }),
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { fields: { name: expect.stringContaining('姓名請不要填網址') } } })
  await t.platform.jobs.idle()
  expect(await statesTo(person.email)).toEqual([])
})

test('LETTER-959 A name with a link that was kept before is not in any part of a letter.', async () => {
  const { live, form, register } = await aBusyFirm(10)
  const person = await register()
  await t.platform.db.raw('update "signupUser" set name = $1 where email = $2', ['恭喜中獎 evil.com', person.email])
  t.clock.advance(3600_000)
  await signUp(t, form.customUrl, [live.id], { ...person, consent: true })
  await t.platform.jobs.idle()
  const letters = await lettersTo(t, person.email)
  expect(letters).toHaveLength(2)
  expect(JSON.stringify(letters[1])).not.toContain('evil')
  expect(letters[1]?.text).toContain('您好，位子幫您留好了')
})

test('LETTER-780 A letter with a link that still waits for an address that was corrected meanwhile is not sent to it.', async () => {
  const { register } = await aBusyFirm()
  const { email } = await register()
  expect(await statesTo(email)).toEqual(['held'])
  await t.platform.db.raw('update "signupUser" set email = $1 where email = $2', ['mended@example.com', email])
  t.clock.advance(newAddressLimit.windowMs + 120_000)
  await t.platform.jobs.runTick('letters-due')
  expect(await statesTo(email)).toEqual(['skipped'])
})

/** So many people have come to a live of the firm before. */
const cameBefore = async (firmId: string, signupId: string, people: number) => {
  for (let i = 0; i < people; i += 1)
    await t.platform.db.raw(
      `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", flagged,
         "isCancelNotice", "cameAt", "createdAt")
       values ($1, $2, $3, '常客', $4, $5, '', 'Asia/Taipei', '', false, false, $6, $6)`,
      [newId(), firmId, signupId, `+8869220${10_000 + i}`, `regular${i}@example.com`, t.clock.now()],
    )
}

test('LETTER-1020 A firm whose people have come before writes to thousands of new addresses within minutes', async () => {
  const { form, register } = await aBusyFirm()
  await cameBefore(member.firmId, form.id, provenPeople)
  await t.platform.limits.take(newAddressKey(member.firmId, 'established'), newAddressLimits.established, 2_999)
  const { email } = await register()
  expect(await statesTo(email)).toEqual(['sent'])
  expect(await held()).toMatchObject({ count: 0, anHour: newAddressLimits.established.limit })
})

test('LETTER-1023 Three thousand sign-ups of an evening for a firm whose people have come before are all written to, and none is held', async () => {
  const people = 3_000
  const slice = 500
  const { form } = await aBusyFirm()
  await cameBefore(member.firmId, form.id, provenPeople)
  const values = { sessionTitle: '秋窯', liveBeginAt: '今晚八點', liveUrl: 'https://example.com/stream/a' }
  for (let from = 0; from < people; from += slice)
    await t.app.services.letters.write(letterTypes.signupComplete, {
      firmId: member.firmId,
      firmName: '器日',
      letters: Array.from({ length: slice }, (_, i) => ({
        key: `evening:${from + i}`,
        name: '林',
        to: `evening${from + i}@example.com`,
        language: 'zh-TW' as const,
        values,
      })),
    })
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw(
    `select state, "heldSince" is null as free, count(*)::int as letters from "letterRecipient"
     where "firmId" = $1 group by 1, 2`,
    [member.firmId],
  )
  expect(rows).toEqual([{ state: 'sent', free: true, letters: people }])
  expect(await held()).toMatchObject({ count: 0 })
})

test('LETTER-1021 A firm whose letters come back writes slowly, whoever came before', async () => {
  const { form, register } = await aBusyFirm()
  await cameBefore(member.firmId, form.id, provenPeople)
  for (let count = 0; count < 10; count += 1) await register()
  await t.platform.db.raw(`update "letterRecipient" set state = 'bounced' where "firmId" = $1`, [member.firmId])
  for (let count = 0; count < newAddressLimits.returning.limit; count += 1)
    await t.platform.limits.take(newAddressKey(member.firmId, 'returning'), newAddressLimits.returning)
  const { email } = await register()
  expect(await statesTo(email)).toEqual(['held'])
  expect(await held()).toMatchObject({ count: 1, anHour: newAddressLimits.returning.limit })
})

test('LETTER-1022 What was held back to somebody who has come meanwhile goes, whatever the hour allows', async () => {
  const { register } = await aBusyFirm()
  const { email } = await register()
  expect(await statesTo(email)).toEqual(['held'])
  await t.platform.db.raw('update "signupUser" set "cameAt" = $1 where email = $2', [t.clock.now(), email])
  await halfAMinute()
  expect(await statesTo(email)).toEqual(['sent'])
})
