import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import { auditRoutes } from '@kaimai/contract/member/member.routes.ts'
import { ownSignupRoutes } from '@kaimai/contract/signup/own-signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop, home } from '../../../test/profile-shop.ts'
import { joinRoom } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { eraseOrdersTick } from './signup-user-erase.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let owner: Member
beforeEach(async () => {
  owner = await aFirmWithHours(t, '器日')
})

/** Nothing else in the test has these. */
const wanda = { name: '汪達達', phone: '0971 234 567', email: 'wanda.only@example.com', consent: true as const }
const needles = [wanda.name, '0971234567', '0971 234 567', '0971-234-567', '+886971234567', wanda.email]

/** Where something of the person may stand after they were erased; docs/retention.md has the reasons. */
const excused: readonly string[] = ['public.block', 'public.idempotency']

const erase = (id: string, by = owner) => t.call(signupUserRoutes.erase, { body: { signupUserId: id } }, by.headers)

/** Every table of every schema, with the needles that stand in it. */
const walk = async (firmId?: string): Promise<string[]> => {
  const { rows: tables } = await t.platform.db.raw(
    `select table_schema as schema, table_name as name,
       exists (select 1 from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name
         and c.column_name = 'firmId') as "hasFirm"
     from information_schema.tables t
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  const found: string[] = []
  for (const { schema, name, hasFirm } of tables) {
    const full = `${String(schema)}.${String(name)}`
    if (excused.includes(full) || (firmId !== undefined && hasFirm !== true)) continue
    const { rows } = await t.platform.db.raw(
      `select count(*) as n from "${String(schema)}"."${String(name)}" r where r::text like any ($1::text[])
       ${firmId === undefined ? '' : 'and "firmId" = $2'}`,
      [needles.map((needle) => `%${needle}%`), ...(firmId === undefined ? [] : [firmId])],
    )
    if (Number(rows[0]?.['n']) > 0) found.push(full)
  }
  return found
}

/** Somebody who has signed up, watched, talked, bought, saved, been written to and edited. */
const aLifeOf = async () => {
  const shop = await aProfileShop(t, owner)
  const device = aDevice()
  const { key, laterKey } = await shop.signUp(device, wanda)
  await joinRoom(t, shop.live.streamId, key)
  const { rows } = await t.platform.db.raw(
    `select "liveUser".id, "publicId", "signupUserId" from "liveUser" join "signupUser" on "signupUser".id = "signupUserId"
     where "signupUser"."firmId" = $1 and "signupUser".email = $2 and "liveId" = $3`,
    [owner.firmId, wanda.email, shop.live.id],
  )
  const [seat] = rows
  const id = String(seat?.['signupUserId'])
  const user = { userId: seat?.['publicId'], name: wanda.name }
  const says = [
    [1, 'commented', { user, text: '我的手機 0971-234-567' }, seat?.['id']],
    [2, 'commented', { user: { userId: 'other', name: '小美' }, text: '你好', to: { seq: 1, ...user } }, null],
  ] as const
  for (const [seq, kind, payload, liveUserId] of says)
    await t.platform.db.raw(
      `insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", "createdAt")
       values ($1, $2, $3, 1000, $4, cast($5 as jsonb), $6, '', $7)`,
      [shop.live.id, 1000 + seq, owner.firmId, kind, JSON.stringify(payload), liveUserId, t.clock.now()],
    )
  const personal = { fullName: wanda.name, phone: wanda.phone, phoneCountry: 'TW', email: wanda.email }
  const placed = await shop.order(key, device, { personal, memo: `請打 ${wanda.phone}` })
  // As a delivery to a home would be, whose fee is the firm's.
  await t.platform.db.raw('update "order" set delivery = cast($1 as jsonb) where id = $2', [
    JSON.stringify(home),
    placed.orderId,
  ])
  await t.call(profileRoutes.change, { body: { nickname: wanda.name } }, { 'x-viewer-key': key, ...device })
  await t.call(ownSignupRoutes.askCode, { body: { customUrl: shop.form.customUrl, contact: wanda.email } })
  await t.call(signupUserRoutes.change, { body: { signupUserId: id, memo: `${wanda.name} 喜歡霧白` } }, owner.headers)
  // A file that named the person, its phone as somebody typed it.
  await t.platform.db.raw(
    `with run as (
       insert into "importRun" (id, "firmId", kind, state, "fileName", "fileHash", options, language, "memberId", "actorName", ip,
         columns, "leading", "unknownHeaders", "unknownNames", counts, outcome, total, done, "createdAt", "touchedAt")
       values (gen_random_uuid(), $1, 'signupUser', 'done', 'people.csv', $2, '{}', 'zh-TW', gen_random_uuid(), '', '',
         '[]', '[]', '[]', '[]', '{}', '{}', 1, 1, $3, $3) returning id)
     insert into "importRow" ("runId", "firmId", line, unit, state, "isBad", cells, before, errors, note)
     select id, $1, 2, 2, 'bad', true, cast($4 as jsonb), '[]', '[]', '' from run`,
    [owner.firmId, id, t.clock.now(), JSON.stringify([wanda.name, '0971-234-567', 'other@example.com'])],
  )
  await t.platform.jobs.idle()
  return { ...shop, id, key, laterKey, placed, device }
}
const takenOf = async (signupId: string, liveId: string) => {
  const { rows } = await t.platform.db.raw(
    'select taken from "signupSession" where "signupId" = $1 and "liveId" = $2',
    [signupId, liveId],
  )
  return Number(rows[0]?.['taken'])
}
const settle = async (orderId: string, days: number) => {
  await t.platform.db.raw(`update "order" set "paymentState" = 'paid', "paidAt" = $1 where id = $2`, [
    t.clock.now(),
    orderId,
  ])
  t.clock.advance(days * 86_400_000)
  await t.platform.jobs.runTick(eraseOrdersTick)
}

describe('erasing a person of a form', () => {
  test('SIGNUP-USER-127 Of an erased person no table holds the name, the phone or the e-mail, once their orders are over', async () => {
    const { id, placed } = await aLifeOf()
    const held = await walk()
    expect(held).toEqual(
      expect.arrayContaining(['public.signupUser', 'public.liveUser', 'public.letterRecipient', 'public.order']),
    )
    expect(held).toEqual(expect.arrayContaining(['public.roomEvent', 'public.shopperProfile', 'public.signupCode']))
    expect(await erase(id)).toEqual({ ordersUnderWay: 1 })
    expect(await walk()).toEqual(['public.order'])
    await settle(placed.orderId, 61)
    expect(await walk()).toEqual([])
  })

  test('SIGNUP-USER-128 An order keeps what the books need: its lines, its sums, its payment and its invoice', async () => {
    const { id, placed } = await aLifeOf()
    await erase(id)
    const facts = async () => {
      const { rows } = await t.platform.db.raw(
        `select "orderNo", total, currency, invoice, "paymentMethod", "fullName", delivery from "order" where id = $1`,
        [placed.orderId],
      )
      return rows[0]
    }
    expect(await facts()).toMatchObject({ fullName: wanda.name })
    const { fullName: _, delivery: __, ...kept } = (await facts()) ?? {}
    await settle(placed.orderId, 61)
    expect(await facts()).toMatchObject({ ...kept, fullName: `觀眾 ${id.slice(-4)}` })
    expect(await facts()).toMatchObject({ delivery: { type: 'home', county: home.county, address: '—' } })
  })

  test('SIGNUP-USER-129 The seats of sessions to come are free again, the personal link and the browser’s hold end, and no letter goes', async () => {
    const { id, form, live, later, key, laterKey, device } = await aLifeOf()
    const before = await takenOf(form.id, later.id)
    await erase(id)
    expect(await takenOf(form.id, later.id)).toBe(before - 1)
    for (const [streamId, own] of [
      [live.streamId, key],
      [later.streamId, laterKey],
    ] as const)
      expect((await joinRoom(t, streamId, own)).status).not.toBe(200)
    const page = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } }, device)
    expect(page.known).toBeNull()
    expect(await errorNameOf(t.call(signupUserRoutes.resend, { body: { signupUserIds: [id] } }, owner.headers))).toBe(
      'conflict',
    )
    const change = { body: { signupUserId: id, name: '汪小姐' } }
    expect(await errorNameOf(t.call(signupUserRoutes.change, change, owner.headers))).toBe('conflict')
  })

  test('SIGNUP-USER-130 The audit log says who erased whom by the pseudonym, and the list shows when', async () => {
    const { id, form } = await aLifeOf()
    t.clock.advance(1000)
    await erase(id)
    const { items } = await t.call(auditRoutes.list, { query: {} }, owner.headers)
    expect(items[0]).toMatchObject({ action: 'signupUser.erase' })
    expect(JSON.stringify(items)).not.toContain(wanda.name)
    const list = await t.call(signupUserRoutes.list, { query: { signupId: form.id } }, owner.headers)
    expect(list.items[0]).toMatchObject({ name: `觀眾 ${id.slice(-4)}`, phone: '', email: '', memo: '', answers: [] })
    expect(list.items[0]?.erasedAt).not.toBeNull()
    const shown = await t.call(signupUserRoutes.show, { params: { id } }, owner.headers)
    expect(shown.events.at(-1)).toMatchObject({ kind: 'erased' })
  })

  test('SIGNUP-USER-131 A second erasure changes nothing, another firm’s is not there, and who may not edit may not erase', async () => {
    const { id } = await aLifeOf()
    const other = await aFirmWithHours(t)
    expect(await errorNameOf(erase(id, other))).toBe('noData')
    for (const role of ['analyst', 'host'] as const)
      expect(await errorNameOf(erase(id, await t.aMember(owner, role)))).toBe('forbidden')
    await erase(id)
    const erasedAt = async () =>
      (await t.platform.db.raw('select "erasedAt" from "signupUser" where id = $1', [id])).rows[0]?.['erasedAt']
    const at = await erasedAt()
    t.clock.advance(60_000)
    expect(await erase(id)).toEqual({ ordersUnderWay: 1 })
    expect(await erasedAt()).toEqual(at)
    const { items } = await t.call(auditRoutes.list, { query: {} }, owner.headers)
    expect(items.filter(({ action }) => action === 'signupUser.erase').length).toBe(1)
  })

  test('SIGNUP-USER-132 The same person at another firm, and others of the form, stay as they are', async () => {
    const { id, form } = await aLifeOf()
    const other = await aFirmWithHours(t)
    const live = await aLive(t, other)
    const theirs = await aForm(t, other, [{ liveId: live.id }])
    await t.call(publicSignupRoutes.signUp, { body: { customUrl: theirs.customUrl, liveIds: [live.id], ...wanda } })
    await t.platform.jobs.idle()
    const before = await walk(other.firmId)
    expect(before).toContain('public.signupUser')
    await erase(id)
    expect(await walk(other.firmId)).toEqual(before)
    expect((await t.call(signupUserRoutes.list, { query: { signupId: form.id } }, owner.headers)).total).toBe(1)
  })
})
