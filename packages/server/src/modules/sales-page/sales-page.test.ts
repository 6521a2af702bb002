import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { publicSalesPageRoutes, salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, aProduct, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'
import type { AuditTables } from '../../platform/audit/audit.ts'

const t = await sharedApp()
let member: Member
let count = 0
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const url = () => `page-${(count += 1)}`
const create = (body: Record<string, unknown>, by = member) =>
  t.call(salesPageRoutes.create, { body: { title: '秋窯小鋪', customUrl: url(), ...body } as never }, by.headers)
const visit = (customUrl: string) => t.call(publicSalesPageRoutes.page, { query: { customUrl } })
const list = async (query: Record<string, unknown> = {}) =>
  t.call(salesPageRoutes.list, { query: query as never }, member.headers)

const everyBlock = (productId: string, videoId: string) => [
  { kind: 'text', id: 'a', heading: '為什麼是這一窯', text: '<b>手捏</b>\n- 霧白' },
  { kind: 'picture', id: 'b', url: '/media/image/ipicture0001.webp', caption: '開窯那天' },
  { kind: 'product', id: 'c', productId, note: '一次只燒十個' },
  { kind: 'video', id: 'd', videoId, heading: '怎麼做的', posterUrl: '' },
  { kind: 'questions', id: 'e', heading: '', items: [{ question: '可以微波嗎', answer: '可以' }] },
  { kind: 'countdown', id: 'f', heading: '早鳥到', until: '2026-12-01T12:00:00.000Z', after: '' },
  { kind: 'contact', id: 'g', heading: '', text: '', label: '', link: 'https://line.me/x' },
]

describe('pages of a merchant', () => {
  test('SALES-PAGE-13 A page is saved and comes back the same, in all its blocks; another firm does not see it', async () => {
    const product = await aProduct(t, member)
    const made = await create({
      blockList: everyBlock(product.id, await aVideo(t, member)),
      productIdList: [product.id],
      published: true,
    })
    const { id, state: _, createdAt: __, changedAt: ___, ...body } = made
    const changed = await t.call(
      salesPageRoutes.change,
      { params: { id }, body: { ...body, blockList: [...body.blockList].reverse(), lead: '六十件' } },
      member.headers,
    )
    expect(changed.blockList.map((block) => block.id).join('')).toBe('gfedcba')
    expect(await t.call(salesPageRoutes.show, { params: { id } }, member.headers)).toEqual(changed)
    const other = await t.aFirm('別家')
    const asOther = { params: { id } }
    await expect(t.call(salesPageRoutes.show, asOther, other.headers)).rejects.toMatchObject({ errorName: 'notFound' })
    await expect(t.call(salesPageRoutes.remove, asOther, other.headers)).rejects.toMatchObject({ errorName: 'noData' })
    await expect(
      t.call(salesPageRoutes.change, { ...asOther, body: { ...body, customUrl: url() } }, other.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
  })

  test('SALES-PAGE-14 An address is one page’s on the whole platform, whatever its case; a removed page gives it back', async () => {
    const other = await t.aFirm('別家')
    const first = await create({ customUrl: 'autumn-kiln' })
    await expect(create({ customUrl: 'Autumn-Kiln' }, other)).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { customUrl: '這個網址已經有人使用' },
    })
    const check = (customUrl: string, by: Member, id?: string) =>
      t.call(salesPageRoutes.checkUrl, { query: { customUrl, ...(id ? { id } : {}) } }, by.headers)
    expect(await check('Autumn-Kiln', other)).toEqual({ free: false, problem: '這個網址已經有人使用' })
    expect(await check('autumn-kiln', member, first.id)).toEqual({ free: true, problem: '' })
    expect((await check('autumn-kiln', other, first.id)).free).toBe(false)
    expect(await check('stream', other)).toEqual({ free: false, problem: '這個字是系統保留字，請換一個' })
    expect((await check('-x', other)).free).toBe(false)
    await t.call(salesPageRoutes.remove, { params: { id: first.id } }, member.headers)
    expect(await check('autumn-kiln', other)).toEqual({ free: true, problem: '' })
    await create({ customUrl: 'autumn-kiln' }, other)
  })

  test('SALES-PAGE-15 Two who save one address at once: one gets it, the other is refused', async () => {
    const customUrl = url()
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create({ customUrl })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('SALES-PAGE-16 A page sells and shows only what is the firm’s own; what was removed since does not stop a save', async () => {
    const other = await t.aFirm('別家')
    const [theirs, theirVideo] = [await aProduct(t, other), await aVideo(t, other)]
    await expect(create({ productIdList: [theirs.id] })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { 'productIdList.0': expect.any(String) },
    })
    await expect(
      create({ blockList: [{ kind: 'video', id: 'v', videoId: theirVideo, heading: '', posterUrl: '' }] }),
    ).rejects.toMatchObject({ fields: { 'blockList.0.videoId': '請選一支影片' } })
    const own = await aProduct(t, member)
    const { id, state: _, createdAt: __, changedAt: ___, ...body } = await create({ productIdList: [own.id] })
    await t.call(productRoutes.remove, { params: { id: own.id } }, member.headers)
    await t.call(salesPageRoutes.change, { params: { id }, body: { ...body, lead: '還在' } }, member.headers)
  })

  test('SALES-PAGE-17 The list is found by title or address, by state, sorted as asked; an unknown sort is refused', async () => {
    const product = await aProduct(t, member)
    const sells = { productIdList: [product.id], published: true }
    await create({ title: 'ＡＢＣ 茶器', customUrl: 'tea-ware-13' })
    await create({ title: '開窯', ...sells })
    await create({ title: '預告', ...sells, beginAt: inMinutes(t, 60) })
    await create({ title: '結束', ...sells, beginAt: inMinutes(t, -120), endAt: inMinutes(t, -60) })
    expect((await list({ sort: 'createdAt' })).items.map(({ title }) => title)).toEqual([
      'ＡＢＣ 茶器',
      '開窯',
      '預告',
      '結束',
    ])
    for (const q of ['abc', '茶', 'TEA-WARE']) expect((await list({ q })).items, q).toHaveLength(1)
    for (const q of ['%', '_', '\\']) expect((await list({ q })).total, q).toBe(0)
    const states = { draft: 'ＡＢＣ 茶器', open: '開窯', scheduled: '預告', closed: '結束' }
    for (const [state, title] of Object.entries(states)) {
      const found = await list({ state })
      expect(found.items.map((row) => [row.title, row.state])).toEqual([[title, state]])
    }
    expect(await t.call(salesPageRoutes.counts, {}, member.headers)).toEqual({
      all: 4,
      draft: 1,
      open: 1,
      scheduled: 1,
      closed: 1,
    })
    const pages = [await list({ limit: 3 }), await list({ limit: 3, cursor: (await list({ limit: 3 })).cursor })]
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [3, 4],
      [1, 4],
    ])
    await expect(list({ sort: 'customUrl' })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { sort: expect.any(String) },
    })
  })

  test('SALES-PAGE-18 Who made, changed and removed a page is on record', async () => {
    const { id, state: _, createdAt: __, changedAt: ___, ...body } = await create({})
    await t.call(salesPageRoutes.change, { params: { id }, body: { ...body, title: '新名' } }, member.headers)
    await t.call(salesPageRoutes.remove, { params: { id } }, member.headers)
    const rows = await t.platform.db
      .as<AuditTables>()
      .selectFrom('audit')
      .select(['action', 'memberId', 'targetName'])
      .where('target', '=', id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    expect(rows).toEqual(
      ['salesPage.create', 'salesPage.change', 'salesPage.remove'].map((action, index) => ({
        action,
        memberId: member.userId,
        targetName: index === 0 ? '秋窯小鋪' : '新名',
      })),
    )
  })
})

describe('the page that visitors see', () => {
  test('SALES-PAGE-19 A draft and a removed page are not found; published, it shows prices and what is left', async () => {
    const product = await aProduct(t, member, { stock: 3, price: 68000 })
    const sold = await aProduct(t, member, { name: '青瓷杯', stock: 0 })
    const draft = await create({ productIdList: [product.id, sold.id] })
    await expect(visit(draft.customUrl)).rejects.toMatchObject({ errorName: 'notFound' })
    const { id, state: _, createdAt: __, changedAt: ___, ...body } = draft
    const blockList = everyBlock(product.id, await aVideo(t, member)) as never
    await t.call(
      salesPageRoutes.change,
      { params: { id }, body: { ...body, blockList, published: true } },
      member.headers,
    )
    const page = await visit(draft.customUrl.toUpperCase())
    expect(page).toMatchObject({ state: 'open', title: '秋窯小鋪', soldOut: false, firm: { name: '器日' } })
    expect(page.blocks.map(({ kind }) => kind)).toEqual([
      'text',
      'picture',
      'product',
      'video',
      'questions',
      'countdown',
      'contact',
    ])
    expect(page.blocks[2]).toMatchObject({
      product: { productName: '霧白飯碗', price: 68000, left: 3, variants: [{ name: '', left: 3 }] },
    })
    // What looks like HTML stays words.
    expect(page.blocks[0]).toMatchObject({ text: '<p><strong>手捏</strong> - 霧白</p>' })
    expect(page.products.map(({ productName, left }) => [productName, left])).toEqual([['青瓷杯', 0]])
    await t.call(salesPageRoutes.remove, { params: { id } }, member.headers)
    await expect(visit(draft.customUrl)).rejects.toMatchObject({ errorName: 'notFound' })
  })

  test('SALES-PAGE-20 Before its time and after it the page states when it sells, and neither products nor blocks leave the server', async () => {
    const product = await aProduct(t, member)
    const page = await create({
      productIdList: [product.id],
      blockList: [{ kind: 'product', id: 'c', productId: product.id, note: '' }],
      published: true,
      beginAt: inMinutes(t, 10),
      endAt: inMinutes(t, 20),
    })
    const seen = []
    for (const minutes of [0, 10, 10]) {
      t.clock.advance(minutes * 60_000)
      const { state, blocks, products } = await visit(page.customUrl)
      seen.push([state, blocks.length + products.length])
    }
    expect(seen).toEqual([
      ['scheduled', 0],
      ['open', 1],
      ['closed', 0],
    ])
  })

  test('SALES-PAGE-21 A product taken off sale and a video that was removed leave the page, the rest stays', async () => {
    const [bowl, cup] = [await aProduct(t, member), await aProduct(t, member, { name: '杯', stock: 0 })]
    const videoId = await aVideo(t, member)
    const { customUrl } = await create({
      blockList: everyBlock(bowl.id, videoId),
      productIdList: [bowl.id, cup.id],
      published: true,
    })
    await t.call(productRoutes.remove, { params: { id: bowl.id } }, member.headers)
    await t.platform.db.raw(`update video set "removedAt" = $1 where id = $2`, [t.clock.now(), videoId])
    const page = await visit(customUrl)
    expect(page.blocks.map(({ kind }) => kind)).toEqual(['text', 'picture', 'questions', 'countdown', 'contact'])
    expect(page.products.map(({ productName }) => productName)).toEqual(['杯'])
    expect(page.soldOut).toBe(true)
  })

  test('SALES-PAGE-22 One buys in the room that sells it now, else by the next sign-up for it, else from the seller', async () => {
    const product = await aProduct(t, member)
    const { customUrl } = await create({ productIdList: [product.id], published: true })
    const actionNow = async () => (await visit(customUrl)).action
    expect(await actionNow()).toBe(null)
    await t.call(
      firmRoutes.change,
      { params: { id: member.firmId }, body: { contactLink: 'https://line.me/chiri' } as never },
      member.headers,
    )
    expect(await actionNow()).toEqual({ kind: 'contact', href: 'https://line.me/chiri', beginAt: null })
    // A live of other products is no place to buy these.
    const strange = await aLive(t, member, { minutes: 30 })
    await aForm(t, member, [{ liveId: strange.id }])
    expect((await actionNow())?.kind).toBe('contact')
    const live = await aLive(t, member, { minutes: 60, productIds: [product.id] })
    const form = await aForm(t, member, [{ liveId: live.id }])
    expect(await actionNow()).toMatchObject({ kind: 'signup', href: `/f/${form.customUrl}`, beginAt: live.beginAt })
    t.clock.advance(61 * 60_000)
    expect(await actionNow()).toMatchObject({ kind: 'room', href: `/stream/${live.streamId}/anonymous` })
  })
})
