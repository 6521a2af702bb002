import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { type StatementImport, statementRoutes } from '@kaimai/contract/payment/statement.routes.ts'
import { transferReportRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  aSellingPage,
  infoOf,
  orderFromPage,
  type Placed,
  placedIn,
  shownToStaff,
  stockOf,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import { type Member, multipart, urlOf } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const opensAt = t.clock.now()
beforeEach(() => t.clock.set(opensAt))

const account = { bankCode: '822', account: '012345678901', holder: '小器有限公司' }
const setting = { method: 'transfer', gateway: 'transfer', offered: true, fee: 0, least: null, most: null } as const

/** A firm that is paid into its own account; `order` of so many dollars waits for its money. */
const aShop = async () => {
  const member = await aFirmWithHours(t)
  const body = { transfer: account, paymentMethods: [{ ...setting, holdMinutes: 60 }] }
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
  const order = async (dollars: number): Promise<Placed & { orderNo: string; variantId: string }> => {
    const product = await aProduct(t, member, { price: dollars * 100, stock: 3 })
    const { customUrl } = await aSellingPage(t, member, [product.id])
    const variantId = product.variants[0]?.id ?? ''
    const given = { expectedTotal: dollars * 100, paymentMethod: 'transfer' }
    const placed = placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity: 1 }], given))
    await t.call(purchaseRoutes.createPayment, { body: { method: 'transfer' } }, withKey(placed))
    const { orderNo } = await infoOf(t, placed)
    return { ...placed, orderNo, variantId }
  }
  return { member, order }
}

const header = '交易日期,存入金額,備註,對方帳號'

const send = (member: Member, file: Uint8Array, given: { language?: string; charset?: string } = {}) => {
  const { language = 'zh-TW', ...fields } = given
  const form = multipart(fields, { file })
  return t.request({
    method: 'POST',
    url: urlOf(statementRoutes.import, {}),
    headers: { ...member.headers, ...form.headers, 'accept-language': language },
    payload: form.payload,
  })
}
const bring = async (member: Member, ...lines: readonly string[]): Promise<StatementImport> => {
  const reply = await send(member, new TextEncoder().encode([header, ...lines, ''].join('\n')))
  expect(reply.status).toBe(200)
  return (reply.body as { data: StatementImport }).data
}
const rowsOf = async (member: Member, state: 'open' | 'booked' | 'setAside' = 'open') =>
  (await t.call(statementRoutes.list, { query: { state, limit: 50 } }, member.headers)).items

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const bookingOf = ({ proposal }: Row) => (proposal?.orders ?? []).map(({ id, received }) => ({ id, received }))
const book = (member: Member, row: Row, more: object = {}) =>
  t.call(statementRoutes.book, { params: { id: row.id }, body: { orders: bookingOf(row), ...more } }, member.headers)
const only = (rows: readonly Row[]): Row => {
  const [row, ...others] = rows
  if (!row || others.length > 0) throw new Error(`${rows.length} rows`)
  return row
}

test('PAYMENT-210 A statement proposes its order and books nothing; what the staff confirms is paid, once (P18)', async () => {
  const { member, order } = await aShop()
  const a = await order(1980)
  const line = `2026/03/02,"1,980",匯款 ${a.orderNo},`
  const zero = `2026/03/02,0,${a.orderNo},`
  const first = await bring(member, zero, line)
  expect(first).toMatchObject({ counts: { new: 1, same: 0, ignored: 1, bad: 0 }, bad: [] })
  expect(first.columns).toEqual([
    { field: 'day', headers: ['交易日期'] },
    { field: 'amount', headers: ['存入金額'] },
    { field: 'note', headers: ['備註'] },
    { field: 'account', headers: ['對方帳號'] },
  ])
  const row = only(await rowsOf(member))
  expect(row).toMatchObject({
    day: '2026-03-02',
    amount: 1980_00,
    proposal: { by: 'orderNo', orders: [{ id: a.orderId, orderNo: a.orderNo, received: 1980_00 }], short: 0, over: 0 },
  })
  expect((await infoOf(t, a)).paymentState).toBe('pending')
  // The same file again, before and after.
  expect(await bring(member, zero, line)).toMatchObject({ counts: { new: 0, same: 1, ignored: 1 } })
  const both = await Promise.allSettled([book(member, row), book(member, row)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await bring(member, line)).toMatchObject({ counts: { new: 0, same: 1 } })
  expect(await rowsOf(member)).toEqual([])
  expect(await shownToStaff(t, member, a.orderId)).toMatchObject({
    paymentState: 'paid',
    refundDue: 0,
    payments: [{ method: 'transfer', state: 'paid', amount: 1980_00, isExtra: false }],
  })
  expect(await stockOf(t, a.variantId)).toEqual({ stock: 2, sold: 1 })
  expect(only(await rowsOf(member, 'booked')).booked).toEqual([
    { id: a.orderId, orderNo: a.orderNo, received: 1980_00 },
  ])
})

test('PAYMENT-211 One transfer for two orders pays both, or neither where one of them is refused (P18)', async () => {
  const { member, order } = await aShop()
  const [b, c] = [await order(1200), await order(1800)]
  await bring(member, `2026/03/02,3000,${b.orderNo} 與 ${c.orderNo},`)
  const row = only(await rowsOf(member))
  expect(row.proposal).toMatchObject({
    orders: [
      { id: b.orderId, received: 1200_00 },
      { id: c.orderId, received: 1800_00 },
    ],
    short: 0,
    over: 0,
  })
  const uneven = {
    orders: [
      { id: b.orderId, received: 1200_01 },
      { id: c.orderId, received: 1799_99 },
    ],
  }
  expect(await errorNameOf(book(member, row, uneven))).toBe('conflict')
  expect([(await infoOf(t, b)).paymentState, (await infoOf(t, c)).paymentState]).toEqual(['pending', 'pending'])
  await expect(book(member, row, { orders: [{ id: b.orderId, received: 1200_00 }] })).rejects.toMatchObject({
    errorName: 'conflict',
    fields: { orders: expect.stringContaining('入帳金額') },
  })
  await book(member, row)
  expect([(await infoOf(t, b)).paymentState, (await infoOf(t, c)).paymentState]).toEqual(['paid', 'paid'])
})

test('PAYMENT-212 Less than is due pays nothing until the staff accepts it, and then the rest is a discount (P18)', async () => {
  const { member, order } = await aShop()
  const d = await order(1980)
  await t.call(transferReportRoutes.report, { body: { lastFive: '24680' } }, withKey(d))
  await bring(member, '2026/03/02,1965,,0001-0024680')
  const row = only(await rowsOf(member))
  expect(row).toMatchObject({ accountEnd: '24680', proposal: { by: 'digits', short: 15_00, over: 0 } })
  expect(await errorNameOf(book(member, row))).toBe('conflict')
  expect((await infoOf(t, d)).paymentState).toBe('pending')
  expect(only(await rowsOf(member)).id).toBe(row.id)
  await book(member, row, { acceptShort: true })
  expect(await shownToStaff(t, member, d.orderId)).toMatchObject({
    paymentState: 'paid',
    subtotal: 1980_00,
    discount: 15_00,
    total: 1965_00,
    transferDigits: '',
    payments: [{ state: 'paid', amount: 1965_00 }],
  })
})

test('PAYMENT-213 Two equal transfers of a day in one file are two, and the second for one order is owed back', async () => {
  const { member, order } = await aShop()
  const a = await order(500)
  const line = `2026/03/02,500,${a.orderNo},`
  expect(await bring(member, line, line)).toMatchObject({ counts: { new: 2, same: 0 } })
  expect(await bring(member, line, line)).toMatchObject({ counts: { new: 0, same: 2 } })
  const [second, first] = await rowsOf(member)
  if (!first || !second) throw new Error('two rows')
  expect([first.proposal?.over, second.proposal?.over]).toEqual([0, 500_00])
  await book(member, first)
  expect(await errorNameOf(book(member, second))).toBe('conflict')
  await book(member, second, { asExtra: true })
  expect(await shownToStaff(t, member, a.orderId)).toMatchObject({ paymentState: 'paid', refundDue: 500_00 })
})

test('PAYMENT-214 Big5 is read, rows that can’t be read are told by line, field and reason, and a file without the columns is refused by name', async () => {
  const { member, order } = await aShop()
  const a = await order(300)
  // 日期,存入,備註 as Taiwanese Excel writes it.
  const big5 = Buffer.from('a4e9b4c12ca673a44a2cb3c6b5f9', 'hex')
  const file = Buffer.concat([
    big5,
    Buffer.from(`\n2026/03/02,300,${a.orderNo}\n2026/02/30,300,x\n2026/03/02,many,x\n`),
  ])
  const guess = (await send(member, file)).body as { data: StatementImport }
  expect(guess.data).toMatchObject({ isWritten: false, source: { charset: 'big5', isGuessed: true } })
  expect(guess.data.source.candidates).toContainEqual({ charset: 'big5', sample: '日期、存入、備註' })
  expect(await rowsOf(member)).toEqual([])
  const answer = (await send(member, file, { charset: 'big5' })).body as { data: StatementImport }
  expect(answer.data.isWritten).toBe(true)
  expect(answer.data).toMatchObject({
    counts: { new: 1, bad: 2 },
    bad: [
      { line: 3, field: 'day', message: expect.stringContaining('日期') },
      { line: 4, field: 'amount', message: expect.stringContaining('金額') },
    ],
  })
  const refused = await send(member, Buffer.from('日期,備註\n2026/03/02,x\n'))
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('存入金額')
})

test('PAYMENT-488 An amount of 12,50 or 1 280,00 in a statement is refused at its line with both readings, and 1,280 is kept', async () => {
  const { member } = await aShop()
  const { counts, bad } = await bring(
    member,
    '2026/03/02,"12,50",甲,',
    '2026/03/02,"1 280,00",乙,',
    '2026/03/02,"1,280",丙,',
  )
  expect(counts).toEqual({ new: 1, same: 0, ignored: 0, bad: 2 })
  expect(bad).toEqual([
    { line: 2, field: 'amount', message: '「12,50」可以讀成 12.5 或 1250，請改成沒有逗號的寫法' },
    { line: 3, field: 'amount', message: '「1 280,00」可以讀成 1280 或 128000，請改成沒有逗號的寫法' },
  ])
  expect((await rowsOf(member)).map(({ amount, note }) => [amount, note])).toEqual([[128_000, '丙']])
})

test('PAYMENT-489 A long statement is kept in parts, and the same file sent again adds what is missing and nothing twice', async () => {
  const { member } = await aShop()
  const lines = Array.from({ length: 450 }, (_, at) => `2026/03/02,${at + 1},第 ${at} 筆,`)
  expect((await bring(member, ...lines)).counts).toMatchObject({ new: 450, same: 0 })
  // As if the process had been killed between two parts.
  await t.platform.db.raw(`delete from "bankStatementRow" where "firmId" = $1 and amount > 20000`, [member.firmId])
  expect((await bring(member, ...lines)).counts).toMatchObject({ new: 250, same: 200 })
})

test('PAYMENT-215 A row for no order is set aside and can come back; a booked one cannot', async () => {
  const { member, order } = await aShop()
  const a = await order(400)
  await bring(member, '2026/03/02,123,利息,', `2026/03/03,400,${a.orderNo},`)
  const [paid, interest] = await rowsOf(member)
  if (!paid || !interest) throw new Error('two rows')
  expect(interest.proposal).toBeNull()
  const aside = (row: Row, setAside: boolean) =>
    t.call(statementRoutes.setAside, { params: { id: row.id }, body: { setAside } }, member.headers)
  await aside(interest, true)
  expect((await rowsOf(member)).map(({ id }) => id)).toEqual([paid.id])
  expect(only(await rowsOf(member, 'setAside')).settledBy).not.toBe('')
  await aside(interest, false)
  expect(await rowsOf(member)).toHaveLength(2)
  await book(member, paid)
  expect(await errorNameOf(aside(paid, true))).toBe('conflict')
  const { rows } = await t.platform.db.raw(
    `select action, count(*)::int as count from audit where "firmId" = $1 and action like 'order.%' group by action order by action`,
    [member.firmId],
  )
  expect(rows).toEqual([
    { action: 'order.importStatement', count: 1 },
    { action: 'order.receiveTransfer', count: 1 },
    { action: 'order.reopenTransfer', count: 1 },
    { action: 'order.setTransferAside', count: 1 },
  ])
})

test('PAYMENT-216 Nobody else reads, brings or books a statement, nor books it for another firm’s order', async () => {
  const { member, order } = await aShop()
  const [a, strange] = [await order(600), await (await aShop()).order(600)]
  await bring(member, `2026/03/02,600,${a.orderNo},`)
  const row = only(await rowsOf(member))
  const other = await aFirmWithHours(t)
  const watcher = await t.aMember(member, 'analyst')
  expect(await rowsOf(other)).toEqual([])
  expect(await errorNameOf(rowsOf(watcher))).toBe('forbidden')
  expect((await send(watcher, Buffer.from(`${header}\n2026/03/02,1,,\n`))).status).toBe(403)
  expect(await errorNameOf(book(other, row))).toBe('notFound')
  expect(await errorNameOf(book(member, row, { orders: [{ id: strange.orderId, received: 600_00 }] }))).toBe('conflict')
  expect(await errorNameOf(book(member, { ...row, id: newId() }))).toBe('notFound')
  expect((await infoOf(t, a)).paymentState).toBe('pending')
})
