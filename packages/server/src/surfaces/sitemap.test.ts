import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../test/fixtures.ts'
import { aForm, aLive, aProduct, inMinutes } from '../../test/studio.ts'

const t = await sharedApp()
const member = await t.aFirm()
beforeAll(async () => {
  await t.app.services.firms.change(member.firmId, { searchable: true })
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
})

/** What is listed a minute later than before: the list is kept so long. */
const listed = async (): Promise<string[]> => {
  t.clock.advance(60_000)
  const { status, body } = await t.request({ method: 'GET', url: '/sitemap.xml' })
  expect(status).toBe(200)
  return [...String(body).matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '').sort()
}

test('SURFACES-54 Only what is published and open to everybody is listed, of firms that are not suspended', async () => {
  expect(await listed()).toEqual([])
  const live = await aLive(t, member)
  const draft = await aLive(t, member, { publish: false })
  await t.platform.db.raw('update live set "anonymousAllowed" = (id = any($1))', [[live.id, draft.id]])
  const form = await aForm(t, member, [{ liveId: live.id }], 'autumn')
  const hidden = await aForm(t, member, [{ liveId: live.id }], 'hidden')
  await t.call(signupRoutes.setPublished, { params: { id: hidden.id }, body: { published: false } }, member.headers)
  const productIdList = [(await aProduct(t, member)).id]
  const sell = (customUrl: string, body: object) =>
    t.call(
      salesPageRoutes.create,
      { body: { title: '秋窯小鋪', customUrl, productIdList, ...body } as never },
      member.headers,
    )
  await sell('open', { published: true })
  await sell('draft', { published: false })
  await sell('soon', { published: true, beginAt: inMinutes(t, 10) })
  await sell('short', { published: true, endAt: inMinutes(t, 10) })
  const room = `/stream/${live.streamId}/anonymous`
  expect(await listed()).toEqual(['/f/autumn', '/s/open', '/s/short', room].sort())

  t.clock.advance(15 * 60_000)
  expect(await listed()).toEqual(['/f/autumn', '/s/open', '/s/soon', room].sort())
  await t.call(signupRoutes.remove, { params: { id: form.id } }, member.headers)
  await t.call(liveRoutes.remove, { params: { id: live.id } }, member.headers).catch(() => undefined)
  expect(await listed()).toEqual(expect.not.arrayContaining(['/f/autumn']))

  await t.app.services.firms.change(member.firmId, { suspendedAt: t.clock.now() })
  expect(await listed()).toEqual([])
})

test('SURFACES-55 A new firm’s pages stay out of search engines until it says that it wants to be found.', async () => {
  const owner = await aFirmWithHours(t, '新店')
  const live = await aLive(t, owner)
  const { customUrl } = await aForm(t, owner, [{ liveId: live.id }], 'newcomer')
  const productIdList = [(await aProduct(t, owner)).id]
  const body = { title: '新店', customUrl: 'newcomer', productIdList, published: true }
  await t.call(salesPageRoutes.create, { body: body as never }, owner.headers)
  const paths = [`/f/${customUrl}`, '/s/newcomer', `/stream/${live.streamId}/anonymous`]
  const robots = async () =>
    Promise.all(paths.map(async (url) => (await t.request({ method: 'GET', url })).headers['x-robots-tag']))
  const show = { params: { id: owner.firmId } }
  expect((await t.call(firmRoutes.show, show, owner.headers)).searchable).toBe(false)
  expect(await robots()).toEqual(['noindex', 'noindex', 'noindex'])
  expect(await listed()).toEqual(expect.not.arrayContaining([paths[0]]))
  await t.call(firmRoutes.change, { ...show, body: { searchable: true } }, owner.headers)
  expect(await robots()).toEqual([undefined, undefined, undefined])
  expect(await listed()).toEqual(expect.arrayContaining(paths.slice(0, 2)))
  await t.call(firmRoutes.change, { ...show, body: { searchable: false } }, owner.headers)
  expect(await listed()).toEqual(expect.not.arrayContaining([paths[0]]))
})
