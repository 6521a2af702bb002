import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, inMinutes } from '../../../test/studio.ts'
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

describe('letters', () => {
  test('SIGNUP-63 A letter is handed once, whatever is repeated: the same key is the same letter', async () => {
    const { letters } = t.app.services
    const input = {
      type: 2 as const,
      channel: 'email' as const,
      toName: '林',
      to: 'a@example.com',
      firmName: '器日',
      key: 'same',
      values: { sessionTitle: '開窯', liveBeginAt: inMinutes(t, 1), liveUrl: 'https://example.com' },
    }
    await Promise.all([1, 2, 3].map(() => t.platform.db.transaction((tx) => letters.queue(tx, member.firmId, input))))
    expect((await lettersOf()).length).toBe(1)
  })

  test('SIGNUP-64 A letter whose worker died while handing is unknown and does not go again by itself', async () => {
    const { letters } = t.app.services
    await t.platform.db.transaction((tx) =>
      letters.queue(tx, member.firmId, {
        type: 2,
        channel: 'email',
        toName: '林',
        to: 'a@example.com',
        firmName: '器日',
        key: 'dead',
        values: { sessionTitle: 'x', liveBeginAt: 'x', liveUrl: 'x' },
      }),
    )
    await t.platform.jobs.idle()
    await t.platform.db.raw(`update letter set state = 'handing', "leaseUntil" = $1 where key = 'dead'`, [
      t.clock.now(),
    ])
    t.clock.advance(1000)
    await t.platform.jobs.runTick('letters-due')
    expect((await lettersOf())[0]?.state).toBe('unknown')
  })

  test('SIGNUP-65 A variable without a value stops the letter before it is queued', async () => {
    const { letters } = t.app.services
    const queue = t.platform.db.transaction((tx) =>
      letters.queue(tx, member.firmId, {
        type: 2,
        channel: 'email',
        toName: '林',
        to: 'a@example.com',
        firmName: '器日',
        key: 'gap',
        values: {},
      }),
    )
    await expect(queue).rejects.toThrow('letter variable without a value')
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
