import { CommentModBody, commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { EditConflict } from '@kaimai/contract/common/edit-version.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, aVideo } from '../../../test/studio.ts'
import { type Member, type TestApp, urlOf } from '../../../test/test-app.ts'

const t = await sharedApp()
const owner = await t.aFirm()
const colleague = await t.aMember(owner, 'manager')
beforeAll(async () => {
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
})

type Route = Parameters<TestApp['call']>[0]
/** The conflict that a call is refused with; throws when it was not. */
const conflictOf = async (route: Route, id: string, body: object, by: Member): Promise<EditConflict> => {
  const reply = await t.request({
    method: route.method,
    url: urlOf(route, { params: { id } }),
    headers: { ...by.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(reply).toMatchObject({ status: 409, body: { error: { code: 6, name: 'conflict' } } })
  return (reply.body as { error: { conflict: EditConflict } }).error.conflict
}
const nameOf = async (member: Member): Promise<string> =>
  (await t.platform.db.raw(`select name from member where id = $1`, [member.userId])).rows[0]?.['name'] as string

const aProduct = (productName = '霧白飯碗') =>
  t.call(
    productRoutes.create,
    { body: { productName, price: 680_00, description: '手捏', variants: [{ name: '', stock: 10 }] } },
    owner.headers,
  )

describe('two people who edit one record', () => {
  test('PRODUCT-10 The second save of a product is refused with what changed, as it is now, by whom and when', async () => {
    const { id, createdAt: _, currency: __, sold: ___, stock: ____, ...read } = await aProduct()
    const body = { ...read, variants: read.variants.map((it) => ({ ...it, stockBefore: it.stock })) }
    const saved = await t.call(
      productRoutes.change,
      { params: { id }, body: { ...body, price: 620_00 } },
      colleague.headers,
    )
    expect(saved).toMatchObject({ version: 2, price: 620_00 })
    const late = { ...body, description: '手捏，微波爐可用' }
    expect(await conflictOf(productRoutes.change, id, late, owner)).toEqual({
      version: 2,
      changedBy: await nameOf(colleague),
      changedAt: '2026-11-20T12:00:00.000Z',
      fields: [{ field: 'price', now: 620_00 }],
    })
    expect(await t.call(productRoutes.show, { params: { id } }, owner.headers)).toEqual(saved)
    const merged = { ...late, price: 620_00, version: 2 }
    expect(await t.call(productRoutes.change, { params: { id }, body: merged }, owner.headers)).toMatchObject({
      version: 3,
      price: 620_00,
      description: '<p>手捏，微波爐可用</p>',
    })
  })

  test('PRODUCT-11 A save without a version overwrites, as the call has always done', async () => {
    const { id } = await aProduct()
    const body = { productName: '新名', price: 1_00, variants: [{ name: '', stock: 1 }] }
    await t.call(productRoutes.change, { params: { id }, body }, colleague.headers)
    expect(await t.call(productRoutes.change, { params: { id }, body }, owner.headers)).toMatchObject({ version: 3 })
  })

  test('PRODUCT-12 A sale is no change of the product: the save from before it goes through, and the piece stays sold', async () => {
    const product = await aProduct()
    const [variant] = product.variants
    if (!variant) throw new Error('no variant')
    await t.platform.db.transaction((tx) =>
      t.app.services.products.reserve(tx, owner.firmId, [{ variantId: variant.id, quantity: 3 }]),
    )
    const body = { ...product, price: 600_00, variants: [{ ...variant, stock: 12, stockBefore: 10 }] }
    const saved = await t.call(productRoutes.change, { params: { id: product.id }, body }, owner.headers)
    expect(saved).toMatchObject({ price: 600_00, stock: 9, version: 2 })
  })

  test('PRODUCT-13 A save of a product from before learns that its price was changed with many others', async () => {
    const product = await aProduct()
    const price = { by: 'set', value: 500_00 } as const
    await t.call(productRoutes.changeMany, { body: { ids: [product.id], price } }, colleague.headers)
    const { fields, changedBy } = await conflictOf(productRoutes.change, product.id, product, owner)
    expect(fields).toEqual([{ field: 'price', now: 500_00 }])
    expect(changedBy).toBe(await nameOf(colleague))
  })

  test('PRODUCT-14 Of two saves at once from one version exactly one is kept', async () => {
    const product = await aProduct()
    for (let round = 0; round < 10; round++) {
      const { version } = await t.call(productRoutes.show, { params: { id: product.id } }, owner.headers)
      const prices = [owner, colleague, owner, colleague].map((by, at) => ({ by, price: (round * 10 + at + 1) * 100 }))
      const replies = await Promise.all(
        prices.map(({ by, price }) =>
          t.request({
            method: 'PUT',
            url: urlOf(productRoutes.change, { params: { id: product.id } }),
            headers: { ...by.headers, 'content-type': 'application/json' },
            payload: JSON.stringify({ ...product, version, price }),
          }),
        ),
      )
      const won = replies.flatMap(({ status }, at) => (status === 200 ? [prices[at]?.price] : []))
      expect(won).toHaveLength(1)
      const now = await t.call(productRoutes.show, { params: { id: product.id } }, owner.headers)
      expect(now).toMatchObject({ version: version + 1, price: won[0] })
    }
  })

  test('PRODUCT-15 The second save of a sign-up form is refused with what changed and by whom', async () => {
    const live = await aLive(t, owner)
    const form = await aForm(t, owner, [{ liveId: live.id }])
    const { id, createdAt: _, ...body } = form
    const params = { params: { id } }
    await t.call(signupRoutes.change, { ...params, body: { ...body, signupTitle: '年終場' } }, colleague.headers)
    await t.call(signupRoutes.setPublished, { ...params, body: { published: !form.published } }, colleague.headers)
    const conflict = await conflictOf(signupRoutes.change, id, { ...body, signupNotice: '請準時' }, owner)
    expect(conflict).toMatchObject({ version: form.version + 2, changedBy: await nameOf(colleague) })
    expect(new Map(conflict.fields.map(({ field, now }) => [field, now]))).toEqual(
      new Map<string, unknown>([
        ['published', !form.published],
        ['signupTitle', '年終場'],
      ]),
    )
  })

  test('PRODUCT-16 The second save of a sales page is refused with what changed and by whom', async () => {
    const page = await t.call(
      salesPageRoutes.create,
      { body: { title: '秋窯', customUrl: `edit-${Date.now()}`, productIdList: [(await aProduct()).id] } },
      owner.headers,
    )
    const { id, state: _, createdAt: __, changedAt: ___, ...body } = page
    await t.call(salesPageRoutes.change, { params: { id }, body: { ...body, lead: '六十件' } }, colleague.headers)
    expect(await conflictOf(salesPageRoutes.change, id, { ...body, title: '冬窯' }, owner)).toMatchObject({
      version: 2,
      changedBy: await nameOf(colleague),
      fields: [{ field: 'lead', now: '六十件' }],
    })
  })

  test('PRODUCT-17 The second save of a comment group is refused with its lines as they are now', async () => {
    const video = await aVideo(t, owner)
    const line = { userImgId: '', userName: '小美', commentText: '好看', commentTime: 3 }
    const first = CommentModBody.parse({ commentModName: '開場', videoId: video, commentModList: [line] })
    const { id } = await t.call(commentModRoutes.create, { body: first }, owner.headers)
    const theirs = { ...first, commentModList: [line, { ...line, commentTime: 9 }], version: 1 }
    await t.call(commentModRoutes.change, { params: { id }, body: theirs }, colleague.headers)
    const mine = { ...first, commentModList: [{ ...line, commentText: '很好看' }], version: 1 }
    const { fields } = await conflictOf(commentModRoutes.change, id, mine, owner)
    expect(fields).toMatchObject([{ field: 'commentModList', now: [{ commentTime: 3 }, { commentTime: 9 }] }])
  })

  test('PRODUCT-18 Settings that nobody else touched are saved from an old version; one that somebody did is refused', async () => {
    const params = { params: { id: owner.firmId } }
    const { version } = await t.call(firmRoutes.show, params, owner.headers)
    await t.call(firmRoutes.change, { ...params, body: { legalName: '禾木陶室', version } }, colleague.headers)
    const other = await t.call(firmRoutes.change, { ...params, body: { senderName: '禾木', version } }, owner.headers)
    expect(other).toMatchObject({ legalName: '禾木陶室', senderName: '禾木', version: version + 2 })
    expect(await conflictOf(firmRoutes.change, owner.firmId, { legalName: '木禾', version }, owner)).toMatchObject({
      version: version + 2,
      fields: expect.arrayContaining([{ field: 'legalName', now: '禾木陶室' }]),
    })
  })

  test('PRODUCT-19 Keys that were set meanwhile are shown as set, never in clear', async () => {
    const params = { params: { id: owner.firmId } }
    const { version } = await t.call(firmRoutes.show, params, owner.headers)
    const key = 'sk-secret-of-the-colleague-3f9a'
    await t.call(
      firmRoutes.change,
      { ...params, body: { secrets: { conversionApi: key }, version } },
      colleague.headers,
    )
    const conflict = await conflictOf(
      firmRoutes.change,
      owner.firmId,
      { secrets: { conversionApi: 'other-key-1' }, version },
      owner,
    )
    expect(conflict.fields).toMatchObject([{ field: 'secrets', now: { conversionApi: { set: true, last4: '3f9a' } } }])
    expect(JSON.stringify(conflict)).not.toContain(key)
  })

  test('PRODUCT-20 A save from before the versions that are kept is refused with every field that differs', async () => {
    const product = await aProduct()
    const change = (price: number) =>
      t.call(
        productRoutes.change,
        { params: { id: product.id }, body: { ...product, version: undefined, price } },
        colleague.headers,
      )
    for (let price = 1; price <= 52; price++) await change(price * 100)
    const conflict = await conflictOf(productRoutes.change, product.id, { ...product, description: '新' }, owner)
    expect(conflict.fields).toEqual(
      expect.arrayContaining([
        { field: 'price', now: 5200 },
        { field: 'description', now: '<p>手捏</p>' },
      ]),
    )
    const { rows } = await t.platform.db.raw(`select count(*) as kept from "editLog" where "targetId" = $1`, [
      product.id,
    ])
    expect(Number(rows[0]?.['kept'])).toBe(50)
  })
})
