// A stand-in of ECPay as a process of its own: it speaks HTTP with keys and signing code that share nothing with ours,
// and refuses what the real one refuses. It prints its port. `/_play` is the hand of a test: what a buyer does there.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Merchant, merchantOf, signed, signerOf } from './ecpay-merchants.ts'

/** Where a test has set its clock; undefined: nobody is late. */
let today: Date | undefined

interface Trade {
  readonly fields: ReadonlyMap<string, string>
  readonly tradeNo: string
  status: '0' | '1' | '10200095'
  /** The card's number there, and what became of its payment. */
  readonly gwsr: string
  card: '已授權' | '要關帳' | '已關帳' | '已取消'
  readonly refunds: number[]
  /** Every action that was carried out, in order. */
  readonly acts: string[]
  /** The process that asks dies after so many actions: the answer never comes. */
  diesAfter: number
}
const trades = new Map<string, Trade>()

/** A merchant's own trade: of another's it knows nothing. */
const tradeOf = (fields: ReadonlyMap<string, string>): Trade | undefined => {
  const trade = trades.get(fields.get('MerchantTradeNo') ?? '')
  return trade?.fields.get('MerchantID') === fields.get('MerchantID') ? trade : undefined
}

const totalOf = ({ fields }: Trade): number => Number(fields.get('TotalAmount'))
const leftOf = (trade: Trade): number => totalOf(trade) - trade.refunds.reduce((sum, each) => sum + each, 0)

/** Why it refuses an action on a card's payment; undefined: it has carried it out. */
const actOn = (trade: Trade, action: string, amount: number): string | undefined => {
  const isWhole = amount === totalOf(trade)
  switch (action) {
    case 'C':
      if (trade.card !== '已授權' || !isWhole) return '10300053 無法關帳'
      trade.card = '要關帳'
      return undefined
    case 'E':
      if (trade.card !== '要關帳' || !isWhole || trade.refunds.length > 0) return '10300054 無法取消關帳'
      trade.card = '已授權'
      return undefined
    case 'N':
      if (trade.card !== '已授權' || !isWhole) return '10300055 無法放棄授權'
      trade.card = '已取消'
      return undefined
    case 'R':
      if (trade.card !== '要關帳' && trade.card !== '已關帳') return '10300056 尚未關帳'
      if (trade.fields.get('CreditInstallment') && !isWhole) return '10300057 分期只能全額退刷'
      if (!Number.isInteger(amount) || amount < 1 || amount > leftOf(trade)) return '10300058 退刷金額錯誤'
      trade.refunds.push(amount)
      return undefined
    default:
      return '10300050 Action Error'
  }
}

const doAction = (fields: ReadonlyMap<string, string>): { status: number; text: string } => {
  const trade = tradeOf(fields)
  const isCard = ['Credit', 'ApplePay'].includes(trade?.fields.get('ChoosePayment') ?? '')
  const action = fields.get('Action') ?? ''
  const refusal = !signerOf(fields)
    ? '10200073 CheckMacValue Error'
    : trade?.status !== '1' || !isCard || trade.tradeNo !== fields.get('TradeNo')
      ? '10200047 查無交易'
      : actOn(trade, action, Number(fields.get('TotalAmount')))
  const [code = '', ...words] = (refusal ?? '1 Succeeded.').split(' ')
  if (refusal === undefined && trade) {
    trade.acts.push(action)
    trade.diesAfter -= 1
    if (trade.diesAfter === 0) return { status: 502, text: '' }
  }
  const said = { MerchantID: fields.get('MerchantID') ?? '', MerchantTradeNo: fields.get('MerchantTradeNo') ?? '' }
  return { status: 200, text: new URLSearchParams({ ...said, RtnCode: code, RtnMsg: words.join(' ') }).toString() }
}

const cardDetail = (fields: ReadonlyMap<string, string>): string => {
  const no = (words: string) => JSON.stringify({ RtnMsg: words, RtnValue: null })
  const who = signerOf(fields)
  if (!who) return no('檢查碼錯誤')
  if (fields.get('CreditCheckCode') !== who.checkCode) return no('商家檢查碼錯誤')
  const own = [...trades.values()].filter((each) => each.fields.get('MerchantID') === who.id)
  const trade = own.find(({ gwsr }) => gwsr === fields.get('CreditRefundId'))
  if (!trade || String(totalOf(trade)) !== fields.get('CreditAmount')) return no('授權單號錯誤')
  const captured = trade.card === '要關帳' || trade.card === '已關帳'
  const close = captured ? [{ status: trade.card, amount: String(totalOf(trade)) }] : []
  const refunds = trade.refunds.map((amount) => ({ status: '要關帳', amount: String(-amount) }))
  const value = { TradeID: Number(trade.gwsr), amount: totalOf(trade), clsamt: 0, status: trade.card }
  return JSON.stringify({ RtnMsg: '', RtnValue: { ...value, close_data: [...close, ...refunds] } })
}

/** Minutes at stores, days of barcodes. */
const longestCodes: Readonly<Record<string, number>> = { CVS: 43_200, BARCODE: 30 }

/** What the real one says no to; undefined: it takes it. */
const refusalOf = (fields: ReadonlyMap<string, string>): string | undefined => {
  const of = (name: string) => fields.get(name) ?? ''
  if (!merchantOf(of('MerchantID'))) return '10200047 MerchantID Error'
  if (!signerOf(fields)) return '10200073 CheckMacValue Error'
  if (!/^[0-9A-Za-z]{1,20}$/.test(of('MerchantTradeNo'))) return '10200052 MerchantTradeNo Error'
  if (trades.has(of('MerchantTradeNo'))) return '10300028 MerchantTradeNo repeated'
  if (!/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(of('MerchantTradeDate'))) return '10200050 MerchantTradeDate Error'
  if (!/^[1-9]\d*$/.test(of('TotalAmount'))) return '10200058 TotalAmount Error'
  if (of('PaymentType') !== 'aio' || of('EncryptType') !== '1') return '10200051 PaymentType Error'
  if (of('TradeDesc') === '' || [...of('TradeDesc')].length > 200) return '10200056 TradeDesc Error'
  if (of('ItemName') === '' || [...of('ItemName')].length > 400) return '10200055 ItemName Error'
  if (of('ReturnURL') === '' || of('ReturnURL').length > 200) return '10200054 ReturnURL Error'
  const choices = ['Credit', 'ATM', 'CVS', 'BARCODE', 'ApplePay', 'DigitalPayment']
  if (!choices.includes(of('ChoosePayment'))) return '10200059 ChoosePayment Error'
  if (of('ChoosePayment') === 'ATM' && !/^(?:[1-9]|[1-5]\d|60)$/.test(of('ExpireDate')))
    return '10200065 ExpireDate Error'
  const expires = Number(of('StoreExpireDate') || '1')
  const longest = longestCodes[of('ChoosePayment')]
  if (longest !== undefined && (!Number.isInteger(expires) || expires < 1 || expires > longest))
    return '10200066 StoreExpireDate Error'
  if ([1, 2, 3, 4].some((at) => [...of(`CustomField${at}`)].length > 50)) return '10200067 CustomField Error'
  if (of('ChoosePayment') === 'CVS' && Number(of('TotalAmount')) > 20_000) return '10200058 TotalAmount Error'
  return undefined
}

const bodyOf = async (request: IncomingMessage): Promise<Map<string, string>> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new Map(new URLSearchParams(text))
}

const wall = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace(/-/g, '/').replace('T', ' ')

const sendAs = async (who: Merchant, url: string, fields: Record<string, string>): Promise<string> => {
  const answer = await fetch(url, { method: 'POST', body: signed(fields, who), redirect: 'error' })
  return `${answer.status} ${await answer.text()}`
}

const paymentTypes: Record<string, string> = {
  Credit: 'Credit_CreditCard',
  ATM: 'ATM_LAND',
  CVS: 'CVS_IBON',
  BARCODE: 'BARCODE_BARCODE',
  ApplePay: 'ApplePay',
  DigitalPayment: 'DigitalPayment_Jkopay',
}

/** What a buyer does, or the merchant's own page: answers what our side said to the notice. */
const play = async (asked: ReadonlyMap<string, string>): Promise<string> => {
  if (asked.get('outcome') === 'clock') {
    today = asked.get('now') ? new Date(asked.get('now') ?? '') : undefined
    return 'set'
  }
  const trade = trades.get(asked.get('MerchantTradeNo') ?? '')
  if (!trade) return '404 no such trade'
  const of = (name: string) => trade.fields.get(name) ?? ''
  const now = new Date(Number(asked.get('at') ?? Date.now()))
  // Another merchant may claim that the trade is its own.
  const who = merchantOf(asked.get('as') ?? of('MerchantID'))
  if (!who) return '404 no such merchant'
  const send = (url: string, fields: Record<string, string>) => sendAs(who, url, fields)
  const common = {
    MerchantID: asked.get('MerchantID') ?? who.id,
    MerchantTradeNo: of('MerchantTradeNo'),
    StoreID: '',
    TradeNo: trade.tradeNo,
    TradeAmt: asked.get('TradeAmt') ?? of('TotalAmount'),
    PaymentType: asked.get('PaymentType') ?? paymentTypes[of('ChoosePayment')] ?? '',
    TradeDate: of('MerchantTradeDate'),
    CustomField1: of('CustomField1'),
  }
  switch (asked.get('outcome')) {
    case 'code': {
      const until = wall(new Date(now.getTime() + 3 * 86_400_000))
      const code =
        of('ChoosePayment') === 'ATM'
          ? { RtnCode: '2', BankCode: '005', vAccount: '5219111122223333', ExpireDate: until.slice(0, 10) }
          : of('ChoosePayment') === 'CVS'
            ? { RtnCode: '10100073', PaymentNo: 'GW201120123456', ExpireDate: until }
            : {
                RtnCode: '10100073',
                Barcode1: '151127ABC',
                Barcode2: '3453010000000001',
                Barcode3: '112700000000500',
                ExpireDate: until,
              }
      return send(of('PaymentInfoURL'), { ...common, RtnMsg: 'Get Code Succeeded', ...code })
    }
    case 'applied':
      return send(of('PaymentInfoURL') || of('ReturnURL'), { ...common, RtnCode: '2', RtnMsg: 'BNPL applied' })
    case 'fail':
      trade.status = '10200095'
      return send(of('ReturnURL'), { ...common, RtnCode: '10100058', RtnMsg: '付款失敗', SimulatePaid: '0' })
    // Any code, as those that a later version of it may send.
    case 'says':
      return send(of('ReturnURL'), { ...common, RtnCode: asked.get('code') ?? '', RtnMsg: asked.get('words') ?? '' })
    // The merchant's own console, and the night's run.
    case 'card':
      trade.card = (asked.get('card') ?? '') as Trade['card']
      trade.diesAfter = Number(asked.get('diesAfter') ?? 0)
      return 'done'
    case 'dies':
      trade.diesAfter = Number(asked.get('diesAfter') ?? 0)
      return 'done'
    case 'refundedByHand':
      trade.refunds.push(Number(asked.get('amount')))
      return 'done'
    case 'acts':
      return `${trade.acts.join('')} ${trade.card} ${trade.refunds.join(',')}`
    case 'simulate':
      return send(of('ReturnURL'), paid(common, now, '1'))
    // Its notice, which the test brings itself.
    case 'signed':
      trade.status = '1'
      return signed(paid(common, now, '0'), who).toString()
    case 'silent':
      trade.status = '1'
      return 'nothing sent'
    default:
      trade.status = '1'
      return send(
        of('ReturnURL'),
        without(asked.get('without'), { ...paid(common, now, '0'), RtnMsg: asked.get('words') ?? '交易成功' }),
      )
  }
}
const paid = (common: Record<string, string>, now: Date, simulated: string): Record<string, string> => ({
  ...common,
  RtnCode: '1',
  RtnMsg: '交易成功',
  PaymentDate: wall(now),
  PaymentTypeChargeFee: '25',
  SimulatePaid: simulated,
})

/** A notice that lacks a field, as later and earlier versions of it do. */
const without = (name: string | undefined, fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

let counter = 0
const answer = async (request: IncomingMessage): Promise<{ status: number; text: string }> => {
  const path = request.url ?? ''
  if (request.method !== 'POST') return { status: 405, text: '' }
  const fields = await bodyOf(request)
  if (path === '/_play') return { status: 200, text: await play(fields) }
  if (path === '/Cashier/AioCheckOut/V5') {
    const refusal = refusalOf(fields)
    if (refusal !== undefined) return { status: 200, text: refusal }
    counter += 1
    const tradeNo = `2611${String(counter).padStart(12, '0')}`
    const gwsr = String(11_304_000 + counter)
    const trade: Trade = { fields, tradeNo, status: '0', gwsr, card: '已授權', refunds: [], acts: [], diesAfter: 0 }
    trades.set(fields.get('MerchantTradeNo') ?? '', trade)
    return { status: 200, text: 'taken' }
  }
  if (path === '/Cashier/QueryTradeInfo/V5') {
    if (!merchantOf(fields.get('MerchantID'))) return { status: 200, text: '0|MerchantID Error' }
    const who = signerOf(fields)
    if (!who) return { status: 200, text: '0|CheckMacValue Error' }
    const askedAt = Number(fields.get('TimeStamp')) * 1000
    if (!(Math.abs((today?.getTime() ?? askedAt) - askedAt) <= 180_000))
      return { status: 200, text: '0|TimeStamp Error' }
    const trade = tradeOf(fields)
    const found = {
      MerchantID: who.id,
      MerchantTradeNo: fields.get('MerchantTradeNo') ?? '',
      TradeNo: trade?.tradeNo ?? '',
      TradeAmt: trade?.fields.get('TotalAmount') ?? '0',
      TradeStatus: trade?.status ?? '10200047',
      TradeDate: trade?.fields.get('MerchantTradeDate') ?? '',
      CustomField1: trade?.fields.get('CustomField1') ?? '',
      // Only who asked for it when paying is told the card's number.
      ...(trade?.fields.get('NeedExtraPaidInfo') === 'Y' && { gwsr: trade.gwsr }),
    }
    return { status: 200, text: signed(found, who).toString() }
  }
  if (path === '/CreditDetail/QueryTrade/V2') return { status: 200, text: cardDetail(fields) }
  if (path === '/CreditDetail/DoAction') return doAction(fields)
  return { status: 404, text: '' }
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, text }) => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
