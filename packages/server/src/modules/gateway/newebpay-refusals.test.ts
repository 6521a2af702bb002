import { beforeEach, expect, test } from 'vitest'
import { startStandIn } from '../../../test/gateway-stage.ts'
import { checkValue, encryptTrade, type NewebpayKeys, tradeSha } from './newebpay-trade.ts'
import { phpQuery } from './php-url-encode.ts'

// What NewebPay refuses, one refusal a row.

type Fields = Readonly<Record<string, string>>
const url = await startStandIn('newebpay')
const merchantId = 'MS127874575'
const keys: NewebpayKeys = { hashKey: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', hashIv: 'C6AcmfqJILwgnhIP' }
const otherKeys: NewebpayKeys = { hashKey: 'k'.repeat(32), hashIv: 'i'.repeat(16) }
const askedAt = Date.parse('2026-11-20T12:00:00Z') / 1000

const post = async (path: string, fields: Fields): Promise<string> =>
  (await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })).text()
beforeEach(async () => {
  await post('/_play', { outcome: 'clock', now: '2026-11-20T12:00:00Z' })
})

/** Fields of which a form has one. */
const ways = ['CREDIT', 'InstFlag', 'CVS', 'BARCODE']
let numbers = 0
const formOf = (given: Fields = {}): Fields => {
  numbers += 1
  return {
    MerchantID: merchantId,
    RespondType: 'JSON',
    TimeStamp: String(askedAt),
    Version: '2.0',
    MerchantOrderNo: `KM_${numbers}`,
    Amt: '680',
    ItemDesc: '小器器皿',
    ...(ways.some((name) => name in given) ? {} : { CREDIT: '1' }),
    ...given,
  }
}
const create = (form: Fields, by: NewebpayKeys = keys, outer: Fields = {}): Promise<string> => {
  const TradeInfo = encryptTrade(phpQuery(form), by)
  return post('/MPG/mpg_gateway', {
    MerchantID: merchantId,
    TradeInfo,
    TradeSha: tradeSha(TradeInfo, by),
    Version: '2.0',
    ...outer,
  })
}

test.for([
  ['a card', {}],
  ['a number of 30 signs', { MerchantOrderNo: 'A'.repeat(30) }],
  ['a description of 50 signs', { ItemDesc: '碗'.repeat(50) }],
  ['a store code of NT$30', { CVS: '1', Amt: '30' }],
  ['a store code of NT$20,000', { CVS: '1', Amt: '20000' }],
  ['barcodes of NT$20', { BARCODE: '1', Amt: '20' }],
  ['barcodes of NT$40,000', { BARCODE: '1', Amt: '40000' }],
  ['a form that is 120 seconds old', { TimeStamp: String(askedAt - 120) }],
] as const)('GATEWAY-227 NewebPay takes a form for %s', async ([, given]) => {
  expect(await create(formOf(given))).toBe('taken')
})

test.for([
  ['that is 121 seconds old', { TimeStamp: String(askedAt - 121) }, 'MPG02004'],
  ['from 121 seconds ahead', { TimeStamp: String(askedAt + 121) }, 'MPG02004'],
  ['sealed for another merchant', { MerchantID: 'MS1' }, 'CHK00001'],
  ['without a number', { MerchantOrderNo: '' }, 'MPG01012'],
  ['whose number has 31 signs', { MerchantOrderNo: 'B'.repeat(31) }, 'MPG01012'],
  ['whose number has a hyphen', { MerchantOrderNo: 'KM-1' }, 'MPG01012'],
  ['of no amount', { Amt: '0' }, 'MPG01015'],
  ['of half a dollar', { Amt: '680.5' }, 'MPG01015'],
  ['without a description', { ItemDesc: '' }, 'MPG01017'],
  ['whose description has 51 signs', { ItemDesc: '碗'.repeat(51) }, 'MPG01017'],
  ['by no way to pay', { CREDIT: '0' }, 'MPG20007'],
  ['for a store code of NT$29', { CVS: '1', Amt: '29' }, 'MPG01015'],
  ['for a store code of NT$20,001', { CVS: '1', Amt: '20001' }, 'MPG01015'],
  ['for barcodes of NT$19', { BARCODE: '1', Amt: '19' }, 'MPG01015'],
  ['for barcodes of NT$40,001', { BARCODE: '1', Amt: '40001' }, 'MPG01015'],
  ['whose last day is written with hyphens', { ExpireDate: '2026-11-23' }, 'MPG01018'],
] as const)('GATEWAY-228 NewebPay refuses a form %s', async ([, given, code]) => {
  expect((await create(formOf(given))).split(' ')[0]).toBe(code)
})

test('GATEWAY-229 NewebPay refuses a number that it has had before, other keys, and what was changed on the way', async () => {
  const form = formOf()
  expect(await create(form)).toBe('taken')
  expect(await create({ ...form, Amt: '1' })).toMatch(/^MPG03008 /)
  expect(await create(formOf(), otherKeys)).toMatch(/^CHK00007 /)
  expect(await create(formOf(), keys, { TradeSha: 'F'.repeat(64) })).toMatch(/^CHK00007 /)
  expect(await create(formOf(), keys, { MerchantID: 'MS1' })).toMatch(/^MPG01009 /)
})

interface TradeGiven {
  readonly form?: Fields
  readonly close?: string
  readonly isPaid?: boolean
}
const aTrade = async ({ form = {}, close = '3', isPaid = true }: TradeGiven = {}): Promise<string> => {
  const fields = formOf(form)
  const MerchantOrderNo = fields['MerchantOrderNo'] ?? ''
  expect(await create(fields)).toBe('taken')
  if (isPaid) await post('/_play', { MerchantOrderNo, outcome: 'silent', at: String(askedAt * 1000) })
  await post('/_play', { MerchantOrderNo, outcome: 'card', close })
  return MerchantOrderNo
}
const statusOf = (text: string): string => (JSON.parse(text) as { Status: string }).Status

test.for([
  ['that is right', {}, keys, 'SUCCESS'],
  ['of another merchant', { MerchantID: 'MS1' }, keys, 'TRA10001'],
  ['with other keys', {}, otherKeys, 'TRA10054'],
  ['of another amount', { Amt: '681' }, keys, 'TRA10021'],
  ['about a trade that nobody has begun', { MerchantOrderNo: 'NOBODY' }, keys, 'TRA10021'],
] as const)('GATEWAY-230 NewebPay’s answer to a question %s is the right one', async ([, given, by, status]) => {
  const asked = { MerchantID: merchantId, MerchantOrderNo: await aTrade(), Amt: '680', ...given }
  const { MerchantID, MerchantOrderNo: orderNo, Amt: amount } = asked
  const CheckValue = checkValue({ merchantId: MerchantID, orderNo, amount }, by)
  expect(statusOf(await post('/API/QueryTradeInfo', { ...asked, CheckValue }))).toBe(status)
  const changed = { ...asked, CheckValue: CheckValue.replace(/^./, (sign) => (sign === '0' ? '1' : '0')) }
  expect(statusOf(await post('/API/QueryTradeInfo', changed))).toBe(MerchantID === merchantId ? 'TRA10054' : 'TRA10001')
})

const capture = { path: '/Close', CloseType: '1' }
const uncapture = { path: '/Close', CloseType: '1', Cancel: '1' }
const refund = { path: '/Close', CloseType: '2' }
const giveUp = { path: '/Cancel' }
interface ActRow {
  readonly words: string
  readonly trade?: TradeGiven
  readonly before?: Fields & { readonly path: string }
  readonly asked: Fields & { readonly path: string }
  readonly by?: NewebpayKeys
  readonly of?: string
  readonly status: string
}
const acts: readonly ActRow[] = [
  { words: 'a refund before the capture', trade: { close: '0' }, asked: refund, status: 'TRA10035' },
  { words: 'a refund while the capture waits', trade: { close: '1' }, asked: refund, status: 'TRA10035' },
  { words: 'more than was paid', asked: { ...refund, Amt: '681' }, status: 'TRA10036' },
  { words: 'nothing', asked: { ...refund, Amt: '0' }, status: 'TRA10036' },
  {
    words: 'more than is left after a refund',
    before: { ...refund, Amt: '400' },
    asked: { ...refund, Amt: '281' },
    status: 'TRA10036',
  },
  { words: 'the same once more', before: refund, asked: refund, status: 'TRA10036' },
  {
    words: 'a part of installments',
    trade: { form: { InstFlag: '3,6,12' } },
    asked: { ...refund, Amt: '80' },
    status: 'TRA10047',
  },
  { words: 'a payment that never came', trade: { isPaid: false }, asked: refund, status: 'TRA10035' },
  { words: 'a trade that nobody has begun', asked: { ...refund, MerchantOrderNo: 'NOBODY' }, status: 'TRA10021' },
  {
    words: 'a trade that is looked for by another kind of number',
    asked: { ...refund, IndexType: '2' },
    status: 'TRA10021',
  },
  { words: 'what another merchant asks', asked: refund, of: 'MS1', status: 'TRA10001' },
  {
    words: 'what is sealed with other keys',
    asked: { ...refund, MerchantOrderNo: 'SEALED' },
    by: otherKeys,
    status: 'TRA10008',
  },
  { words: 'a second capture', asked: capture, status: 'TRA10027' },
  { words: 'the taking back of a capture that is made', asked: uncapture, status: 'TRA10035' },
  { words: 'the giving up of what is captured', asked: giveUp, status: 'TRA10035' },
  {
    words: 'the giving up of a part',
    trade: { close: '0' },
    asked: { ...giveUp, Amt: '80' },
    status: 'TRA10035',
  },
]
test.for(acts)('GATEWAY-231 NewebPay refuses to act on a card: $words', async (row) => {
  const { trade, before, asked, by = keys, of = merchantId, status } = row
  const own = { MerchantOrderNo: await aTrade(trade), IndexType: '1', Amt: '680' }
  const act = async ({ path, ...fields }: Fields & { readonly path: string }, sealedBy: NewebpayKeys, who: string) =>
    statusOf(
      await post(`/API/CreditCard${path}`, {
        MerchantID_: who,
        PostData_: encryptTrade(phpQuery({ RespondType: 'JSON', Version: '1.1', ...own, ...fields }), sealedBy),
      }),
    )
  if (before) expect(await act(before, keys, merchantId)).toBe('SUCCESS')
  expect(await act(asked, by, of)).toBe(status)
})
