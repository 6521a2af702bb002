import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'

const t = await sharedApp()
const member = await t.aFirm()
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

let count = 0
const aSeries = async (title = '每日一場') => {
  count += 1
  const product = await aProduct(t, member)
  const draft = await aLive(t, member, { publish: false, productIds: [product.id] })
  const template = await t.call(
    liveRoutes.change,
    {
      params: { id: draft.id },
      body: LiveBody.parse({
        ...draft,
        commentList: [{ userImgId: '', userName: 'Mei', commentText: '晚安', commentTime: 3 }],
        slowSeconds: 10,
        productList: [{ productId: product.id, showAt: 2, hideAt: null, livePrice: 100, showLeft: false }],
      }),
    },
    member.headers,
  )
  const id = `01980000-0000-4000-8000-${String(count).padStart(12, '0')}`
  const rule = {
    kind: 'justInTime',
    everyMinutes: 15,
    opensAt: '00:00',
    closesAt: '24:00',
    from: null,
    until: null,
    except: [],
  }
  const form = await t.call(
    signupRoutes.create,
    {
      body: {
        signupName: '隨到隨看',
        customUrl: `slots-${count}`,
        signupTitle: '秋窯開窯夜',
        sessionInfoList: [],
        seriesList: [{ id, title, templateLiveId: template.id, capacity: null, rule } as never],
        published: true,
      },
    },
    member.headers,
  )
  return { form, id, template }
}
/** The live of a slot, made by a sign-up. */
const aSlot = async (seriesId: string, customUrl: string, beginAt: string, nth: number) => {
  const { links } = await t.call(publicSignupRoutes.signUp, {
    body: {
      customUrl,
      slots: [{ seriesId, beginAt }],
      name: '林佳穎',
      phone: `091234500${nth}`,
      email: `lin${nth}@example.com`,
      consent: true,
    },
  })
  return t.call(liveRoutes.show, { params: { id: links[0]?.liveId ?? '' } }, member.headers)
}

test('LIVE-78 A live that a series copies is not deleted; the error names the series, and is gone once the series is', async () => {
  const { form, template } = await aSeries('週五夜場')
  const remove = () => t.call(liveRoutes.remove, { params: { id: template.id } }, member.headers)
  await expect(remove()).rejects.toMatchObject({ errorName: 'conflict' })
  await expect(remove()).rejects.toThrow('週五夜場')
  await expect(t.call(liveRoutes.show, { params: { id: template.id } }, member.headers)).resolves.toBeTruthy()
  const { id: _, createdAt: __, ...body } = await t.call(signupRoutes.show, { params: { id: form.id } }, member.headers)
  await t.call(
    signupRoutes.change,
    { params: { id: form.id }, body: { ...body, published: false, seriesList: [] } as never },
    member.headers,
  )
  await expect(remove()).resolves.toEqual({})
})

test('LIVE-79 Moving a slot’s live onto another slot of its series is a conflict, with an error text at its begin', async () => {
  const { form, id } = await aSeries()
  const [first, second] = [
    await aSlot(id, form.customUrl, '2026-11-20T12:30:00Z', 1),
    await aSlot(id, form.customUrl, '2026-11-20T12:45:00Z', 2),
  ]
  const move = (beginAt: string) =>
    t.call(liveRoutes.change, { params: { id: first.id }, body: LiveBody.parse({ ...first, beginAt }) }, member.headers)
  await expect(move(second.beginAt)).rejects.toMatchObject({
    errorName: 'conflict',
    fields: { beginAt: expect.any(String) },
  })
  await expect(move('2026-11-20T12:50:00.000Z')).resolves.toMatchObject({ beginAt: '2026-11-20T12:50:00.000Z' })
})

test('LIVE-94 A slot’s live has all that its template has, and a short address of its own', async () => {
  const { form, id, template } = await aSeries()
  const slot = await aSlot(id, form.customUrl, '2026-11-20T13:00:00Z', 3)
  const { commentList, slowSeconds, productList } = template
  expect(slot).toMatchObject({ commentList, slowSeconds, productList })
  expect(slot.shortUrl).not.toBe(template.shortUrl)
  expect(await t.app.services.liveReader.script(slot.id)).toEqual(await t.app.services.liveReader.script(template.id))
})
