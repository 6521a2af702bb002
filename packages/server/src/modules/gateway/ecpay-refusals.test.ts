import { expect, test } from 'vitest'
import { startStandIn } from '../../../test/gateway-stage.ts'
import { type EcpayFields, ecpayMac } from './ecpay-mac.ts'

// What ECPay refuses, one refusal a row: our side is tested against a stand-in that says no where the real one does.

const url = await startStandIn('ecpay')
const keys = { hashKey: 'pwFHCqoQZGmho4w6', hashIv: 'EkRm7iFT261dpevs' }
const anotherKeys = { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' }
const another = '2000132'

const post = async (path: string, fields: EcpayFields): Promise<string> =>
  (await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })).text()
const signed = (fields: EcpayFields): EcpayFields => ({
  ...fields,
  CheckMacValue: ecpayMac(fields, fields['MerchantID'] === another ? anotherKeys : keys, 'sha256'),
})

let numbers = 0
const formOf = (given: EcpayFields = {}): EcpayFields => {
  numbers += 1
  return {
    MerchantID: '3002607',
    MerchantTradeNo: `KM${String(numbers).padStart(6, '0')}`,
    MerchantTradeDate: '2026/11/20 20:00:00',
    PaymentType: 'aio',
    TotalAmount: '680',
    TradeDesc: '小器器皿',
    ItemName: '小器器皿 KM0001',
    ReturnURL: 'https://shop.test/api/pay/purchase/notice/ecpay',
    ChoosePayment: 'Credit',
    EncryptType: '1',
    ...given,
  }
}
const create = (form: EcpayFields): Promise<string> => post('/Cashier/AioCheckOut/V5', signed(form))

test.for([
  ['a card', {}],
  ['a number of 20 signs', { MerchantTradeNo: 'A'.repeat(20) }],
  ['an ATM account for 60 days', { ChoosePayment: 'ATM', ExpireDate: '60' }],
  ['a store code of NT$20,000 for 30 days', { ChoosePayment: 'CVS', TotalAmount: '20000', StoreExpireDate: '43200' }],
  ['barcodes for 30 days', { ChoosePayment: 'BARCODE', StoreExpireDate: '30' }],
  ['a name of 400 signs', { ItemName: '碗'.repeat(400) }],
] as const)('GATEWAY-220 ECPay takes a form for %s', async ([, given]) => {
  expect(await create(formOf(given))).toBe('taken')
})

test.for([
  ['of a merchant that it does not know', { MerchantID: '1' }, '10200047'],
  ['without a number', { MerchantTradeNo: '' }, '10200052'],
  ['whose number has 21 signs', { MerchantTradeNo: 'B'.repeat(21) }, '10200052'],
  ['whose number has a hyphen', { MerchantTradeNo: 'KM-1' }, '10200052'],
  ['whose date has no time', { MerchantTradeDate: '2026/11/20' }, '10200050'],
  ['whose date is written with hyphens', { MerchantTradeDate: '2026-11-20 20:00:00' }, '10200050'],
  ['of no amount', { TotalAmount: '0' }, '10200058'],
  ['of half a dollar', { TotalAmount: '680.5' }, '10200058'],
  ['of less than nothing', { TotalAmount: '-680' }, '10200058'],
  ['of another type than aio', { PaymentType: 'card' }, '10200051'],
  ['signed by MD5', { EncryptType: '0' }, '10200051'],
  ['without a description', { TradeDesc: '' }, '10200056'],
  ['whose description has 201 signs', { TradeDesc: '碗'.repeat(201) }, '10200056'],
  ['without an item', { ItemName: '' }, '10200055'],
  ['whose items have 401 signs', { ItemName: '碗'.repeat(401) }, '10200055'],
  ['without an address for its notice', { ReturnURL: '' }, '10200054'],
  ['whose address has 201 signs', { ReturnURL: `https://shop.test/${'a'.repeat(183)}` }, '10200054'],
  ['for a way to pay that it does not have', { ChoosePayment: 'Cash' }, '10200059'],
  ['for an ATM account of 61 days', { ChoosePayment: 'ATM', ExpireDate: '61' }, '10200065'],
  ['for a store code of 43,201 minutes', { ChoosePayment: 'CVS', StoreExpireDate: '43201' }, '10200066'],
  ['for barcodes of 31 days', { ChoosePayment: 'BARCODE', StoreExpireDate: '31' }, '10200066'],
  ['for a store code of NT$20,001', { ChoosePayment: 'CVS', TotalAmount: '20001' }, '10200058'],
  ['with 51 signs in a field of ours', { CustomField1: 'a'.repeat(51) }, '10200067'],
] as const)('GATEWAY-221 ECPay refuses a form %s', async ([, given, code]) => {
  expect((await create(formOf(given))).split(' ')[0]).toBe(code)
})

test('GATEWAY-222 ECPay refuses a number that it has had before, and a form that was changed after it was signed', async () => {
  const form = formOf()
  expect(await create(form)).toBe('taken')
  expect(await create({ ...form, TotalAmount: '1' })).toBe('10300028 MerchantTradeNo repeated')
  const changed = { ...signed(formOf()), TotalAmount: '1' }
  expect(await post('/Cashier/AioCheckOut/V5', changed)).toBe('10200073 CheckMacValue Error')
  expect(await post('/Cashier/AioCheckOut/V5', formOf())).toBe('10200073 CheckMacValue Error')
})

/** A trade that its buyer has paid, unless they have not, and whose card stands so. */
const aTrade = async ({ form = {}, card = '已關帳', isPaid = true }: TradeGiven = {}) => {
  const fields = formOf(form)
  const MerchantTradeNo = fields['MerchantTradeNo'] ?? ''
  expect(await create(fields)).toBe('taken')
  if (isPaid) await post('/_play', { MerchantTradeNo, outcome: 'silent' })
  await post('/_play', { MerchantTradeNo, outcome: 'card', card })
  const said = new URLSearchParams(await ask({ MerchantTradeNo }))
  return { MerchantTradeNo, TradeNo: said.get('TradeNo') ?? '', gwsr: said.get('gwsr') ?? '' }
}
interface TradeGiven {
  readonly form?: EcpayFields
  readonly card?: string
  readonly isPaid?: boolean
}

const askedAt = Date.parse('2026-11-20T12:00:00Z') / 1000
const questionOf = (given: EcpayFields): EcpayFields => ({
  MerchantID: '3002607',
  TimeStamp: String(askedAt),
  ...given,
})
const ask = (given: EcpayFields): Promise<string> => post('/Cashier/QueryTradeInfo/V5', signed(questionOf(given)))

test.for([
  ['that is 180 seconds old', { TimeStamp: String(askedAt - 180) }, /TradeStatus=1/],
  ['that is 181 seconds old', { TimeStamp: String(askedAt - 181) }, /^0\|TimeStamp Error$/],
  ['from 181 seconds ahead', { TimeStamp: String(askedAt + 181) }, /^0\|TimeStamp Error$/],
  ['without its time', { TimeStamp: '' }, /^0\|TimeStamp Error$/],
  ['of a merchant that it does not know', { MerchantID: '1' }, /^0\|MerchantID Error$/],
  ['about a trade that nobody has begun', { MerchantTradeNo: 'NOBODY' }, /TradeStatus=10200047/],
  ['about a trade of another merchant', { MerchantID: another }, /TradeStatus=10200047/],
] as const)('GATEWAY-223 ECPay’s answer to a question %s is the right one', async ([, given, expected]) => {
  const { MerchantTradeNo } = await aTrade()
  await post('/_play', { outcome: 'clock', now: '2026-11-20T12:00:00Z' })
  const said = await ask({ MerchantTradeNo, ...given })
  await post('/_play', { outcome: 'clock' })
  expect(said).toMatch(expected)
})

test('GATEWAY-224 ECPay answers no question that is not signed with the keys of who asks', async () => {
  const { MerchantTradeNo } = await aTrade()
  const asked = questionOf({ MerchantTradeNo })
  const wrong = { ...asked, CheckMacValue: ecpayMac(asked, anotherKeys, 'sha256') }
  expect(await post('/Cashier/QueryTradeInfo/V5', wrong)).toBe('0|CheckMacValue Error')
  expect(await post('/Cashier/QueryTradeInfo/V5', asked)).toBe('0|CheckMacValue Error')
})

const act = async (given: EcpayFields): Promise<string> => {
  const said = await post('/CreditDetail/DoAction', signed({ MerchantID: '3002607', TotalAmount: '680', ...given }))
  return new URLSearchParams(said).get('RtnCode') ?? ''
}

interface ActRow {
  readonly words: string
  readonly trade?: TradeGiven
  readonly before?: EcpayFields
  readonly asked: EcpayFields
  readonly code: string
}
const acts: readonly ActRow[] = [
  { words: 'a refund before the capture', trade: { card: '已授權' }, asked: { Action: 'R' }, code: '10300056' },
  { words: 'a refund of what was given up', trade: { card: '已取消' }, asked: { Action: 'R' }, code: '10300056' },
  { words: 'more than was paid', asked: { Action: 'R', TotalAmount: '681' }, code: '10300058' },
  { words: 'nothing', asked: { Action: 'R', TotalAmount: '0' }, code: '10300058' },
  { words: 'half a dollar', asked: { Action: 'R', TotalAmount: '0.5' }, code: '10300058' },
  {
    words: 'more than is left after a refund',
    before: { Action: 'R', TotalAmount: '400' },
    asked: { Action: 'R', TotalAmount: '281' },
    code: '10300058',
  },
  { words: 'the same once more', before: { Action: 'R' }, asked: { Action: 'R' }, code: '10300058' },
  {
    words: 'a part of installments',
    trade: { form: { CreditInstallment: '3,6,12' } },
    asked: { Action: 'R', TotalAmount: '80' },
    code: '10300057',
  },
  {
    words: 'money that came to an ATM account',
    trade: { form: { ChoosePayment: 'ATM', ExpireDate: '3' } },
    asked: { Action: 'R' },
    code: '10200047',
  },
  { words: 'a payment that never came', trade: { isPaid: false }, asked: { Action: 'R' }, code: '10200047' },
  { words: 'a payment by another number', asked: { Action: 'R', TradeNo: '2611000000009999' }, code: '10200047' },
  { words: 'a trade of another merchant', asked: { Action: 'R', MerchantID: another }, code: '10200047' },
  { words: 'by a merchant that it does not know', asked: { Action: 'R', MerchantID: '1' }, code: '10200073' },
  {
    words: 'a capture of a part',
    trade: { card: '已授權' },
    asked: { Action: 'C', TotalAmount: '80' },
    code: '10300053',
  },
  { words: 'a second capture', asked: { Action: 'C' }, code: '10300053' },
  { words: 'the taking back of a capture that is closed', asked: { Action: 'E' }, code: '10300054' },
  { words: 'the giving up of what is captured', trade: { card: '要關帳' }, asked: { Action: 'N' }, code: '10300055' },
  { words: 'an action that it does not have', asked: { Action: 'X' }, code: '10300050' },
]
test.for(acts)('GATEWAY-225 ECPay refuses to act on a card: $words', async ({ trade, before, asked, code }) => {
  const { MerchantTradeNo, TradeNo } = await aTrade(trade)
  const own = { MerchantTradeNo, TradeNo }
  if (before) expect(await act({ ...own, ...before })).toBe('1')
  expect(await act({ ...own, ...asked })).toBe(code)
})

test.for([
  ['without the check code', { CreditCheckCode: '' }, '商家檢查碼錯誤'],
  ['with the check code of another merchant', { CreditCheckCode: '59997889' }, '商家檢查碼錯誤'],
  ['of another amount', { CreditAmount: '681' }, '授權單號錯誤'],
  ['of a number that it does not know', { CreditRefundId: '1' }, '授權單號錯誤'],
  ['of another merchant’s payment', { MerchantID: another, CreditCheckCode: '59997889' }, '授權單號錯誤'],
] as const)('GATEWAY-226 ECPay tells nothing of a card’s payment %s', async ([, given, words]) => {
  const { gwsr } = await aTrade({ form: { NeedExtraPaidInfo: 'Y' } })
  expect(gwsr).toMatch(/^\d+$/)
  const asked = { MerchantID: '3002607', CreditRefundId: gwsr, CreditAmount: '680', CreditCheckCode: '91845555' }
  const detailOf = async (more: EcpayFields): Promise<unknown> =>
    JSON.parse(await post('/CreditDetail/QueryTrade/V2', signed({ ...asked, ...more })))
  expect(await detailOf({})).toMatchObject({ RtnMsg: '', RtnValue: { status: '已關帳', amount: 680 } })
  expect(await detailOf(given)).toEqual({ RtnMsg: words, RtnValue: null })
})
