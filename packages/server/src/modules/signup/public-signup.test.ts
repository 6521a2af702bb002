import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp, setOnFirm } from '../../../test/fixtures.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { type Member, type Reply } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const person = { name: '林佳穎', phone: '0912 345 678', email: 'lin@example.com', consent: true }
const send = (body: object, cookie = ''): Promise<Reply> =>
  t.request({
    method: 'POST',
    url: '/api/room/signup/batch',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  })
const fieldsOf = (reply: Reply) => (reply.body as { error?: { fields?: Record<string, string> } }).error?.fields

const withBody = async (change: object, customUrl?: string) => {
  const live = await aLive(t, member)
  const form = await aForm(t, member, [{ liveId: live.id }], customUrl)
  const { id: _, version: ___, createdAt: __, ...body } = form
  const changed = await t.call(
    signupRoutes.change,
    { params: { id: form.id }, body: { ...body, ...change } },
    member.headers,
  )
  return { form: changed, live }
}
const questionList = [
  { id: 'how', kind: 'oneChoice' as const, label: '怎麼認識我們？', required: true, options: ['朋友', '粉專'] },
  { id: 'note', kind: 'longText' as const, label: '想看什麼？', required: false, options: [] },
]

describe('own questions', () => {
  test('SIGNUP-11 A page asks them, the server checks them, and the answers stay with the question as asked', async () => {
    const { form, live } = await withBody({ questionList })
    const page = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    expect(page.questions).toEqual(questionList)
    const ask = (answers: object) => send({ customUrl: form.customUrl, liveIds: [live.id], ...person, answers })
    expect(fieldsOf(await ask({}))).toEqual({ 'answers.how': '請填寫此欄位' })
    expect(fieldsOf(await ask({ how: '報紙' }))).toEqual({ 'answers.how': '請從選項中選擇' })
    const done = await ask({ how: '粉專', note: ' 青瓷 ', stranger: 'x' })
    expect(done.status).toBe(200)
    const answersOf = async () =>
      (await t.platform.db.raw('select answers from "signupUser" where "signupId" = $1', [form.id])).rows[0]?.[
        'answers'
      ]
    const kept = {
      how: { label: '怎麼認識我們？', kind: 'oneChoice', value: '粉專' },
      note: { label: '想看什麼？', kind: 'longText', value: '青瓷' },
    }
    expect(await answersOf()).toEqual(kept)
    // Reworded afterwards: what was answered keeps the words it was asked in.
    const { id: _, version: ___, createdAt: __, ...body } = form
    await t.call(
      signupRoutes.change,
      {
        params: { id: form.id },
        body: { ...body, questionList: questionList.slice(0, 1).map((each) => ({ ...each, label: '從哪裡來？' })) },
      },
      member.headers,
    )
    expect(await answersOf()).toEqual(kept)
  })

  test('SIGNUP-12 A county is one of the known ones', async () => {
    const { form, live } = await withBody({ countyRequired: true })
    const ask = (county?: string) => send({ customUrl: form.customUrl, liveIds: [live.id], ...person, county })
    expect(fieldsOf(await ask())).toEqual({ county: '請選擇您的縣市' })
    expect(fieldsOf(await ask('東京都'))).toEqual({ county: '請從選項中選擇' })
    expect((await ask('臺東縣')).status).toBe(200)
  })
})

describe('paid forms', () => {
  const ticketInfo = { ticketName: '早鳥票', price: 88000, productId: null }
  const paid = (change: object) => ({
    pageType: 'order' as const,
    signupName: '付費課程',
    customUrl: `paid-${member.firmId.slice(-8)}`,
    signupTitle: '一日陶藝課',
    orderNoPrefix: 'CL',
    sessionInfoList: [],
    ticketInfo,
    ...change,
  })

  test('SIGNUP-13 A paid form is saved with its ticket and published, and its page shows what it sells', async () => {
    const product = await aProduct(t, member)
    const body = paid({ ticketInfo: { ...ticketInfo, productId: product.id } })
    const form = await t.call(signupRoutes.create, { body }, member.headers)
    expect(await t.call(signupRoutes.show, { params: { id: form.id } }, member.headers)).toMatchObject(body)
    const publish = () =>
      t.call(signupRoutes.setPublished, { params: { id: form.id }, body: { published: true } }, member.headers)
    await expect(publish()).rejects.toMatchObject({ errorName: 'invalid' })
    const live = await aLive(t, member)
    const sessionInfoList = [{ liveId: live.id, title: '', capacity: null }]
    await t.call(signupRoutes.change, { params: { id: form.id }, body: { ...body, sessionInfoList } }, member.headers)
    await publish()
    const page = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    expect(page).toMatchObject({
      pageType: 'order',
      ticket: {
        name: '早鳥票',
        price: 88000,
        currency: 'TWD',
        product: { productId: product.id },
        needsDelivery: true,
        left: 10,
        payable: false,
      },
    })
  })

  test('SIGNUP-14 A ticket without name or price, or with another firm’s product, is refused at the field', async () => {
    const create = (change: object) =>
      t.call(signupRoutes.create, { body: paid({ ticketInfo: change }) }, member.headers)
    await expect(create({ ticketName: ' ', price: 0, productId: null })).rejects.toMatchObject({
      fields: { 'ticketInfo.ticketName': expect.any(String), 'ticketInfo.price': expect.any(String) },
    })
    const theirs = await aProduct(t, await t.aFirm())
    await expect(create({ ...ticketInfo, productId: theirs.id })).rejects.toMatchObject({
      fields: { 'ticketInfo.productId': expect.any(String) },
    })
  })
})

describe('the list of forms', () => {
  const list = (query: object) => t.call(signupRoutes.list, { query }, member.headers)

  test('SIGNUP-15 It is sorted, searched and filtered, and counts each state', async () => {
    const live = await aLive(t, member)
    const names = async (query: object) => (await list(query)).items.map(({ customUrl }) => customUrl)
    const suffix = member.firmId.slice(-6)
    const forms = []
    for (const name of ['a', 'c', 'b']) {
      forms.push(await aForm(t, member, [{ liveId: live.id }], `${name}-${suffix}`))
      t.clock.advance(1000)
    }
    await send({ customUrl: `c-${suffix}`, liveIds: [live.id], ...person })
    await t.call(
      signupRoutes.setPublished,
      { params: { id: forms[0]?.id ?? '' }, body: { published: false } },
      member.headers,
    )
    expect(await names({})).toEqual([`b-${suffix}`, `c-${suffix}`, `a-${suffix}`])
    expect(await names({ sort: 'createdAt' })).toEqual([`a-${suffix}`, `c-${suffix}`, `b-${suffix}`])
    expect((await names({ sort: '-signups' }))[0]).toBe(`c-${suffix}`)
    expect(await names({ status: 'draft' })).toEqual([`a-${suffix}`])
    expect(await names({ q: `B-${suffix}` })).toEqual([`b-${suffix}`])
    expect(await names({ pageType: 'order' })).toEqual([])
    expect(await t.call(signupRoutes.counts, {}, member.headers)).toEqual({ all: 3, published: 2, draft: 1 })
    await expect(list({ sort: 'secret' })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { sort: expect.any(String) },
    })
  })

  test('SIGNUP-16 Publishing wants a session; a closed form is not found outside, and stays in the list', async () => {
    const { form } = await withBody({})
    const set = (published: boolean) =>
      t.call(signupRoutes.setPublished, { params: { id: form.id }, body: { published } }, member.headers)
    await set(false)
    const find = () => t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    await expect(find()).rejects.toMatchObject({ errorName: 'notFound' })
    await set(true)
    expect((await find()).id).toBe(form.id)
    const { id: _, version: ___, createdAt: __, ...body } = form
    await t.call(
      signupRoutes.change,
      { params: { id: form.id }, body: { ...body, published: false, sessionInfoList: [] } },
      member.headers,
    )
    await expect(set(true)).rejects.toMatchObject({ fields: { sessionInfoList: expect.any(String) } })
    const other = await t.aFirm()
    await expect(
      t.call(signupRoutes.setPublished, { params: { id: form.id }, body: { published: false } }, other.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
    const { rows } = await t.platform.db.raw('select action from audit where "firmId" = $1 order by "createdAt", id', [
      member.firmId,
    ])
    expect(rows.map(({ action }) => action).filter((action) => String(action).startsWith('signup.'))).toEqual([
      'signup.create',
      'signup.close',
      'signup.publish',
      'signup.change',
    ])
  })

  test('SIGNUP-17 An address is shown as free, taken or wrong while it is typed; one’s own is free', async () => {
    const { form } = await withBody({}, `mine-${member.firmId.slice(-6)}`)
    const state = async (customUrl: string, id?: string) =>
      (await t.call(signupRoutes.checkCustomUrl, { query: { customUrl, ...(id ? { id } : {}) } }, member.headers)).state
    expect(await state(form.customUrl)).toBe('taken')
    expect(await state(form.customUrl.toUpperCase(), form.id)).toBe('free')
    expect(await state(`${form.customUrl}-2`)).toBe('free')
    for (const wrong of ['a', 'stream', '我的頁面', '-ab-']) expect(await state(wrong)).toBe('wrong')
  })

  test('SIGNUP-18 Pages of a suspended firm go down, and nobody signs up there', async () => {
    const { form, live } = await withBody({})
    await setOnFirm(t, member.firmId, 'suspendedAt', t.clock.now())
    await expect(t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })).rejects.toMatchObject({
      errorName: 'notFound',
    })
    expect((await send({ customUrl: form.customUrl, liveIds: [live.id], ...person })).status).toBe(404)
  })

  test('SIGNUP-19 A live without a picture is offered with its video’s', async () => {
    const live = await aLive(t, member)
    const { lives } = await t.call(signupRoutes.availableLives, {}, member.headers)
    expect(lives).toMatchObject([{ liveId: live.id, imageUrl: expect.stringMatching(/^\/media\/video\//) }])
  })
})
