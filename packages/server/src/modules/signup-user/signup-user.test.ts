import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aPerson, joinRoom, signUp } from '../../../test/sign-up-people.ts'
import { aLive } from '../../../test/studio.ts'
import { signupUserStage } from '../../../test/signup-user-stage.ts'

const t = await sharedApp()

const member = await t.aFirm('器日')
const other = await t.aFirm('別家')
const analyst = await t.aMember(member, 'analyst')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const { list, names, show, lettersTo, takenOf, endNow, aStage } = signupUserStage(t, member)

describe('the list', () => {
  test('SIGNUP-USER-10 Is newest first, searched by name, phone as dialled and e-mail; an unknown sort names the field', async () => {
    const { form, people } = await aStage()
    expect(await names({ signupId: form.id })).toEqual(['黃雅婷', '陳志明', '林佳穎'])
    expect(await names({ signupId: form.id, sort: 'createdAt' })).toEqual(['林佳穎', '陳志明', '黃雅婷'])
    expect(await names({ signupId: form.id, q: '志明' })).toEqual(['陳志明'])
    const [lin] = people
    const dialled = `${lin?.phone.slice(0, 4)}-${lin?.phone.slice(4, 7)}-${lin?.phone.slice(7)}`
    for (const q of [
      lin?.phone,
      dialled,
      `\u202a${dialled.replaceAll('-', '\u2011')}\u202c`,
      `+886${lin?.phone.slice(1)}`,
      lin?.email.toUpperCase(),
    ])
      expect(await names({ signupId: form.id, q })).toEqual(['林佳穎'])
    expect(await names({ signupId: form.id, q: '%' })).toEqual([])
    await expect(list({ sort: 'phone' })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { sort: expect.any(String) },
    })
  })

  test('SIGNUP-USER-11 Filters hold together, and each tab counts what its list finds', async () => {
    const { form, one, two, people, ids } = await aStage()
    await joinRoom(t, one.streamId, people[0]?.key ?? '')
    await t.call(
      signupUserRoutes.cancelNotice,
      { body: { signupUserIds: [ids[1]], isCancelNotice: true } },
      member.headers,
    )
    await signUp(
      t,
      form.customUrl,
      [two.id],
      aPerson({ name: '兩人', phone: people[0]?.phone ?? '', email: people[1]?.email ?? '' }),
    )
    const here = { signupId: form.id }
    expect(await names({ ...here, came: 'yes' })).toEqual(['林佳穎'])
    expect(await names({ ...here, came: 'no', isCancelNotice: 'no', flagged: 'no' })).toEqual(['黃雅婷'])
    expect(await names({ ...here, flagged: 'yes' })).toEqual(['兩人'])
    expect(await names({ ...here, liveId: two.id })).toEqual(['兩人'])
    expect(await names({ ...here, liveId: two.id, came: 'yes' })).toEqual([])
    const counts = await t.call(signupUserRoutes.counts, { query: here }, member.headers)
    expect(counts).toEqual({ all: 4, came: 1, notCome: 3, ordered: 0, flagged: 1, stopped: 1 })
    const totals = await Promise.all(
      [{}, { came: 'yes' }, { came: 'no' }, { ordered: 'yes' }, { flagged: 'yes' }, { isCancelNotice: 'yes' }].map(
        async (filter) => (await list({ ...here, ...filter, limit: 1 })).total,
      ),
    )
    expect(totals).toEqual(Object.values(counts))
  })

  test('SIGNUP-USER-12 The one-day search finds the sign-ups of a day in Taipei, from its first to its last moment', async () => {
    const { form } = await aStage()
    const at = (iso: string) =>
      t.platform.db.raw('update "signupUser" set "createdAt" = $1 where "signupId" = $2 and name = $3', [
        new Date(iso),
        form.id,
        '林佳穎',
      ])
    const found = async (day: string) =>
      (await t.call(signupUserRoutes.oneDay, { query: { day, signupId: form.id } }, member.headers)).items.map(
        ({ name }) => name,
      )
    for (const iso of ['2026-11-17T16:00:00Z', '2026-11-18T15:59:59.999Z']) {
      await at(iso)
      expect(await found('2026-11-18')).toEqual(['林佳穎'])
    }
    await at('2026-11-18T16:00:00Z')
    expect([await found('2026-11-18'), await found('2026-11-19')]).toEqual([[], ['林佳穎']])
    await expect(found('2026-02-30')).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { day: expect.any(String) },
    })
  })

  test('SIGNUP-USER-13 A member who may not see personal data gets masks, no links and no answers, and finds nobody by phone or e-mail', async () => {
    const { form, people, ids } = await aStage()
    const [lin] = people
    expect(await names({ signupId: form.id, q: lin?.phone }, analyst)).toEqual([])
    expect(await names({ signupId: form.id, q: lin?.email }, analyst)).toEqual([])
    expect(await names({ signupId: form.id, q: '佳穎' }, analyst)).toEqual(['林佳穎'])
    const shown = await show(ids[0], analyst)
    expect(JSON.stringify(shown)).not.toContain(lin?.phone.slice(4))
    expect(JSON.stringify(shown)).not.toContain(lin?.email)
    expect(shown).toMatchObject({ personal: false, links: [], answers: [] })
    await expect(show(ids[0], other)).rejects.toMatchObject({ errorName: 'notFound' })
    expect((await list({ signupId: form.id }, other)).total).toBe(0)
  })
})

describe('one person', () => {
  test('SIGNUP-USER-14 Shows seats, working links, letters and what happened, the oldest first', async () => {
    const { form, one, people, ids } = await aStage()
    await t.platform.jobs.idle()
    t.clock.advance(60_000)
    await joinRoom(t, one.streamId, people[0]?.key ?? '')
    const shown = await show(ids[0])
    expect(shown).toMatchObject({
      name: '林佳穎',
      signupName: form.signupName,
      seats: [{ liveId: one.id, cameAt: t.clock.now().toISOString() }],
      links: [{ liveId: one.id, path: `/stream/${one.streamId}/${people[0]?.key}` }],
      letters: [{ state: 'sent' }],
    })
    expect(shown.events.map(({ kind }) => kind)).toEqual(['signedUp', 'letter', 'came'])
    expect(shown.cameAt).toBe(shown.seats[0]?.cameAt)
  })

  test('SIGNUP-USER-15 Is edited, and the room and the timeline know it; a phone or e-mail of another in the form is refused by name', async () => {
    const { form, people, ids } = await aStage()
    const change = (body: object) =>
      t.call(signupUserRoutes.change, { body: { signupUserId: ids[0], ...body } }, member.headers)
    for (const field of ['phone', 'email'] as const)
      await expect(change({ [field]: people[1]?.[field] })).rejects.toMatchObject({
        errorName: 'invalid',
        fields: { [field]: expect.stringContaining('陳志明') },
      })
    await expect(change({ phone: '12345' })).rejects.toMatchObject({ fields: { phone: expect.any(String) } })
    const saved = await change({ name: '林佳盈', phone: '0922 333 444', memo: '老客人' })
    expect(saved).toMatchObject({ name: '林佳盈', phone: '+886922333444', memo: '老客人' })
    const { rows } = await t.platform.db.raw('select name, phone from "liveUser" where "signupUserId" = $1', [ids[0]])
    expect(rows).toEqual([{ name: '林佳盈', phone: '+886922333444' }])
    expect((await show(ids[0])).events).toContainEqual(
      expect.objectContaining({ kind: 'edited', actor: '王小明', detail: 'name phone' }),
    )
    // The same contacts in another form are another matter.
    const elsewhere = await aStage()
    await t.call(
      signupUserRoutes.change,
      { body: { signupUserId: elsewhere.ids[0], email: people[1]?.email } },
      member.headers,
    )
    expect(form.id).not.toBe(elsewhere.form.id)
    await expect(
      t.call(signupUserRoutes.change, { body: { signupUserId: ids[0], memo: 'x' } }, other.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
  })

  test('SIGNUP-USER-16 A person whose notices are stopped gets no letter but keeps the seat; links are sent again only to who wants notices', async () => {
    const { form, one, people, ids } = await aStage()
    await t.platform.jobs.idle()
    const notices = (isCancelNotice: boolean) =>
      t.call(signupUserRoutes.cancelNotice, { body: { signupUserIds: [ids[0]], isCancelNotice } }, member.headers)
    const resend = (signupUserIds: string[]) =>
      t.call(signupUserRoutes.resend, { body: { signupUserIds } }, member.headers)
    expect([await notices(true), await notices(true)]).toEqual([{ changed: 1 }, { changed: 0 }])
    await expect(resend([ids[0]])).rejects.toMatchObject({
      errorName: 'conflict',
      message: expect.stringContaining('停止'),
    })
    expect(await resend([ids[0], ids[1]])).toEqual({ sent: 1 })
    expect((await lettersTo(people[0]?.email ?? '')).length).toBe(1)
    expect(await takenOf(form.id, one.id)).toBe(3)
    await notices(false)
    await resend([ids[0]])
    await resend([ids[0]])
    const letters = await lettersTo(people[0]?.email ?? '')
    expect(letters.length).toBe(3)
    for (const text of letters) expect(text).toContain(people[0]?.key)
    await endNow(one.id)
    await expect(resend([ids[0]])).rejects.toMatchObject({ errorName: 'gone' })
  })
})

test('SIGNUP-USER-20 Lives to choose from are those still open and the sessions of the form asked about, with their places', async () => {
  const { form, one, two } = await aStage(5)
  const free = await aLive(t, member, { minutes: 500 })
  const { lives } = await t.call(signupUserRoutes.lives, { query: { signupId: form.id } }, member.headers)
  const chosen = lives.filter((live) => live.chosen)
  expect(chosen.map(({ liveId, capacity, taken }) => ({ liveId, capacity, taken }))).toEqual([
    { liveId: two.id, capacity: 5, taken: 0 },
    { liveId: one.id, capacity: null, taken: 3 },
  ])
  expect(lives.find(({ liveId }) => liveId === free.id)).toMatchObject({ chosen: false })
  expect((await t.call(signupUserRoutes.lives, {}, other.headers)).lives).toEqual([])
})

test('SIGNUP-USER-21 Every change and export is in the log of the firm, with who did it', async () => {
  const { ids } = await aStage()
  await t.call(signupUserRoutes.change, { body: { signupUserId: ids[0], name: '改名', memo: '' } }, member.headers)
  await t.call(
    signupUserRoutes.cancelNotice,
    { body: { signupUserIds: [...ids], isCancelNotice: true } },
    member.headers,
  )
  await t.call(signupUserRoutes.exportExcel, { body: { format: 'csv', signupUserIds: [...ids] } }, member.headers)
  const { rows } = await t.platform.db.raw(
    `select action, "actorName" as name from audit where "firmId" = $1 order by "createdAt" desc, id desc limit 3`,
    [member.firmId],
  )
  expect(rows).toEqual(
    ['signupUser.export', 'signupUser.notices', 'signupUser.change'].map((action) => ({ action, name: '王小明' })),
  )
})
