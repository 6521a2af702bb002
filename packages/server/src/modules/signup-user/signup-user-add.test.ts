import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'

const t = await sharedApp()

const member = await t.aFirm('器日')
const other = await t.aFirm('別家')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const aStage = async (capacity: number | null = null) => {
  const live = await aLive(t, member, { minutes: 60 })
  const form = await aForm(t, member, [{ liveId: live.id, capacity }])
  const given = { signupId: form.id, liveId: live.id, consentSource: '市集攤位', sendLink: true }
  type Contact = readonly [name: string, phone: string, email: string]
  const add = ([name, phone, email]: Contact, more: Partial<typeof given> = {}, by = member) =>
    t.call(signupUserRoutes.add, { body: { ...given, ...more, name, phone, email } }, by.headers)
  const people = async () =>
    (await t.call(signupUserRoutes.list, { query: { signupId: form.id, limit: 100 } }, member.headers)).items
  return { live, form, add, people }
}
const letters = async (): Promise<number> => {
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw('select count(*)::integer as n from "letterRecipient" where "firmId" = $1', [
    member.firmId,
  ])
  return Number(rows[0]?.['n'])
}

test('SIGNUP-USER-24 Who is entered by hand has a place, where they agreed on record and the link by letter; entered again they are there already', async () => {
  const { add, people, live } = await aStage()
  const before = await letters()
  const first = await add(['林美惠', '0912 345 678', 'mei@example.com'])
  expect(first.state).toBe('added')
  const [person] = await people()
  expect(person).toMatchObject({
    id: first.signupUserId,
    name: '林美惠',
    phone: '+886912345678',
    source: 'staff',
    consentSource: '市集攤位',
  })
  expect(person?.seats.map(({ liveId }) => liveId)).toEqual([live.id])
  expect(await letters()).toBe(before + 1)
  const shown = await t.call(signupUserRoutes.show, { params: { id: first.signupUserId } }, member.headers)
  expect(shown.events[0]).toMatchObject({ kind: 'added', actor: shown.events[0]?.actor, detail: '市集攤位' })
  expect(shown.events.map(({ kind }) => kind)).not.toContain('seatAdded')

  expect(await add(['別的名字', '0912345678', 'mei@example.com'])).toEqual({ ...first, state: 'there' })
  expect(await letters()).toBe(before + 1)
  expect((await people()).map(({ name }) => name)).toEqual(['林美惠'])
  await add(['不寄信', '0912000111', 'quiet@example.com'], { sendLink: false })
  expect(await letters()).toBe(before + 1)
})

test('SIGNUP-USER-25 By hand nobody is brought into a full session, past it, without consent, under two people’s contacts, or into another firm’s form', async () => {
  const full = await aStage(1)
  await full.add(['甲', '0933000001', 'a@example.com'])
  await expect(full.add(['乙', '0933000002', 'b@example.com'])).rejects.toMatchObject({ errorName: 'soldOut' })
  expect(await full.people()).toHaveLength(1)

  const { add, people, live } = await aStage()
  await add(['甲', '0933000001', 'a@example.com'])
  await add(['乙', '0933000002', 'b@example.com'])
  await expect(add(['丙', '0933000001', 'b@example.com'])).rejects.toMatchObject({
    fields: { phone: expect.any(String), email: expect.any(String) },
  })
  const someone = ['丁', '0933000004', 'd@example.com'] as const
  await expect(add(someone, { consentSource: ' ' })).rejects.toMatchObject({
    fields: { consentSource: expect.any(String) },
  })
  await expect(add(['丁', '12', 'd@example.com'])).rejects.toMatchObject({ fields: { phone: expect.any(String) } })
  await expect(add(someone, {}, other)).rejects.toMatchObject({ errorName: 'noData' })
  const elsewhere = await aLive(t, member, { minutes: 60 })
  await expect(add(someone, { liveId: elsewhere.id })).rejects.toMatchObject({ fields: { liveId: expect.any(String) } })
  await t.platform.db.raw('update live set "endAt" = $1 where id = $2', [t.clock.now(), live.id])
  await expect(add(someone)).rejects.toMatchObject({ errorName: 'gone' })
  expect(await people()).toHaveLength(2)
})

test('SIGNUP-USER-26 Of two members who enter two people for the last place at once one succeeds, and places equal seats', async () => {
  const { add, people } = await aStage(1)
  const both = await Promise.allSettled([
    add(['甲', '0933000001', 'a@example.com']),
    add(['乙', '0933000002', 'b@example.com']),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await people()).toHaveLength(1)
})
