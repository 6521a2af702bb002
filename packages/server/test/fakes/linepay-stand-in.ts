// A stand-in of LINE Pay (v3) as a process of its own: it speaks HTTP with keys and signing code that share nothing with
// ours, and refuses what the real one refuses. It prints its port. `/_play` is the hand of a test: what a buyer does there.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const channel = { id: '1654180534', secret: '0b493ba53c7ee3ed1f228bf00dfc9639' }

interface Transaction {
  readonly id: string
  readonly orderId: string
  readonly amount: number
  readonly confirmUrl: string
  state: 'waiting' | 'authorised' | 'gaveUp' | 'failed' | 'captured'
  readonly refunds: number[]
  confirms: number
  /** The process that asks dies after the next call that moves money: the answer never comes. */
  dies: boolean
  /** With what the next confirmation is answered, and nothing is done; empty: as it goes. */
  says: string
  /** The next confirmation is done, and answered without what was paid. */
  garbles: boolean
}
const transactions = new Map<string, Transaction>()
let counter = 0n

interface Request {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly text: string
  readonly headers: IncomingMessage['headers']
}
interface Answered {
  readonly status: number
  readonly text: string
}

/** Its ids of 19 digits go over the wire as numbers. */
const say = (returnCode: string, returnMessage: string, info?: unknown): Answered => {
  const text = JSON.stringify({ returnCode, returnMessage, ...(info !== undefined && { info }) })
  return { status: 200, text: text.replace(/"(2026\d{15})"/g, '$1') }
}

const isSigned = ({ method, path, query, text, headers }: Request): boolean => {
  const nonce = String(headers['x-line-authorization-nonce'] ?? '')
  const mac = createHmac('sha256', channel.secret)
  for (const part of [channel.secret, path, method === 'POST' ? text : query, nonce]) mac.update(part)
  return nonce !== '' && headers['x-line-authorization'] === mac.digest('base64')
}

interface Requested {
  readonly amount: number
  readonly currency: string
  readonly orderId: string
  readonly packages: {
    readonly amount: number
    readonly name: string
    readonly products: { readonly name: string; readonly quantity: number; readonly price: number }[]
  }[]
  readonly redirectUrls: { readonly confirmUrl: string; readonly cancelUrl: string }
}

const request = (body: Requested): Answered => {
  const sum = body.packages.reduce((all, { amount }) => all + amount, 0)
  const isRight = body.packages.every(
    ({ amount, products }) => products.reduce((all, { quantity, price }) => all + quantity * price, 0) === amount,
  )
  if (body.currency !== 'TWD') return say('1178', 'Not supported currency')
  if (!Number.isInteger(body.amount) || body.amount < 1 || sum !== body.amount || !isRight)
    return say('1124', 'Amount info error')
  const names = body.packages.flatMap(({ name, products }) => [name, ...products.map((product) => product.name)])
  if (names.some((name) => name === '' || name.length > 4000 || !name.isWellFormed()))
    return say('2101', 'Parameter error')
  if (body.orderId === '' || body.orderId.length > 100) return say('2101', 'Parameter error')
  if (!/^https?:\/\//.test(body.redirectUrls.confirmUrl)) return say('2101', 'Parameter error')
  if ([...transactions.values()].some(({ orderId }) => orderId === body.orderId))
    return say('1172', 'There is a record of transaction with the same order number')
  counter += 1n
  const id = String(2026_112_001_234_567_890n + counter)
  const { orderId, amount } = body
  const state = { state: 'waiting', refunds: [], confirms: 0, dies: false, says: '', garbles: false } as const
  transactions.set(id, { id, orderId, amount, confirmUrl: body.redirectUrls.confirmUrl, ...state, refunds: [] })
  const paymentUrl = { web: `http://127.0.0.1/pay/${id}`, app: `line://pay/payment/${id}` }
  return say('0000', 'Success.', { paymentUrl, transactionId: id, paymentAccessToken: '056579816895' })
}

const lost = (transaction: Transaction): Answered | undefined => {
  const { dies } = transaction
  transaction.dies = false
  return dies ? { status: 502, text: '' } : undefined
}

const payInfoOf = ({ amount }: Transaction) => [
  { method: 'BALANCE', amount: amount - 1 },
  { method: 'POINT', amount: 1 },
]

const confirm = (transaction: Transaction, body: { amount: number; currency: string }): Answered => {
  transaction.confirms += 1
  const { says, garbles } = transaction
  Object.assign(transaction, { says: '', garbles: false })
  if (says !== '') return say(says, 'Look it up')
  if (transaction.state === 'captured')
    return say('1172', 'There is a record of transaction with the same order number')
  if (transaction.state !== 'authorised')
    return say('1169', 'Payment method and password must be certified by LINE Pay')
  if (body.amount !== transaction.amount || body.currency !== 'TWD') return say('1153', 'Payment amount differs')
  transaction.state = 'captured'
  const { orderId, id } = transaction
  if (garbles) return say('0000', 'Success.', { orderId, transactionId: id })
  return lost(transaction) ?? say('0000', 'Success.', { orderId, transactionId: id, payInfo: payInfoOf(transaction) })
}

const refund = (transaction: Transaction, body: { refundAmount?: number }): Answered => {
  const left = transaction.amount - transaction.refunds.reduce((all, each) => all + each, 0)
  const amount = body.refundAmount ?? left
  if (transaction.state !== 'captured') return say('1150', 'Transaction record not found')
  if (left === 0) return say('1165', 'Already refunded')
  if (!Number.isInteger(amount) || amount < 1 || amount > left) return say('1164', 'Exceeded refund limit')
  transaction.refunds.push(amount)
  const refundTransactionId = `${transaction.id.slice(0, -2)}${String(90 + transaction.refunds.length)}`
  return (
    lost(transaction) ?? say('0000', 'Success.', { refundTransactionId, refundTransactionDate: '2026-11-20T12:00:00Z' })
  )
}

const details = (query: string): Answered => {
  const found = transactions.get(new URLSearchParams(query).get('transactionId') ?? '')
  if (found?.state !== 'captured') return say('1150', 'Transaction record not found')
  const refundList = found.refunds.map((amount, index) => ({
    refundTransactionId: `${found.id.slice(0, -2)}${String(91 + index)}`,
    transactionType: 'PARTIAL_REFUND',
    refundAmount: -amount,
  }))
  const common = { transactionId: found.id, transactionType: 'PAYMENT', payStatus: 'CAPTURE', currency: 'TWD' }
  return say('0000', 'Success.', [
    { ...common, payInfo: payInfoOf(found), ...(refundList.length > 0 && { refundList }) },
  ])
}

const checks = {
  waiting: ['0000', 'Waiting'],
  authorised: ['0110', 'Authorized'],
  gaveUp: ['0121', 'Canceled by the buyer, or timed out'],
  failed: ['0122', 'Payment failed'],
  captured: ['0123', 'Completed'],
} as const

const answerTo = (asked: Request): Answered => {
  const { method, path, query, text, headers } = asked
  if (headers['x-line-channelid'] !== channel.id) return say('1104', 'Merchant not found')
  if (!isSigned(asked)) return say('1106', 'Request header information error')
  if (method === 'POST' && path === '/v3/payments/request') return request(JSON.parse(text) as Requested)
  if (method === 'GET' && path === '/v3/payments') return details(query)
  const [, id = '', act] = /^\/v3\/payments\/(?:requests\/)?(\d+)\/(confirm|refund|check)$/.exec(path) ?? []
  const transaction = transactions.get(id)
  if (!transaction) return say('1150', 'Transaction record not found')
  if (method === 'GET' && act === 'check') {
    const [code, words] = checks[transaction.state]
    return say(code, words)
  }
  if (method === 'POST' && act === 'confirm')
    return confirm(transaction, JSON.parse(text) as { amount: number; currency: string })
  if (method === 'POST' && act === 'refund') return refund(transaction, JSON.parse(text) as { refundAmount?: number })
  return { status: 404, text: '' }
}

/** What a buyer does on its page; answers where their browser goes then. */
const play = (asked: URLSearchParams): string => {
  const transaction = [...transactions.values()].findLast(({ id }) => id === asked.get('transactionId'))
  if (!transaction) return '404 no such transaction'
  if (asked.get('dies') === '1') transaction.dies = true
  transaction.says = asked.get('says') ?? transaction.says
  transaction.garbles = asked.get('garbles') === '1' || transaction.garbles
  const outcome = asked.get('outcome')
  if (outcome === 'look') return `${transaction.state} ${transaction.confirms} ${transaction.refunds.join(',')}`
  if (outcome === 'refundedByHand') transaction.refunds.push(Number(asked.get('amount')))
  if (outcome === 'approve') transaction.state = 'authorised'
  if (outcome === 'gaveUp' || outcome === 'failed') transaction.state = outcome
  const back = new URL(transaction.confirmUrl)
  back.searchParams.set('transactionId', transaction.id)
  back.searchParams.set('orderId', transaction.orderId)
  return back.href
}

const server = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    const text = Buffer.concat(chunks).toString('utf8')
    const { method = '', headers } = incoming
    const { status, text: said } =
      path === '/_play'
        ? { status: 200, text: play(new URLSearchParams(text)) }
        : answerTo({ method, path, query, text, headers })
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(said)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
