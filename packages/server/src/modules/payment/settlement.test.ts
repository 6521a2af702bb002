import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cashFlowRoutes } from '@kaimai/contract/payment/cash-flow.routes.ts'
import { type SettlementImport, settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { bytesIn } from '../../../test/charset-bytes.ts'
import { aSellingPage, orderFromPage, placedIn, shownToStaff } from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aProduct } from '../../../test/studio.ts'
import { type Member, multipart, urlOf } from '../../../test/test-app.ts'
import { aWorkbook } from '../../../test/workbook.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
/** Half an hour before midnight in Taipei. */
const late = new Date('2026-11-20T15:30:00Z')
const midnight = new Date('2026-11-20T16:00:00Z')
beforeEach(() => t.clock.set(late))

const refund = async ({ headers }: Member, orderId: string, dollars: number): Promise<void> => {
  const choice = { kind: 'amount' as const, amount: dollars * 100 }
  const body = { choice, restock: false, memo: '', paymentId: null }
  const { grant } = await t.call(refundRoutes.grant, { params: { id: orderId }, body }, headers)
  await t.call(refundPaymentRoutes.refundPayment, { body: { ...body, grant } }, { 'idempotency-key': newId() })
  // The sandbox has answered before its payment is taken for ECPay's.
  await t.platform.jobs.idle()
}

interface Sold {
  readonly orderId: string
  readonly orderNo: string
  /** Ours and the company's number of its payment. */
  readonly no: string
  readonly tradeNo: string
}

/** A firm; `sell` makes an order of so many dollars that is paid by card, as ECPay would have taken the money. */
const aShop = async () => {
  const member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  const sell = async (dollars: number, { back = 0, isTest = false } = {}): Promise<Sold> => {
    const product = await aProduct(t, member, { price: dollars * 100, stock: 3 })
    const { customUrl } = await aSellingPage(t, member, [product.id])
    const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
    const placed = placedIn(await orderFromPage(t, customUrl, lines, { expectedTotal: dollars * 100 }))
    const { orderId, orderNo } = placed
    await payOrder(t, member, orderId)
    if (back > 0) await refund(member, orderId, back)
    const [no, tradeNo] = [`KM${newId().slice(-12)}`, `EC${newId().slice(-12)}`]
    await t.platform.db.raw(
      `update payment set gateway = 'ecpay', reference = $2, "tradeNo" = $3 where "orderId" = $1`,
      [orderId, no, tradeNo],
    )
    await t.platform.db.raw('update "order" set "isTest" = $2 where id = $1', [orderId, isTest])
    return { orderId, orderNo, no, tradeNo }
  }
  return { member, sell }
}

const header = '特店交易編號,綠界交易編號,交易日期,交易金額,金流手續費,撥款日期,應收款項(淨額)'
const fileOf = (...lines: readonly string[]) => Buffer.from([header, ...lines, ''].join('\n'))

const send = (member: Member, file: Uint8Array, language = 'zh-TW', fields: Record<string, string> = {}) => {
  const form = multipart(fields, { file })
  return t.request({
    method: 'POST',
    url: urlOf(settlementRoutes.import, {}),
    headers: { ...member.headers, ...form.headers, 'accept-language': language },
    payload: form.payload,
  })
}
const bring = async (member: Member, ...lines: readonly string[]): Promise<SettlementImport> => {
  const reply = await send(member, fileOf(...lines))
  expect(reply.status).toBe(200)
  return (reply.body as { data: SettlementImport }).data
}

/** What is noted on the payment of an order. */
const notedOn = async ({ orderId }: Sold) => {
  const { rows } = await t.platform.db.raw('select fee, "paidOutOn" from payment where "orderId" = $1', [orderId])
  const [row] = rows
  return { fee: row?.['fee'] === null ? null : Number(row?.['fee']), paidOutOn: row?.['paidOutOn'] }
}
const cashOf = ({ headers }: Member) =>
  t.call(cashFlowRoutes.list, { query: { from: '2026-11-01', to: '2026-11-30' } }, headers)

const saleLine = ({ no, tradeNo }: Sold, dollars: number, fee: number, payoutDay = '2026/11/25') =>
  `${no},${tradeNo},2026/11/20 12:00:00,${dollars},${fee},${payoutDay},${dollars - fee}`

test('PAYMENT-240 A file of 1,000 less 20, 500 less 10 and 300 given back makes 1,170; a payment of 700 is missing, fees stand on the payments, and the same file again changes nothing (R9)', async () => {
  const { member, sell } = await aShop()
  const [a, b, c] = [await sell(1000, { back: 300 }), await sell(500), await sell(700)]
  // As some files have it, the column of the net has left the refund out.
  const refunded = `${a.no},${a.tradeNo},2026/11/21,-300,0,2026/11/25,0`
  const lines = [saleLine(a, 1000, 20), saleLine(b, 500, 10), refunded]
  const first = await bring(member, ...lines)
  const answer = {
    source: { charset: 'utf-8', isGuessed: false, sheetName: '', candidates: expect.any(Array) },
    isWritten: true,
    sales: 1500_00,
    fees: 30_00,
    refunds: 300_00,
    net: 1170_00,
    days: { from: '2026-11-20', to: '2026-11-20' },
    missing: [{ orderId: c.orderId, orderNo: c.orderNo, day: '2026-11-20', amount: 700_00 }],
    unknown: [],
    wrong: [],
    bad: [],
  }
  const counts = { matched: 3, missing: 1, unknown: 0, wrong: 0, ignored: 0, bad: 0 }
  expect(first).toEqual({ ...answer, counts: { ...counts, written: 2 } })
  expect(await notedOn(a)).toEqual({ fee: 20_00, paidOutOn: '2026-11-25' })
  expect(await notedOn(b)).toEqual({ fee: 10_00, paidOutOn: '2026-11-25' })
  expect(await notedOn(c)).toEqual({ fee: null, paidOutOn: null })
  const cash = await cashOf(member)
  expect(cash.sums).toMatchObject([{ received: 2200_00, fees: 30_00, feesUnknown: 1 }])

  expect(await bring(member, ...lines)).toEqual({ ...answer, counts: { ...counts, written: 0 } })
  expect(await cashOf(member)).toEqual(cash)
  const states = await Promise.all([a, b, c].map(({ orderId }) => shownToStaff(t, member, orderId)))
  expect(states.map(({ paymentState }) => paymentState)).toEqual(['partlyRefunded', 'paid', 'paid'])
  const { rows } = await t.platform.db.raw(
    `select count(*)::int as count from audit where "firmId" = $1 and action = 'order.importSettlement'`,
    [member.firmId],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('PAYMENT-241 Another amount, an unknown number and lines that can’t be read are told by line, the rest is noted, and a wrong one isn’t', async () => {
  const { member, sell } = await aShop()
  const [a, b] = [await sell(1000), await sell(500)]
  const found = await bring(
    member,
    saleLine(a, 990, 20),
    saleLine(b, 500, 10),
    'NOBODY,,2026/11/20,80,1,,79',
    `${a.no},,2026/02/30,1000,20,,980`,
    `${a.no},,2026/11/20,1000,2%,,980`,
  )
  expect(found).toMatchObject({
    counts: { matched: 1, missing: 0, unknown: 1, wrong: 1, ignored: 0, bad: 2, written: 1 },
    wrong: [{ line: 2, kind: 'sale', orderId: a.orderId, orderNo: a.orderNo, amount: 990_00, ours: 1000_00 }],
    unknown: [{ line: 4, kind: 'sale', number: 'NOBODY', amount: 80_00 }],
    bad: [
      { line: 5, field: 'day', message: expect.stringContaining('日期') },
      { line: 6, field: 'fee', message: expect.stringContaining('金額') },
    ],
  })
  expect(await notedOn(a)).toEqual({ fee: null, paidOutOn: null })
  expect(await notedOn(b)).toEqual({ fee: 10_00, paidOutOn: '2026-11-25' })
  const refused = await send(member, Buffer.from('特店交易編號,交易日期,交易金額\nKM1,2026/11/20,100\n'))
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('手續費')
  const english = await send(member, Buffer.from('Order ID,Amount,Fee\nKM1,100,1\n'), 'en')
  expect(JSON.stringify(english.body)).toContain('transaction date')
})

test('PAYMENT-490 A file in Big5 is compared and notes nothing until somebody says that it is Big5; a fee of 1,5 is refused with both readings', async () => {
  const { member, sell } = await aShop()
  const a = await sell(1000)
  const lines = [header, saleLine(a, 1000, 20), `KM1,EC1,2026/11/20,100,"1,5",2026/11/25,98`, ''].join('\n')
  const bytes = bytesIn('big5', lines)
  const importIn = async (fields: Record<string, string>) =>
    ((await send(member, bytes, 'zh-TW', fields)).body as { data: SettlementImport }).data
  const guess = await importIn({})
  expect(guess).toMatchObject({ isWritten: false, source: { charset: 'big5', isGuessed: true } })
  expect(guess.counts).toMatchObject({ matched: 1, written: 0, bad: 1 })
  expect(await notedOn(a)).toEqual({ fee: null, paidOutOn: null })
  const said = await importIn({ charset: 'big5' })
  expect(said).toMatchObject({ isWritten: true, counts: { matched: 1, written: 1 } })
  expect(said.bad).toEqual([{ line: 3, field: 'fee', message: '「1,5」可以讀成 1.5 或 15，請改成沒有逗號的寫法' }])
  expect(await notedOn(a)).toEqual({ fee: 20_00, paidOutOn: '2026-11-25' })
})

test('PAYMENT-242 A later file adds the payout day, one without it leaves it, and a corrected fee takes the place of the old', async () => {
  const { member, sell } = await aShop()
  const a = await sell(1000)
  expect((await bring(member, saleLine(a, 1000, 20, ''))).counts.written).toBe(1)
  expect(await notedOn(a)).toEqual({ fee: 20_00, paidOutOn: null })
  expect((await bring(member, saleLine(a, 1000, 20))).counts.written).toBe(1)
  expect((await bring(member, saleLine(a, 1000, 20, ''))).counts.written).toBe(0)
  expect(await notedOn(a)).toEqual({ fee: 20_00, paidOutOn: '2026-11-25' })
  expect((await bring(member, saleLine(a, 1000, 27.5, ''))).counts.written).toBe(1)
  expect(await notedOn(a)).toEqual({ fee: 27_50, paidOutOn: '2026-11-25' })
})

test('PAYMENT-243 Missing are only payments of the file’s days and company that no file told of, and no play money', async () => {
  const { member, sell } = await aShop()
  const [a, settled, c] = [await sell(1000), await sell(500), await sell(700)]
  await sell(300, { isTest: true })
  const linePay = await sell(400)
  await t.platform.db.raw(`update payment set gateway = 'linepay' where "orderId" = $1`, [linePay.orderId])
  t.clock.set(midnight)
  const later = await sell(600)
  await bring(member, saleLine(settled, 500, 10))
  const first = await bring(member, saleLine(a, 1000, 20))
  expect(first.missing.map(({ orderId }) => orderId)).toEqual([c.orderId])
  const second = await bring(member, saleLine(later, 600, 12).replace('11/20', '11/21'))
  expect(second).toMatchObject({ counts: { matched: 1, missing: 0 }, days: { from: '2026-11-21', to: '2026-11-21' } })
})

test('PAYMENT-244 Nobody else brings a settlement file, and another firm’s payments are unknown in it and stay untouched', async () => {
  const [{ member, sell }, other] = [await aShop(), await aShop()]
  const a = await sell(1000)
  const found = await bring(other.member, saleLine(a, 1000, 20))
  expect(found).toMatchObject({ counts: { matched: 0, missing: 0, unknown: 1, written: 0 }, missing: [] })
  for (const role of ['analyst', 'assistant'] as const) {
    const reply = await send(await t.aMember(member, role), fileOf(saleLine(a, 1000, 20)))
    expect(reply.status).toBe(403)
  }
  expect(await notedOn(a)).toEqual({ fee: null, paidOutOn: null })
})

test('PAYMENT-245 Payments from before fees were known keep their amount, and no file has told of them', async () => {
  const { sell } = await aShop()
  const a = await sell(1000)
  const text = await readFile(join(migrationsFolder, '206-payment-fee.sql'), 'utf8')
  const moved = t.platform.db.transaction(async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx.as())
    await run('alter table payment drop column fee, drop column "paidOutOn"')
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(statement)
    const { rows } = await sql`
      select state, amount::int as amount, fee, "paidOutOn" from payment where "orderId" = ${a.orderId}`.execute(
      tx.as(),
    )
    expect(rows).toEqual([{ state: 'paid', amount: 1000_00, fee: null, paidOutOn: null }])
    await expect(run('update payment set fee = -1')).rejects.toThrow('payment_fee')
    throw new Error('seen')
  })
  await expect(moved).rejects.toThrow('seen')
})

test('PAYMENT-736 Numbers and amounts that a file guards by formulas, or that come with full-width digits and marks that nobody sees, match, from CSV and from a workbook', async () => {
  const { member, sell } = await aShop()
  const [a, b] = [await sell(1000), await sell(500)]
  const guarded = `="${a.no}",'${a.tradeNo},="2026/11/20 12:00:00",="1000",="20",="2026/11/25",="980"`
  const pasted = ['\u200b', '', '\u200e２０２６／１１／２０', '５００', '\u202a10\u202c', '115/11/25', '４９０']
  const named = pasted.with(0, `\u202a${b.no}\u202c`)
  expect(await bring(member, guarded, named.join(','))).toMatchObject({
    counts: { matched: 2, unknown: 0, wrong: 0, bad: 0, written: 2 },
  })
  expect(await notedOn(a)).toEqual({ fee: 20_00, paidOutOn: '2026-11-25' })
  expect(await notedOn(b)).toEqual({ fee: 10_00, paidOutOn: '2026-11-25' })
  const rows = [header.split(','), [a.no, '', '2026/11/20', 1000, 20, '2026/11/25', 980], named]
  const workbook = await send(member, aWorkbook([{ name: '對帳', rows }]))
  expect((workbook.body as { data: SettlementImport }).data.counts).toMatchObject({ matched: 2, bad: 0, written: 0 })
})

test('PAYMENT-737 A number that a spreadsheet has shortened names no payment: the other number of its row does, and alone it is refused with what to do', async () => {
  const { member, sell } = await aShop()
  const a = await sell(1000)
  const rest = '2026/11/20,1000,20,2026/11/25,980'
  expect(await bring(member, `${a.no},2.02611E+15,${rest}`, `,2.02611E+15,${rest}`)).toMatchObject({
    counts: { matched: 1, unknown: 0, bad: 1 },
    bad: [{ line: 3, field: 'number', message: expect.stringContaining('縮短成「2.02611E+15」') }],
  })
  const rows = [header.split(','), ['', 2_026_112_012_345_678, '2026/11/20', 1000, 20, '2026/11/25', 980]]
  const workbook = await send(member, aWorkbook([{ name: '對帳', rows }]), 'en')
  expect((workbook.body as { data: SettlementImport }).data.bad).toEqual([
    { line: 2, field: 'number', message: expect.stringContaining('A spreadsheet shortened this number') },
  ])
})
