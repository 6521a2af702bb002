import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { describe, expect, test } from 'vitest'
import { aSellingPage, errorOf, orderFromPage, payOrder, placedIn, shownToStaff } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aPerson, sendFile } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { type Reply, WireError } from '../../../test/test-app.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t, '器日')
const live = await aLive(t, member)
const product = await aProduct(t, member, { stock: 1_000, price: 680_00 })
const page = await aSellingPage(t, member, [product.id])
const variantId = product.variants[0]?.id ?? ''

interface Given {
  readonly name: string
  readonly phone: string
  readonly email: string
}
/** What was kept of somebody; `fields`: what was refused, by the fields of a person. */
type Outcome = Partial<Given> & { readonly fields?: Record<string, string> }

const refused = (fields: Readonly<Record<string, string>>): Outcome => {
  const named = Object.entries(fields).map(([path, words]) => [path.replace(/^.*\./, ''), words] as const)
  return { fields: Object.fromEntries(named.map(([name, words]) => [name === 'fullName' ? 'name' : name, words])) }
}
const refusedIn = (reply: Reply): Outcome => refused(errorOf(reply).fields ?? {})
const refusedBy = (error: unknown): Outcome => {
  if (error instanceof WireError) return refused(error.fields)
  throw error
}

const signedUp = async (given: Given): Promise<Outcome> => {
  const form = await aForm(t, member, [{ liveId: live.id }])
  const reply = await t.request({
    method: 'POST',
    url: pathOf(publicSignupRoutes.signUp),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ customUrl: form.customUrl, liveIds: [live.id], consent: true, ...given }),
  })
  if (reply.status !== 200) return refusedIn(reply)
  const { items } = await t.call(signupUserRoutes.list, { query: { signupId: form.id } }, member.headers)
  const { name = '', phone = '', email = '' } = items[0] ?? {}
  return { name, phone, email }
}

const buyerOf = async (orderId: string): Promise<Outcome> => {
  const { personal } = await shownToStaff(t, member, orderId)
  return { name: personal.fullName, phone: personal.phone, email: personal.email }
}
const bought = async ({ name, phone, email }: Given): Promise<Outcome> => {
  const personal = { fullName: name, phone, email }
  const lines = [{ variantId, quantity: 1 }]
  const reply = await orderFromPage(t, page.customUrl, lines, { personal, expectedTotal: 680_00 })
  if (reply.status !== 200) return refusedIn(reply)
  const { orderId } = placedIn(reply)
  // Who has paid may order again.
  await payOrder(t, member.firmId, orderId)
  return buyerOf(orderId)
}
const orderedByStaff = async ({ name, phone, email }: Given): Promise<Outcome> => {
  try {
    const { orderId } = await t.call(
      orderRoutes.create,
      {
        body: {
          lines: [{ variantId, quantity: 1 }],
          personal: { fullName: name, phone, email },
          delivery: { type: 'self' },
          paymentMethod: 'card',
          invoice: { class: 'member' },
          expectedTotal: 680_00,
        },
      },
      member.headers,
    )
    return await buyerOf(orderId)
  } catch (error) {
    return refusedBy(error)
  }
}
const imported = async ({ name, phone, email }: Given): Promise<Outcome> => {
  const form = await aForm(t, member, [{ liveId: live.id }])
  const fields = { signupId: form.id, liveId: live.id, consentSource: '市集', fileName: 'a.csv' }
  const csv = `姓名,手機,信箱\r\n${[name, phone, email].map((cell) => `"${cell}"`).join(',')}`
  const { data: run } = (await sendFile(t, member, signupUserImportRoutes.read, fields, csv)).body as {
    data: ImportRun
  }
  const params = { id: run.id }
  const { rows } = await t.call(signupUserImportRoutes.rows, { params, query: { offset: 0 } }, member.headers)
  const errors = rows.flatMap((row) => row.errors.map(({ column, message }) => [column, message]))
  if (errors.length > 0) return { fields: Object.fromEntries(errors) as Record<string, string> }
  await t.call(signupUserImportRoutes.start, { params, body: {} }, member.headers)
  await t.platform.jobs.idle()
  const { items } = await t.call(signupUserRoutes.list, { query: { signupId: form.id } }, member.headers)
  return { name: items[0]?.name ?? '', phone: items[0]?.phone ?? '', email: items[0]?.email ?? '' }
}
const addedByStaff = async (given: Given): Promise<Outcome> => {
  const form = await aForm(t, member, [{ liveId: live.id }])
  const body = { signupId: form.id, liveId: live.id, consentSource: '櫃檯', ...given }
  try {
    await t.call(signupUserRoutes.add, { body }, member.headers)
  } catch (error) {
    return refusedBy(error)
  }
  const { items } = await t.call(signupUserRoutes.list, { query: { signupId: form.id } }, member.headers)
  return { name: items[0]?.name ?? '', phone: items[0]?.phone ?? '', email: items[0]?.email ?? '' }
}

const ways = { signedUp, bought, orderedByStaff, imported, addedByStaff }
const onAllWays = async (given: Given): Promise<Record<string, Outcome>> => {
  const outcomes: Record<string, Outcome> = {}
  for (const [way, take] of Object.entries(ways)) outcomes[way] = await take(given)
  return outcomes
}
const all = (outcome: unknown) => Object.fromEntries(Object.keys(ways).map((way) => [way, outcome]))

describe('what people paste', () => {
  test.each([
    ['\u202a0912 345 678\u202c', '+886912345678'],
    ['0912\u2011345\u2011678', '+886912345678'],
    ['0912–345—678', '+886912345678'],
    ['（02）2345－6789', '+886223456789'],
    ['0912/345/678', '+886912345678'],
    ['0912・345・678', '+886912345678'],
    ['00886912345678', '+886912345678'],
    ['+886 (0)912 345 678', '+886912345678'],
    ['tel:0912345678', '+886912345678'],
    ['0912345678\ufe0d', '+886912345678'],
  ])('SIGNUP-1120 The phone %j is kept as %s on every way in', async (phone, kept) => {
    const { name, email } = aPerson()
    expect(await onAllWays({ name, phone, email })).toEqual(all({ name, phone: kept, email }))
  })

  test('SIGNUP-1121 An extension is named, not dropped', async () => {
    const { name, email } = aPerson()
    const fields = { phone: '這裡請只填電話號碼，不要加分機' }
    expect(await onAllWays({ name, phone: '02-2345-6789 分機12', email })).toEqual(all({ fields }))
  })

  test('SIGNUP-1122 Names and e-mails with characters that nobody sees are kept without them, on every way in', async () => {
    const { phone, email } = aPerson()
    const pasted = { name: '\u200e林\u200b佳穎　Ａmy\ufeff', phone, email: `\u202a${email.toUpperCase()}\u202c\u200b` }
    expect(await onAllWays(pasted)).toEqual(all({ name: '林佳穎 Amy', phone: `+886${phone.slice(1)}`, email }))
  })

  test('SIGNUP-1123 What nobody sees is asked to be filled in, as an empty field is', async () => {
    const unseen = { name: '\u200b\u3164', phone: '\u202a\u202c', email: '\ufe0f\u2060' }
    const empty = { name: '', phone: '', email: '' }
    for (const take of [signedUp, bought, orderedByStaff, addedByStaff]) {
      const { fields } = await take(unseen)
      expect(fields).toEqual((await take(empty)).fields)
      expect(Object.keys(fields ?? {}).toSorted()).toEqual(['email', 'name', 'phone'])
      for (const words of Object.values(fields ?? {})) expect(words).toContain('請填寫')
    }
  })

  test('SIGNUP-1124 A phone is blocked as it is dialled, however it was pasted', async () => {
    for (const phone of ['\u202a0987 654 321\u202c', '0987–654–321', '00886987654321']) {
      const block = await t.call(
        blockRoutes.create,
        { body: { phone, name: '\u200b亂\u2060標 evil.tw' } },
        member.headers,
      )
      expect(block).toMatchObject({ phone: '+886987654321', name: '亂標 evil.tw' })
    }
    await expect(
      t.call(blockRoutes.create, { body: { phone: '\u200b', email: '\u2060' } }, member.headers),
    ).rejects.toMatchObject({ errorName: 'invalid', fields: { phone: expect.any(String) } })
  })

  test.each([
    [{ class: 'company', taxId: '\u202a０４５９－５２５７\u202c', title: '\u200b器日　有限公司' }, '257'],
    [{ class: 'mobileBarcode', carrier: '\u200e／abc+12－' }, '12-'],
    [{ class: 'mobileBarcode', carrier: 'ABC+123\ufe0f' }, '123'],
    [{ class: 'certificate', carrier: 'ab 1234-5678-9012-34' }, '234'],
    [{ class: 'donation', loveCode: '９１９' }, '919'],
  ])('SIGNUP-1125 An invoice takes %j', async (invoice, end) => {
    const lines = [{ variantId, quantity: 1 }]
    const placed = placedIn(await orderFromPage(t, page.customUrl, lines, { invoice, expectedTotal: 680_00 }))
    await payOrder(t, member.firmId, placed.orderId)
    const { rows } = await t.platform.db.raw('select invoice from "order" where id = $1', [placed.orderId])
    const kept = JSON.stringify(rows[0]?.['invoice'])
    expect(kept).toContain(`${end}"`)
    expect(kept).not.toMatch(/[\u200b-\u202e]|\ufe0f|\uff0d/)
  })

  test('SIGNUP-1126 A code of invisible characters is to be filled in', async () => {
    const invoice = { class: 'company', taxId: '\u200b\u202c' }
    const reply = await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], {
      invoice,
      expectedTotal: 680_00,
    })
    expect(errorOf(reply).fields).toEqual({ 'invoice.taxId': '請填寫此欄位' })
  })
})

describe('what people are called', () => {
  test.each(['Ma.Theresa Cruz', 'St.John Lee', 'A.B.Wang', 'J. Io', 'Dr.王', 'D’Angelo', '夏曼·藍波安'])(
    'SIGNUP-1127 %s is taken on every way in',
    async (name) => {
      const { phone, email } = aPerson()
      expect(await onAllWays({ name, phone, email })).toEqual(all({ name, phone: `+886${phone.slice(1)}`, email }))
    },
  )

  test.each(['evil.example', '領獎 evil.tw', 'ｅvil．\u200bcom', 'LINE@abc'])(
    'SIGNUP-1128 %j is taken on none',
    async (name) => {
      const { phone, email } = aPerson()
      const fields = { name: '姓名請不要填網址、電子郵件或電話號碼；句點後面請空一格' }
      expect(await onAllWays({ name, phone, email })).toEqual(all({ fields }))
    },
  )

  test('SIGNUP-1129 A name that may be a link is taken, and the letter leaves it out', async () => {
    const { phone, email } = aPerson()
    expect(await signedUp({ name: 'Ma.Theresa Cruz', phone, email })).toMatchObject({ name: 'Ma.Theresa Cruz' })
    await t.platform.jobs.idle()
    const { rows } = await t.platform.db.raw('select id from "letterRecipient" where "toAddress" = $1', [email])
    expect(rows).toHaveLength(1)
    const letter = await t.call(letterRoutes.show, { params: { id: String(rows[0]?.['id']) } }, member.headers)
    expect(JSON.stringify([letter.subject, letter.html, letter.text])).not.toContain('Theresa')
  })
})
