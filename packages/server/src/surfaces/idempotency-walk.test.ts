import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  aShopperKey,
  orderFromPage,
  orderPlaces,
  placedIn,
  ticketPrice,
  withKey,
} from '../../test/buying.ts'
import { aRefundByHand, grantWhole, payOrder } from '../../test/refunding.ts'
import { templateBody } from '../../test/letter-template.ts'
import { aFreeText, aList } from '../../test/sending.ts'
import { aPartner, aPayableStatement, linkBody, partnerBody, setPayoutAccount } from '../../test/affiliates.ts'
import { sharedApp } from '../../test/fixtures.ts'
import { aPerson, signUp } from '../../test/sign-up-people.ts'
import { aCommentMod, aForm, aLive, aProduct, aVideo, inMinutes } from '../../test/studio.ts'
import { multipart, type Reply, urlOf } from '../../test/test-app.ts'
import { networkOf } from '../platform/http/client-address.ts'
import { newId } from '../platform/ids.ts'
import { hashedKey } from '../platform/rate-limits/window.ts'

/**
 * Every route that takes an Idempotency-Key, on the whole app: a call that dies between its work and its answer leaves
 * nothing, and sent again does its work once.
 */
const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

const owner = await t.aFirm()
beforeAll(async () => {
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})
afterEach(() => vi.restoreAllMocks())

interface Sent {
  readonly params?: unknown
  readonly body: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, Uint8Array>>
  readonly headers?: Readonly<Record<string, string>>
  /** What makes it another call; of one with files, its file. */
  readonly other: Readonly<Record<string, unknown>>
}

const price = 680_00
const aPage = async () => {
  const product = await aProduct(t, owner, { price, stock: 10 })
  const page = await aSellingPage(t, owner, [product.id])
  return { customUrl: page.customUrl, variantId: product.variants[0]?.id ?? '' }
}
const ordered = async () => {
  const { customUrl, variantId } = await aPage()
  return placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price }))
}
const terms = { invoice: { class: 'member' }, paymentMethod: 'card' } as const
const productBody = { productName: '碗', price: 1000, variants: [{ name: '', stock: 3 }] }

/** A successful call of each route, new each time. */
const calls: Readonly<Record<string, () => Promise<Sent>>> = {
  'purchase.createOrder': async () => {
    const { customUrl, variantId } = await aPage()
    const body = {
      customUrl,
      shopperKey: aShopperKey(),
      lines: [{ variantId, quantity: 2 }],
      ...terms,
      personal: { fullName: '林佳穎', phone: '0912345678', email: 'lin@example.com' },
      delivery: { type: 'self' },
      expectedTotal: 2 * price,
    }
    return { body, other: { memo: '請快一點' } }
  },
  'purchase.createPayment': async () => ({
    headers: withKey(await ordered()),
    body: { method: 'card' },
    other: { method: 'atm' },
  }),
  'purchase.customerMessage': async () => ({
    headers: withKey(await ordered()),
    body: { text: '何時出貨？' },
    other: { text: '可以改地址嗎？' },
  }),
  'purchase.cancelOrder': async () => ({
    headers: withKey(await ordered()),
    body: { memo: '買錯了' },
    other: { memo: '不需要了' },
  }),
  'order.cancel': async () => {
    const { orderId } = await ordered()
    return { params: { id: orderId }, body: { memo: '重複下單' }, other: { memo: '買家來電' } }
  },
  'order.create': async () => {
    const { variantId } = await aPage()
    const body = {
      lines: [{ variantId, quantity: 1 }],
      ...terms,
      personal: { fullName: '林佳穎', phone: '0912345678', email: 'lin@example.com' },
      delivery: { type: 'self' },
      expectedTotal: price,
    }
    return { body, other: { memo: '電話訂購' } }
  },
  'transfer.receive': async () => {
    const { orderId } = await ordered()
    return { params: { id: orderId }, body: { received: price }, other: { memo: '週一入帳' } }
  },
  'statement.book': async () => {
    const { orderId } = await ordered()
    const file = new TextEncoder().encode(`date,deposit,note\n2026/11/20,680,${orderId}\n`)
    const form = multipart({}, { file })
    await t.request({
      method: 'POST',
      url: '/api/bank_statement/import',
      headers: { ...owner.headers, ...form.headers },
      payload: form.payload,
    })
    const { rows } = await t.platform.db.raw('select id from "bankStatementRow" where note = $1', [orderId])
    const orders = [{ id: orderId, received: price }]
    return { params: { id: rows[0]?.['id'] }, body: { orders }, other: { asExtra: true } }
  },
  'refundPayment.refundPayment': async () => {
    const { orderId } = await ordered()
    await payOrder(t, owner, orderId)
    return { body: await grantWhole(t, owner, orderId), other: { memo: '買家來電' } }
  },
  'refundPayment.refundSignup': async () => {
    const live = await aLive(t, owner)
    const { customUrl } = await aPaidForm(t, owner, [{ liveId: live.id }])
    const { orderId } = placedIn(await orderPlaces(t, customUrl, [live.id]))
    await payOrder(t, owner, orderId)
    return { body: await grantWhole(t, owner, orderId), other: { memo: '買家來電' } }
  },
  'refund.settleByHand': async () => {
    const { orderId } = await ordered()
    const params = { id: orderId, refundId: await aRefundByHand(t, owner, orderId) }
    return { params, body: {}, other: { memo: '已轉帳' } }
  },
  'signupOrder.create': async () => {
    const live = await aLive(t, owner)
    const { customUrl } = await aPaidForm(t, owner, [{ liveId: live.id, capacity: 5 }])
    const expected = { delivery: { type: 'none' }, expectedTotal: ticketPrice }
    return { body: { ...aPerson(), customUrl, liveIds: [live.id], ...terms, ...expected }, other: { memo: '靠窗' } }
  },
  'signupOrder.createPayment': async () => {
    const live = await aLive(t, owner)
    const { customUrl } = await aPaidForm(t, owner, [{ liveId: live.id }])
    const placed = placedIn(await orderPlaces(t, customUrl, [live.id]))
    return { headers: withKey(placed), body: { method: 'card' }, other: { method: 'atm' } }
  },
  'publicSignup.signUp': async () => {
    const live = await aLive(t, owner)
    const { customUrl } = await aForm(t, owner, [{ liveId: live.id }])
    return { body: { ...aPerson(), customUrl, liveIds: [live.id] }, other: { name: '別人' } }
  },
  'signup.create': async () => {
    const sessionInfoList = [{ liveId: (await aLive(t, owner)).id, title: '一', capacity: null }]
    const named = { signupName: '秋窯', customUrl: `form-${newId().slice(-12)}`, signupTitle: '開窯夜' }
    return { body: { ...named, sessionInfoList, published: true }, other: { signupName: '冬窯' } }
  },
  'signupUser.resend': async () => {
    const live = await aLive(t, owner)
    const form = await aForm(t, owner, [{ liveId: live.id }])
    await signUp(t, form.customUrl, [live.id], aPerson())
    await signUp(t, form.customUrl, [live.id], aPerson())
    const { rows } = await t.platform.db.raw('select id from "signupUser" where "signupId" = $1', [form.id])
    const ids = rows.map(({ id }) => String(id))
    return { body: { signupUserIds: ids.slice(0, 1) }, other: { signupUserIds: ids } }
  },
  'product.create': async () => ({ body: productBody, other: { productName: '盤' } }),
  'product.changeMany': async () => ({
    body: { ids: [(await aProduct(t, owner)).id], stock: { by: 'add', value: 5 } },
    other: { stock: { by: 'add', value: 6 } },
  }),
  'product.undoMany': async () => {
    const body = { ids: [(await aProduct(t, owner)).id], price: { by: 'set', value: 7000 } }
    const { data } = (await send('product.changeMany', { body, other: {} }, newId())).body as {
      data: { undo: object[] }
    }
    return { body: { rows: data.undo }, other: { rows: data.undo.map((row) => ({ ...row, price: 1 })) } }
  },
  'virtualUser.create': async () => ({
    body: { name: `阿${newId().slice(-6)}`, userImgId: '' },
    other: { name: '別人' },
  }),
  'virtualUser.createMany': async () => ({
    body: { users: [{ name: `阿${newId().slice(-6)}`, userImgId: '' }] },
    other: { users: [{ name: '別人', userImgId: '' }] },
  }),
  'commentMod.copy': async () => ({
    params: { id: (await aCommentMod(t, owner, await aVideo(t, owner))).id },
    body: {},
    other: { commentModName: '另一份' },
  }),
  'live.create': async () => {
    const body = { liveName: '開窯', platformType: 'video', videoId: await aVideo(t, owner), beginAt: inMinutes(t, 90) }
    return { body, other: { liveName: '閉窯' } }
  },
  'salesPage.create': async () => ({
    body: { title: '小鋪', customUrl: `page-${newId().slice(-12)}` },
    other: { title: '大鋪' },
  }),
  'letterTemplate.create': async () => ({ body: templateBody(), other: { letterTemplateName: '另一份' } }),
  'letterTemplate.test': async () => {
    const { letterTemplateType, contents } = templateBody()
    return { body: { letterTemplateType, contents, language: 'zh-TW' }, other: { language: 'en' } }
  },
  'sending.create': async () => {
    const letterTemplateId = await aFreeText(t, owner)
    const body = { title: '秋窯開賣', letterTemplateId, audience: aList('mei@example.com'), scheduledAt: null }
    return { body, other: { title: '另一封' } }
  },
  'liveCustomer.create': async () => {
    const { id: liveId } = await aLive(t, owner)
    const body = { liveId, name: '林小美', phone: '', email: `${newId()}@example.com`, language: 'zh-TW' }
    return { body, other: { name: '別人' } }
  },
  'optOut.create': async () => ({ body: { contact: `${newId()}@example.com`, note: '' }, other: { note: '來電' } }),
  'partner.create': async () => ({ body: partnerBody(), other: { name: '別人' } }),
  'association.create': async () => {
    const { id } = await aPartner(t, owner)
    return { body: linkBody(t, id), other: { name: '另一個' } }
  },
  'commission.makePayout': async () => {
    const { id } = await aPartner(t, owner)
    await setPayoutAccount(t, owner, id)
    await aPayableStatement(t, owner, id, 600_00)
    return { body: { note: '分潤' }, other: { note: '另一批' } }
  },
  'block.create': async () => ({
    body: { email: `${newId()}@example.com`, reason: '洗版' },
    other: { reason: '廣告' },
  }),
}

const send = (name: string, { params, body, files, headers }: Sent, key: string): Promise<Reply> => {
  const route = allRoutes[name] as Route
  const form = files && multipart({ ...body } as Record<string, string>, files)
  const content = form?.headers ?? { 'content-type': 'application/json' }
  return t.request({
    method: route.method,
    url: urlOf(route, { params }),
    headers: { ...(route.access.kind === 'firm' ? owner.headers : {}), ...headers, ...content, 'idempotency-key': key },
    payload: form?.payload ?? JSON.stringify(body),
  })
}
const another = (sent: Sent): Sent =>
  sent.files
    ? { ...sent, files: sent.other as Record<string, Uint8Array> }
    : { ...sent, body: { ...sent.body, ...sent.other } }

/**
 * What counts however a call ends, the keys themselves, and whose turn a process takes meanwhile. On PostgreSQL an order
 * that comes to nothing leaves its number unused.
 */
const apart = ['limitTaken', 'idempotency', 'lease', ...(t.platform.db.kind === 'postgres' ? ['orderCounter'] : [])]

/** Everything the database holds, in one word a table; jobs have run. */
const stateOf = async (): Promise<Record<string, unknown>> => {
  await t.platform.jobs.idle()
  const { rows: tables } = await t.platform.db.raw(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const names = tables.map(({ name }) => String(name)).filter((name) => !apart.includes(name))
  const words = names.map(
    (name) => `select '${name}' as name, md5(string_agg(it::text, ' ' order by it::text)) as held from "${name}" it`,
  )
  const { rows } = await t.platform.db.transaction(async (tx) => {
    // So many tables would be read by processes of their own, which takes longer than to read them.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx.as())
    return sql.raw<{ name: string; held: string | null }>(words.join(' union all ')).execute(tx.as())
  })
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}

const killsBeforeTheAnswerIsKept = () => {
  const { encrypt } = t.platform.secret
  vi.spyOn(t.platform.secret, 'encrypt').mockImplementation((purpose, ...rest) => {
    if (purpose === 'idempotency outcome') throw new Error('killed here')
    return encrypt(purpose, ...rest)
  })
}

const keyed = Object.entries(allRoutes).flatMap(([name, route]) => (route.idempotency ? [name] : []))

describe('every route that takes a key', () => {
  test('SURFACES-8 Every route that takes an Idempotency-Key is walked', () => {
    expect(Object.keys(calls).toSorted()).toEqual(keyed.toSorted())
  })

  test.each(keyed)(
    'SURFACES-9 %s that dies before its answer is kept has done nothing, and sent again does it',
    async (name) => {
      const sent = await calls[name]?.()
      if (!sent) throw new Error(`not walked: ${name}`)
      const key = newId()
      const before = await stateOf()
      killsBeforeTheAnswerIsKept()
      expect((await send(name, sent, key)).status).toBe(500)
      vi.restoreAllMocks()
      expect(await stateOf()).toEqual(before)

      const first = await send(name, sent, key)
      expect([first.status, first.status === 200 ? 'fine' : first.body]).toEqual([200, 'fine'])
      const after = await stateOf()
      expect(after).not.toEqual(before)
      const again = await send(name, sent, key)
      expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replay': 'true' } })
      expect(await stateOf()).toEqual(after)
    },
  )

  test.each(keyed)('SURFACES-10 %s sent ten times at once is done once, and all get its answer', async (name) => {
    const sent = await calls[name]?.()
    if (!sent) throw new Error(`not walked: ${name}`)
    const key = newId()
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(name, sent, key)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotent-replay'] === undefined)).toHaveLength(1)
  })

  test.each(keyed)('SURFACES-11 %s with another body under its key is refused with code 6', async (name) => {
    const sent = await calls[name]?.()
    if (!sent) throw new Error(`not walked: ${name}`)
    const key = newId()
    expect((await send(name, sent, key)).status).toBe(200)
    const after = await stateOf()
    expect(await send(name, another(sent), key)).toMatchObject({ status: 409, body: { error: { code: 6 } } })
    expect(await stateOf()).toEqual(after)
  })
})

test('SURFACES-12 A payment whose gateway could not be reached is started under the same key, once', async () => {
  const placed = await ordered()
  const sent = { headers: withKey(placed), body: { method: 'card' }, other: {} }
  const key = newId()
  vi.spyOn(t.app.services.payments, 'start').mockRejectedValueOnce(new Error('the gateway does not answer'))
  expect((await send('purchase.createPayment', sent, key)).status).toBe(500)
  const started = await send('purchase.createPayment', sent, key)
  expect(started).toMatchObject({
    status: 200,
    body: { data: { step: { kind: 'visit', url: expect.stringContaining('/sandbox-pay/') } } },
  })
  expect((await send('purchase.createPayment', sent, key)).body).toEqual(started.body)
  const { rows } = await t.platform.db.raw('select state from payment where "orderId" = $1', [placed.orderId])
  expect(rows).toEqual([{ state: 'created' }])
})

test('SURFACES-13 What was tried counts against its limit even when the call comes to nothing', async () => {
  const taken = async () => {
    const { rows } = await t.platform.db.raw(
      'select coalesce(sum(n), 0) as n from "limitTaken", unnest(counts) n where key = $1',
      [hashedKey(`sign-up:${networkOf('127.0.0.1')}`)],
    )
    return Number(rows[0]?.['n'])
  }
  const before = await taken()
  const live = await aLive(t, owner)
  const { customUrl } = await aForm(t, owner, [{ liveId: live.id }])
  killsBeforeTheAnswerIsKept()
  const person = aPerson()
  const failed = await t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
    payload: JSON.stringify({ ...person, customUrl, liveIds: [live.id] }),
  })
  expect(failed.status).toBe(500)
  expect(await taken()).toBe(before + 1)
})

test('SURFACES-14 No answer that a route keeps can be read in the database', async () => {
  const placed = await ordered()
  await send('purchase.createPayment', { headers: withKey(placed), body: { method: 'card' }, other: {} }, newId())
  const { rows } = await t.platform.db.raw('select idempotency::text as row from idempotency')
  const dump = JSON.stringify(rows)
  for (const word of [placed.orderKey, placed.orderNo, '林佳穎', 'sandbox-pay']) expect(dump).not.toContain(word)
})

test('SURFACES-15 An answer that says busy says when to try again', async () => {
  // Whoever asks: what goes on behind the tests before may ask first.
  const busy = vi.spyOn(t.platform.limits, 'take').mockRejectedValue(fail('busy'))
  const reply = await t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ ...aPerson(), customUrl: 'nowhere', liveIds: [newId()] }),
  })
  busy.mockRestore()
  expect(reply).toMatchObject({ status: 503, body: { error: { code: 14 } }, headers: { 'retry-after': '1' } })
})
