// A stand-in of NewebPay as a process of its own: it speaks HTTP with keys and signing code that share nothing with ours,
// and refuses what the real one refuses. It prints its port. `/_play` is the hand of a test: what a buyer or the night does.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const merchant = { id: 'MS127874575', key: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', iv: 'C6AcmfqJILwgnhIP' }

type Fields = Record<string, string>
interface Trade {
  readonly fields: Fields
  readonly tradeNo: string
  /** 0 unpaid, 1 paid, 2 failed, 3 given up. */
  status: '0' | '1' | '2' | '3'
  /** 0 not captured, 1 waits to be, 2 being, 3 captured. */
  close: '0' | '1' | '2' | '3'
  paidAt: string
  readonly refunds: number[]
  readonly acts: string[]
  /** The process that asks dies after so many actions: the answer never comes. */
  diesAfter: number
}
const trades = new Map<string, Trade>()
let counter = 0
let now: Date | undefined

const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase()
const seal = (text: string): string => {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(merchant.key), Buffer.from(merchant.iv))
  return Buffer.concat([cipher.update(Buffer.from(text)), cipher.final()]).toString('hex')
}
const open = (hex: string): Fields | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(merchant.key), Buffer.from(merchant.iv))
    const text = Buffer.concat([decipher.update(Buffer.from(hex, 'hex')), decipher.final()]).toString()
    return Object.fromEntries(new URLSearchParams(text))
  } catch {
    return undefined
  }
}
const shaOf = (info: string, key = merchant.key): string => hash(`HashKey=${key}&${info}&HashIV=${merchant.iv}`)

const wall = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const amountOf = ({ fields }: Trade): number => Number(fields['Amt'])
const refundedOf = ({ refunds }: Trade): number => refunds.reduce((sum, each) => sum + each, 0)
const methods = ['CREDIT', 'InstFlag', 'APPLEPAY', 'LINEPAY', 'VACC', 'CVS', 'BARCODE']

/** What its page says no to. */
const mpg = (posted: Fields): string => {
  const { MerchantID = '', TradeInfo = '', TradeSha = '' } = posted
  if (MerchantID !== merchant.id) return 'MPG01009 商店代號錯誤'
  if (TradeSha !== shaOf(TradeInfo)) return 'CHK00007 TradeSha 驗證失敗'
  const fields = open(TradeInfo)
  if (!fields || fields['MerchantID'] !== merchant.id) return 'CHK00001 TradeInfo 解密失敗'
  const of = (name: string) => fields[name] ?? ''
  const age = ((now ?? new Date(Number(of('TimeStamp')) * 1000)).getTime() - Number(of('TimeStamp')) * 1000) / 1000
  if (Math.abs(age) > 120) return 'MPG02004 頁面已逾時失效'
  if (!/^[0-9A-Za-z_]{1,30}$/.test(of('MerchantOrderNo'))) return 'MPG01012 商店訂單編號錯誤'
  if (trades.has(of('MerchantOrderNo'))) return 'MPG03008 已存在相同的商店訂單編號'
  if (!/^[1-9]\d*$/.test(of('Amt'))) return 'MPG01015 金額錯誤'
  if (of('ItemDesc') === '' || [...of('ItemDesc')].length > 50) return 'MPG01017 商品資訊錯誤'
  if (methods.filter((name) => of(name) !== '' && of(name) !== '0').length !== 1) return 'MPG20007 未選擇支付方式'
  if (of('CVS') === '1' && (Number(of('Amt')) < 30 || Number(of('Amt')) > 20_000)) return 'MPG01015 超商代碼金額錯誤'
  if (of('BARCODE') === '1' && (Number(of('Amt')) < 20 || Number(of('Amt')) > 40_000)) return 'MPG01015 條碼金額錯誤'
  if (of('ExpireDate') !== '' && !/^\d{8}$/.test(of('ExpireDate'))) return 'MPG01018 繳費期限錯誤'
  counter += 1
  const tradeNo = `26112018${String(counter).padStart(9, '0')}`
  const state = { status: '0', close: '0', paidAt: '', diesAfter: 0 } as const
  trades.set(of('MerchantOrderNo'), { fields, tradeNo, ...state, refunds: [], acts: [] })
  return 'taken'
}

const json = (Status: string, Message: string, Result: unknown = []): string =>
  JSON.stringify({ Status, Message, Result })

const query = (asked: Fields): string => {
  const { MerchantID = '', MerchantOrderNo = '', Amt = '', CheckValue = '' } = asked
  const right = hash(
    `IV=${merchant.iv}&Amt=${Amt}&MerchantID=${MerchantID}&MerchantOrderNo=${MerchantOrderNo}&Key=${merchant.key}`,
  )
  if (MerchantID !== merchant.id) return json('TRA10001', '商店代號錯誤')
  if (CheckValue !== right) return json('TRA10054', '檢查碼錯誤')
  const trade = trades.get(MerchantOrderNo)
  if (!trade || trade.fields['Amt'] !== Amt) return json('TRA10021', '查無交易資料')
  const code = `Amt=${Amt}&MerchantID=${MerchantID}&MerchantOrderNo=${MerchantOrderNo}&TradeNo=${trade.tradeNo}`
  const captured = trade.close === '2' || trade.close === '3'
  return json('SUCCESS', '查詢成功', {
    MerchantID,
    Amt: amountOf(trade),
    TradeNo: trade.tradeNo,
    MerchantOrderNo,
    TradeStatus: trade.status,
    PayTime: trade.paidAt,
    CheckCode: hash(`HashIV=${merchant.iv}&${code}&HashKey=${merchant.key}`),
    RespondMsg: trade.status === '2' ? '拒絕交易' : '',
    CloseStatus: trade.close,
    BackBalance: String(captured ? amountOf(trade) - refundedOf(trade) : 0),
  })
}

const doAct = (trade: Trade, name: string, amount: number): string | undefined => {
  const isWhole = amount === amountOf(trade)
  if (trade.status !== '1') return 'TRA10035 該交易非授權成功'
  switch (name) {
    case 'giveUp':
      if (trade.close !== '0' || !isWhole) return 'TRA10035 已請款'
      trade.status = '3'
      return undefined
    case 'capture':
      if (trade.close !== '0') return 'TRA10027 此訂單已申請過請款'
      trade.close = '1'
      return undefined
    case 'uncapture':
      if (trade.close !== '1') return 'TRA10035 無法取消請款'
      trade.close = '0'
      return undefined
    default:
      if (trade.close !== '2' && trade.close !== '3') return 'TRA10035 尚未請款完成'
      if (trade.fields['InstFlag'] && !isWhole) return 'TRA10047 分期只能全額退款'
      if (amount < 1 || amount > amountOf(trade) - refundedOf(trade)) return 'TRA10036 已超過剩餘可退款金額'
      trade.refunds.push(amount)
      return undefined
  }
}

const card = (path: string, posted: Fields): { status: number; text: string } => {
  if (posted['MerchantID_'] !== merchant.id) return { status: 200, text: json('TRA10001', '商店代號錯誤') }
  const asked = open(posted['PostData_'] ?? '')
  if (!asked) return { status: 200, text: json('TRA10008', '資料加密錯誤') }
  const trade = trades.get(asked['MerchantOrderNo'] ?? '')
  if (!trade || asked['IndexType'] !== '1') return { status: 200, text: json('TRA10021', '查無該筆交易') }
  const name =
    path === '/Cancel'
      ? 'giveUp'
      : asked['CloseType'] === '2'
        ? 'refund'
        : asked['Cancel'] === '1'
          ? 'uncapture'
          : 'capture'
  const [code, words] = (doAct(trade, name, Number(asked['Amt'])) ?? 'SUCCESS 成功').split(' ')
  if (code === 'SUCCESS') {
    trade.acts.push(name)
    trade.diesAfter -= 1
    if (trade.diesAfter === 0) return { status: 502, text: '' }
  }
  return { status: 200, text: json(code ?? '', words ?? '', { TradeNo: trade.tradeNo }) }
}

/** What it would post: to us, or by the buyer's browser. */
const sealed = (status: string, result: unknown, asked: Fields): URLSearchParams => {
  const said = { Status: status, Message: status === 'SUCCESS' ? '授權成功' : '拒絕交易', Result: result }
  // Merchants that ask for no JSON are sent a query.
  const TradeInfo = seal(asked['garbled'] === '1' ? 'Status=SUCCESS&Amt=680' : JSON.stringify(said))
  const TradeSha = shaOf(TradeInfo, asked['key'])
  return new URLSearchParams({ Status: status, MerchantID: merchant.id, Version: '2.0', TradeInfo, TradeSha })
}

const codes: Record<string, Fields> = {
  VACC: { PaymentType: 'VACC', BankCode: '017', CodeNo: '9103522175887271' },
  CVS: { PaymentType: 'CVS', CodeNo: 'LLL24112000001' },
  BARCODE: {
    PaymentType: 'BARCODE',
    Barcode_1: '151127ABC',
    Barcode_2: '3453010000000001',
    Barcode_3: '112700000000500',
  },
}

const play = async (asked: Fields): Promise<string> => {
  if (asked['outcome'] === 'clock') {
    now = asked['now'] ? new Date(asked['now']) : undefined
    return 'set'
  }
  const trade = trades.get(asked['MerchantOrderNo'] ?? '')
  if (!trade) return '404 no such trade'
  const at = new Date(Number(asked['at']))
  const { fields, tradeNo } = trade
  const result = {
    MerchantID: asked['MerchantID'] ?? merchant.id,
    Amt: Number(asked['Amt'] ?? fields['Amt']),
    TradeNo: tradeNo,
    MerchantOrderNo: asked['says'] ?? fields['MerchantOrderNo'],
    PaymentType: 'CREDIT',
  }
  const notify = async (body: URLSearchParams): Promise<string> => {
    const answer = await fetch(asked['to'] ?? fields['NotifyURL'] ?? '', { method: 'POST', body, redirect: 'error' })
    return `${answer.status} ${await answer.text()}`
  }
  switch (asked['outcome']) {
    case 'code': {
      const until = wall(new Date(at.getTime() + 3 * 86_400_000)).slice(0, 10)
      const code = codes[['VACC', 'CVS', 'BARCODE'].find((name) => fields[name] === '1') ?? '']
      // By the browser alone: what it posts is the answer.
      return sealed('SUCCESS', { ...result, ...code, ExpireDate: until, ExpireTime: '23:59:59' }, asked).toString()
    }
    case 'fail':
      trade.status = '2'
      return notify(sealed('MPG03009', result, asked))
    case 'card':
      trade.close = asked['close'] as Trade['close']
      trade.diesAfter = Number(asked['diesAfter'] ?? 0)
      return 'done'
    case 'refundedByHand':
      trade.refunds.push(Number(asked['amount']))
      return 'done'
    case 'acts':
      return `${trade.acts.join(' ')} ${trade.status}${trade.close} ${trade.refunds.join(',')}`
    default: {
      trade.status = '1'
      trade.paidAt = wall(at)
      const paid = sealed('SUCCESS', { ...result, PayTime: trade.paidAt }, asked)
      if (asked['outcome'] === 'silent') return paid.toString()
      return notify(paid)
    }
  }
}

const answerTo = async (path: string, posted: Fields): Promise<{ status: number; text: string }> => {
  if (path === '/_play') return { status: 200, text: await play(posted) }
  if (path === '/MPG/mpg_gateway') return { status: 200, text: mpg(posted) }
  if (path === '/API/QueryTradeInfo') return { status: 200, text: query(posted) }
  if (path.startsWith('/API/CreditCard/')) return card(path.slice('/API/CreditCard'.length), posted)
  return { status: 404, text: '' }
}

const bodyOf = async (request: IncomingMessage): Promise<Fields> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

const server = createServer((request, response) => {
  bodyOf(request)
    .then((posted) => answerTo(request.url ?? '', posted))
    .then(
      ({ status, text }) => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
