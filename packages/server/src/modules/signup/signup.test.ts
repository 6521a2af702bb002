import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { type Member, type Reply } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

type Outcome = { result: string; links: { liveId: string; path: string }[] }
const person = { name: '林佳穎', phone: '0912 345 678', email: 'Lin@example.com', consent: true }

const send = async (body: object, cookie = ''): Promise<{ reply: Reply; cookie: string; data: Outcome }> => {
  const reply = await t.request({
    method: 'POST',
    url: '/api/room/signup/batch',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  })
  const set = String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { reply, cookie: set || cookie, data: (reply.body as { data: Outcome }).data }
}
const codeOf = (reply: Reply) => (reply.body as { error?: { code: number } }).error?.code
const lettersOf = async () => {
  await t.platform.jobs.idle()
  return (await t.call(letterRoutes.list, {}, member.headers)).items
}

describe('forms', () => {
  test('SIGNUP-51 A form is saved and comes back the same, and another firm does not see it', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id, capacity: 50 }], 'autumn-kiln')
    const { id: _, version: ___, createdAt: __, ...body } = form
    const saved = await t.call(
      signupRoutes.change,
      { params: { id: form.id }, body: { ...body, signupNotice: '注意', screenTopText: '前 100 名送小碟' } },
      member.headers,
    )
    expect(await t.call(signupRoutes.show, { params: { id: form.id } }, member.headers)).toEqual(saved)
    expect(saved).toMatchObject({ signupNotice: '注意', sessionInfoList: [{ liveId: live.id, capacity: 50 }] })
    const other = await t.aFirm()
    await expect(t.call(signupRoutes.show, { params: { id: form.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'notFound',
    })
    await expect(t.call(signupRoutes.remove, { params: { id: form.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
  })

  test('SIGNUP-52 An address is one form’s on the whole platform; routes’ words and bad ones are refused', async () => {
    const live = await aLive(t, member)
    await aForm(t, member, [{ liveId: live.id }], 'only-one')
    const other = await t.aFirm()
    await t.app.services.metering.addHours(other.firmId, { kind: 'topUp', key: 'x', seconds: 3600 })
    const theirs = await aLive(t, other)
    await expect(aForm(t, other, [{ liveId: theirs.id }], 'Only-One')).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { customUrl: expect.any(String) },
    })
    for (const url of ['stream', 'a', '-ab-', 'ab_c', '中文網址'])
      await expect(aForm(t, other, [{ liveId: theirs.id }], url)).rejects.toMatchObject({
        errorName: 'invalid',
        fields: { customUrl: expect.any(String) },
      })
  })

  test('SIGNUP-53 Published without a session, with another firm’s live, or in a tone too light to read is refused', async () => {
    const other = await t.aFirm()
    await t.app.services.metering.addHours(other.firmId, { kind: 'topUp', key: 'x', seconds: 3600 })
    const theirs = await aLive(t, other)
    await expect(aForm(t, member, [])).rejects.toMatchObject({ fields: { sessionInfoList: expect.any(String) } })
    await expect(aForm(t, member, [{ liveId: theirs.id }])).rejects.toMatchObject({
      fields: { 'sessionInfoList.0.liveId': expect.any(String) },
    })
    const light = t.call(
      signupRoutes.create,
      {
        body: {
          signupName: 'x',
          customUrl: 'light-tone',
          signupTitle: 'x',
          sessionInfoList: [],
          colorToneId: '#ffcc00',
        },
      },
      member.headers,
    )
    await expect(light).rejects.toMatchObject({ fields: { colorToneId: expect.any(String) } })
  })

  test('SIGNUP-54 Scripts in the content never come out, neither to members nor to visitors', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }], 'with-script')
    const { id: _, version: ___, createdAt: __, ...body } = form
    await t.call(
      signupRoutes.change,
      {
        params: { id: form.id },
        body: { ...body, signupContent: '<p onclick="x()">好<script>alert(1)</script><img src=x onerror=x></p>' },
      },
      member.headers,
    )
    const page = await t.call(publicSignupRoutes.page, { query: { customUrl: 'with-script' } })
    expect(page.signupContent).toBe('<p>好</p>')
  })

  test('SIGNUP-1034 A form’s text shows its own pictures in small forms, and none of another host', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }], 'with-picture')
    const { id: _, version: ___, createdAt: __, ...body } = form
    const picture = '/media/image/iabcdefghij0123456789-1200x800.webp'
    const save = (signupContent: string) =>
      t.call(signupRoutes.change, { params: { id: form.id }, body: { ...body, signupContent } }, member.headers)
    const saved = await save(
      `<h2>開窯</h2><img src="${picture}" alt="碗" onload="x()"><img src="https://evil.tw/a.webp"><p><a href="javascript:x()">看</a></p>`,
    )
    expect(saved.signupContent).toBe(`<h2>開窯</h2><img src="${picture}" alt="碗"><p>看</p>`)
    const page = await t.call(publicSignupRoutes.page, { query: { customUrl: 'with-picture' } })
    expect(page.signupContent).toMatch(
      /^<h2>開窯<\/h2><picture><source type="image\/avif" srcset="[^"]+\/320\.avif 320w[^"]*" sizes="[^"]+"><source type="image\/webp"[^>]+><img src="[^"]+" alt="碗" width="1200" height="800" loading="lazy" decoding="async"><\/picture><p>看<\/p>$/,
    )
    await expect(save(`<p>${'長'.repeat(4001)}</p>`)).rejects.toMatchObject({
      fields: { signupContent: '內容太長' },
    })
    await expect(save(`<img src="${picture}">`.repeat(13))).rejects.toMatchObject({
      fields: { signupContent: '圖片太多，最多 12 張' },
    })
  })

  test('SIGNUP-55 Lives to choose from are those still open; a form that is closed or a draft is not found outside', async () => {
    const live = await aLive(t, member)
    await aLive(t, member, { publish: false })
    const { lives } = await t.call(signupRoutes.availableLives, {}, member.headers)
    expect(lives.map(({ liveId }) => liveId)).toEqual([live.id])
    const form = await aForm(t, member, [{ liveId: live.id }], 'soon-closed')
    await t.call(signupRoutes.remove, { params: { id: form.id } }, member.headers)
    await expect(t.call(publicSignupRoutes.page, { query: { customUrl: 'soon-closed' } })).rejects.toMatchObject({
      errorName: 'notFound',
    })
    await expect(t.call(publicSignupRoutes.contrast, { query: { url: 'soon-closed' } })).rejects.toMatchObject({
      errorName: 'notFound',
    })
  })
})

describe('signing up', () => {
  test('SIGNUP-56 A visitor signs up, gets a personal link and one letter with the same link and an entry for the calendar', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }])
    const { data } = await send({ customUrl: form.customUrl, liveIds: [live.id], ...person })
    expect(data.result).toBe('signedUp')
    expect(data.links[0]?.path).toMatch(new RegExp(`^/stream/${live.streamId}/[\\w-]{22,}$`))
    const letters = await lettersOf()
    expect(letters).toMatchObject([
      { to: 'lin@example.com', toName: '林佳穎', state: 'sent', transport: 'outbox', letterTemplateType: 2 },
    ])
    const letter = await t.call(letterRoutes.show, { params: { id: letters[0]?.id ?? '' } }, member.headers)
    expect(letter.text).toContain(data.links[0]?.path)
    expect(letter.text).toContain('2026年11月20日（五）21:00')
    const { rows } = await t.platform.db.raw(
      `select calendar from letter join "letterRecipient" person on person."letterId" = letter.id where person.id = $1`,
      [letters[0]?.id],
    )
    expect(rows[0]?.['calendar']).toMatchObject({ sequence: 0, beginAtMs: Date.parse('2026-11-20T13:00:00Z') })
    expect((await t.call(liveRoutes.list, {}, member.headers)).items[0]?.signups).toBe(1)
  })

  test('SIGNUP-57 The same phone or e-mail from the same device is the same person: added sessions are confirmed, held ones are "already selected"', async () => {
    const [one, two] = [await aLive(t, member), await aLive(t, member, { minutes: 120 })]
    const form = await aForm(t, member, [{ liveId: one.id }, { liveId: two.id }])
    const first = await send({ customUrl: form.customUrl, liveIds: [one.id], ...person })
    const same = await send(
      {
        customUrl: form.customUrl,
        liveIds: [one.id],
        ...person,
        phone: '+886 912-345-678',
        email: 'other@example.com',
      },
      first.cookie,
    )
    expect([same.data.result, same.data.links]).toEqual(['alreadySelected', first.data.links])
    const more = await send(
      { customUrl: form.customUrl, liveIds: [two.id], ...person, phone: '0987654321' },
      first.cookie,
    )
    expect(more.data.result).toBe('updated')
    expect((await t.platform.db.raw('select 1 from "signupUser" where "signupId" = $1', [form.id])).rows.length).toBe(1)
    const page = await t.request({
      method: 'GET',
      url: `/api/room/signup?customUrl=${form.customUrl}`,
      headers: { cookie: first.cookie },
    })
    expect((page.body as { data: { known: unknown } }).data.known).toEqual({
      name: '林○穎',
      liveIds: expect.arrayContaining([one.id, two.id]),
    })
    const stranger = await t.request({ method: 'GET', url: `/api/room/signup?customUrl=${form.customUrl}` })
    expect((stranger.body as { data: { known: unknown } }).data.known).toBeNull()
  })

  test('SIGNUP-58 A known person from another device changes nothing and sees no link of theirs; it goes to the address on record', async () => {
    const [one, two] = [await aLive(t, member), await aLive(t, member, { minutes: 120 })]
    const form = await aForm(t, member, [{ liveId: one.id }, { liveId: two.id }])
    await send({ customUrl: form.customUrl, liveIds: [one.id], ...person })
    expect((await lettersOf()).length).toBe(1)
    const elsewhere = await send({
      customUrl: form.customUrl,
      liveIds: [two.id],
      ...person,
      name: '冒名',
      email: 'thief@example.com',
    })
    expect(elsewhere.data).toMatchObject({ result: 'signedUp', links: [{ liveId: two.id }] })
    const letters = await lettersOf()
    expect(letters.map(({ to }) => to)).toEqual(['lin@example.com', 'lin@example.com'])
    const { rows } = await t.platform.db.raw('select name from "signupUser" where "signupId" = $1', [form.id])
    expect(rows).toEqual([{ name: '林佳穎' }])
  })

  test('SIGNUP-59 The phone of one and the e-mail of another is a new person, flagged for staff', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }])
    const ask = (change: object) => send({ customUrl: form.customUrl, liveIds: [live.id], ...person, ...change })
    await ask({})
    await ask({ phone: '0987654321', email: 'second@example.com' })
    expect((await ask({ email: 'second@example.com' })).data.links.length).toBe(1)
    const { rows } = await t.platform.db.raw(
      'select flagged from "signupUser" where "signupId" = $1 order by "createdAt", id',
      [form.id],
    )
    expect(rows.map(({ flagged }) => flagged).toSorted()).toEqual([false, false, true])
  })

  test('SIGNUP-60 Of 60 people at once for 25 places exactly 25 get one, the others are answered that it is full', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id, capacity: 25 }])
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        send({
          customUrl: form.customUrl,
          liveIds: [live.id],
          ...person,
          phone: `09120000${String(index).padStart(2, '0')}`,
          email: `p${index}@example.com`,
        }),
      ),
    )
    const codes = replies.map(({ reply }) => codeOf(reply) ?? 'ok')
    expect([codes.filter((code) => code === 'ok').length, codes.filter((code) => code === 10).length]).toEqual([25, 35])
    const page = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    expect(page.sessions).toMatchObject([{ left: 0, state: 'full' }])
  })

  test('SIGNUP-61 Wrong fields are named in the spec’s words; a session that is over is gone', async () => {
    const live = await aLive(t, member, { minutes: 0 })
    const form = await aForm(t, member, [{ liveId: live.id }])
    const bad = await send({
      customUrl: form.customUrl,
      liveIds: [live.id],
      name: ' ',
      phone: '12345',
      email: 'a@',
      consent: false,
    })
    const { error } = bad.reply.body as { error: { fields: Record<string, string> } }
    expect(Object.keys(error.fields).toSorted()).toEqual(['consent', 'email', 'name'])
    const phone = await send({ customUrl: form.customUrl, liveIds: [live.id], ...person, phone: '12345' })
    expect((phone.reply.body as { error: { fields: object } }).error.fields).toEqual({ phone: '請填寫正確的電話號碼' })
    t.clock.advance(4 * 60_000)
    const late = await send({ customUrl: form.customUrl, liveIds: [live.id], ...person })
    expect([late.reply.status, codeOf(late.reply)]).toEqual([410, 11])
  })

  test('SIGNUP-62 Asking twice at once makes one person and one letter', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }])
    const body = { customUrl: form.customUrl, liveIds: [live.id], ...person }
    const cookie = `kaimai_device=${'d'.repeat(27)}`
    const both = await Promise.all([send(body, cookie), send(body, cookie), send(body, cookie)])
    expect(both.map(({ data }) => data.result).toSorted()).toEqual(['alreadySelected', 'alreadySelected', 'signedUp'])
    expect((await lettersOf()).length).toBe(1)
  })
})
