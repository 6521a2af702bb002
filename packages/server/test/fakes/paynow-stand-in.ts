// A stand-in of PayNow (payment intents) as a process of its own: it speaks HTTP with keys and signing code that share
// nothing with ours, and refuses what the real one refuses. It prints its port. `/_play` is the hand of a test.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const privateKey = 'sk_test_9f2c'

interface Intent {
  readonly id: string
  readonly paymentNo: string
  readonly amount: number
  readonly webhookUrl: string
  readonly method: string
  status: 'draft' | 'pending_review' | 'success' | 'canceled'
  /** The process that asks dies after the next refund: the answer never comes. */
  dies: boolean
}
interface Refund {
  readonly uuid: string
  readonly intentId: string
  readonly amount: number
  readonly reason: string
  status: 'success' | 'processing' | 'rejected'
  rejectReason: string | null
}
const intents = new Map<string, Intent>()
const refunds: Refund[] = []
let counter = 0
let nextRefund: Refund['status'] = 'success'

interface Answered {
  readonly status: number
  readonly text: string
}
const say = (status: number, type: string, message: string, result: unknown = null): Answered => ({
  status,
  text: JSON.stringify({
    status,
    type,
    message,
    result,
    requestId: '09020f76-1405-4db2-b30a-ba30de629c05',
    paginate: null,
  }),
})

interface NewIntent {
  readonly paymentNo?: string
  readonly amount: number
  readonly currency: string
  readonly description?: string
  readonly webhookUrl?: string
  readonly allowedPaymentMethods?: readonly string[]
  readonly allowInstallments?: readonly number[]
}
const methods = ['CreditCard', 'CreditCardInstallment', 'ATM', 'ConvenienceStore', 'LINEPayOnline', 'ApplePay']

const shown = ({ id, amount, status }: Intent) => ({
  id,
  secret: `${id}_st_04895990`,
  module: 'iframe',
  amount,
  currency: 'TWD',
  status,
})

const create = (body: NewIntent): Answered => {
  const no = (field: string) => say(422, 'validation_error', `${field} is invalid`)
  if (typeof body.amount !== 'number' || body.amount < 1 || body.amount >= 1e12) return no('amount')
  if (body.currency !== 'TWD') return no('currency')
  if ((body.description ?? '').length > 255) return no('description')
  if (!(body.allowedPaymentMethods ?? methods).every((name) => methods.includes(name)))
    return no('allowedPaymentMethods')
  if (!(body.allowInstallments ?? []).every((count) => [3, 6, 9, 12, 18, 24].includes(count)))
    return no('allowInstallments')
  counter += 1
  const intent: Intent = {
    id: `pp_${String(counter).padStart(32, '0')}`,
    paymentNo: body.paymentNo ?? `auto${counter}`,
    amount: body.amount,
    webhookUrl: body.webhookUrl ?? '',
    method: body.allowedPaymentMethods?.[0] ?? '',
    status: 'draft',
    dies: false,
  }
  intents.set(intent.id, intent)
  return say(200, 'success', '', shown(intent))
}

const refund = (intent: Intent, { amount, reason }: { amount: number; reason?: string }): Answered => {
  const made = refunds.filter(({ intentId, status }) => intentId === intent.id && status !== 'rejected')
  const left = intent.amount - made.reduce((sum, each) => sum + each.amount, 0)
  if (intent.status !== 'success') return say(400, 'failed', '交易尚未完成，無法退款')
  if (!reason || reason.length > 255) return say(422, 'validation_error', 'reason is required')
  if (typeof amount !== 'number' || amount < 1 || amount > left) return say(400, 'failed', '退款金額超過可退金額')
  const rejectReason = nextRefund === 'rejected' ? '餘額不足' : null
  const uuid = `rf-${refunds.length + 1}`
  const one: Refund = { uuid, intentId: intent.id, amount, reason, status: nextRefund, rejectReason }
  refunds.push(one)
  const { dies } = intent
  intent.dies = false
  return dies ? { status: 502, text: '' } : say(200, one.status, '', one)
}

const answerTo = (method: string, url: URL, authorization: string, text: string): Answered => {
  if (authorization !== `Bearer ${privateKey}`) return say(401, 'unauthorized', 'Unauthorized')
  if (method === 'POST' && url.pathname === '/api/v1/payment-intents') return create(JSON.parse(text) as NewIntent)
  if (method === 'GET' && url.pathname === '/api/v1/refunds') {
    const [page, limit] = [Number(url.searchParams.get('Page')), Number(url.searchParams.get('Limit'))]
    return say(200, 'success', '', refunds.slice((page - 1) * limit, page * limit))
  }
  const [, id = '', act] = /^\/api\/v1\/payment-intents\/([\w]+)(\/refunds)?$/.exec(url.pathname) ?? []
  const intent = intents.get(id)
  if (!intent) return say(404, 'not_found', 'Payment intent not found')
  if (method === 'GET' && act === undefined) return say(200, 'success', '', shown(intent))
  if (method === 'POST' && act !== undefined)
    return refund(intent, JSON.parse(text) as { amount: number; reason?: string })
  return { status: 404, text: '' }
}

/** What a buyer does in its form, or its staff; answers what our side said to the notice. */
const play = async (asked: URLSearchParams): Promise<string> => {
  const intent = intents.get(asked.get('id') ?? '')
  if (!intent) return '404 no such intent'
  const outcome = asked.get('outcome') ?? ''
  const own = refunds.filter(({ intentId }) => intentId === intent.id)
  if (outcome === 'dies') intent.dies = true
  if (outcome === 'next') nextRefund = (asked.get('status') ?? 'success') as Refund['status']
  if (outcome === 'settled') for (const one of own) one.status = 'success'
  if (outcome === 'cancel') intent.status = 'canceled'
  if (outcome === 'refunds') return own.map(({ amount, status }) => `${amount} ${status}`).join(',')
  if (outcome === 'pay' || outcome === 'silent' || outcome === 'signed') intent.status = 'success'
  if (outcome !== 'pay' && outcome !== 'fail' && outcome !== 'signed') return 'done'
  const body = JSON.stringify({
    RequestId: '09020f76',
    Status: outcome === 'fail' ? 'Failed' : 'Success',
    OrderNo: intent.paymentNo,
    PaymentNo: asked.get('says') ?? intent.paymentNo,
    PaymentIntentId: intent.id,
    TransactionNo: '4000002312251234756',
    PaidAt: '2026-11-20T12:00:00+00:00',
    Amount: asked.get('amount') ?? String(intent.amount),
    Currency: asked.get('currency') ?? 'TWD',
    PaymentType: intent.method,
    Meta: { LastFourDigitsOfCard: '1234' },
  })
  const mac = createHmac('sha256', asked.get('key') ?? privateKey)
  const signature = mac.update(body).digest('hex').toUpperCase()
  // Its notice, which the test brings itself.
  if (outcome === 'signed') return `${signature} ${body}`
  const answer = await fetch(intent.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-payment-center-topic': 'payment_result',
      'x-payment-center-hmac-sha256': signature,
    },
    body: body + (asked.get('tail') ?? ''),
  })
  return `${answer.status} ${await answer.text()}`
}

const server = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(incoming.url ?? '/', 'http://paynow')
    const { method = '', headers } = incoming
    const answered =
      url.pathname === '/_play'
        ? play(new URLSearchParams(text)).then((said) => ({ status: 200, text: said }))
        : Promise.resolve(answerTo(method, url, headers.authorization ?? '', text))
    answered.then(
      ({ status, text: said }) => response.writeHead(status, { 'content-type': 'application/json' }).end(said),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
