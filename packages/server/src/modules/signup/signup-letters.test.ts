import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
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
const lettersOf = async () => {
  await t.platform.jobs.idle()
  return (await t.call(letterRoutes.list, {}, member.headers)).items
}

const filled = { sessionTitle: '開窯', liveBeginAt: '今晚八點', liveUrl: 'https://example.com' }
const queue = (key: string, values: Readonly<Record<string, string>> = filled) =>
  t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId: member.firmId,
      firmName: '器日',
      type: letterTypes.signupComplete,
      letters: [{ key, name: '林', to: 'a@example.com', language: 'zh-TW', values }],
    }),
  )

describe('letters', () => {
  test('SIGNUP-63 A letter is handed once, whatever is repeated: the same key is the same letter', async () => {
    await Promise.all([1, 2, 3].map(() => queue('same')))
    expect((await lettersOf()).length).toBe(1)
  })

  test('SIGNUP-64 A letter whose worker died while handing is unknown and does not go again by itself', async () => {
    await queue('dead')
    await t.platform.jobs.idle()
    await t.platform.db.raw(`update "letterRecipient" set state = 'handing', "leaseUntil" = $1 where key = 'dead'`, [
      t.clock.now(),
    ])
    t.clock.advance(1000)
    await t.platform.jobs.runTick('letters-due')
    expect((await lettersOf())[0]?.state).toBe('unknown')
  })

  test('SIGNUP-65 A variable without a value stops the letter before it is queued', async () => {
    await expect(queue('gap', {})).rejects.toThrow('letter variable without a value')
    await expect(queue('blank', { ...filled, sessionTitle: '\u3000\u200b' })).rejects.toThrow('sessionTitle')
    await expect(queue('link', { ...filled, liveUrl: 'javascript:alert(1)' })).rejects.toThrow('leads to no page')
    expect(await lettersOf()).toEqual([])
  })

  test('SIGNUP-66 Names are text in a letter, never markup; another firm does not see it, an analyst sees no address', async () => {
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }])
    await send({ customUrl: form.customUrl, liveIds: [live.id], ...person, name: '<b>林</b><script>x</script>' })
    const [row] = await lettersOf()
    const letter = await t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, member.headers)
    expect(letter.html).not.toContain('<script')
    expect(letter.html).toContain('&lt;b&gt;林')
    const other = await t.aFirm()
    await expect(t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, other.headers)).rejects.toMatchObject({
      errorName: 'notFound',
    })
    const analyst = await t.aMember(member, 'analyst')
    expect((await t.call(letterRoutes.list, {}, analyst.headers)).items[0]).toMatchObject({ to: '' })
    await expect(t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, analyst.headers)).rejects.toMatchObject({
      errorName: 'forbidden',
    })
  })
})
