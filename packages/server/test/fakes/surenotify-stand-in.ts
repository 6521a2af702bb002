// A stand-in of Surenotify (API version 1) as a process of its own: it speaks HTTP with a key and signing code that share
// nothing with ours, and refuses what the real one refuses. It prints its port. `/_play` is the hand of a test.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Keys of two accounts, and the domains that each has verified. */
const accounts = new Map([
  ['sn-key-of-the-first-0001', new Set(['shop.example', 'second.example'])],
  ['sn-key-of-the-other-0002', new Set(['other.example'])],
])

interface Message {
  readonly id: string
  readonly key: string
  readonly kind: 'mail' | 'sms'
  readonly to: string
  readonly variables: Record<string, string>
  readonly sent: Record<string, unknown>
}
const messages: Message[] = []
/** By account, kind and type. */
const webhooks = new Map<string, string>()
let nextAnswer: '' | 'dies' | 'busy' | 'breaks' = ''
let counter = 0

interface Answered {
  readonly status: number
  readonly body: unknown
}
const bad = (message: string): Answered => ({ status: 400, body: { message } })

const allowed = {
  mail: ['subject', 'fromName', 'fromAddress', 'content', 'unsubscribedLink', 'recipients'],
  sms: ['content', 'recipients', 'from', 'alive_mins'],
}

interface Recipient {
  readonly name?: string
  readonly address?: string
  readonly country_code?: string
  readonly variables?: Record<string, string>
}

const refusalOf = (kind: 'mail' | 'sms', { address = '', country_code, variables = {} }: Recipient): string => {
  if (Object.values(variables).some((value) => value.length > 100))
    return 'Invalid: recipient variables should under 100 characters'
  if (kind === 'mail')
    return /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(address) ? '' : 'Invalid: address is not a valid email format'
  return country_code === '886' && /^09\d{8}$/.test(address) ? '' : 'Invalid: address is not a valid phone number'
}

const take = (key: string, kind: 'mail' | 'sms', sent: Record<string, unknown>): Answered => {
  const recipients = (sent['recipients'] ?? []) as Recipient[]
  const content = String(sent['content'] ?? '')
  if (Object.keys(sent).some((name) => !allowed[kind].includes(name))) return bad('Invalid: unknown field')
  if (recipients.length < 1 || recipients.length > 100) return bad('Invalid: recipients')
  if (content === '') return bad('Invalid: content is required')
  if (kind === 'mail') {
    if (String(sent['subject'] ?? '') === '') return bad('Invalid: subject is required')
    const [name, domain = ''] = String(sent['fromAddress']).split('@')
    if (!name || !accounts.get(key)?.has(domain)) return bad('Invalid: sender domain unverified')
  } else {
    if (content.length > 268) return bad('Invalid: content length exceeds the limit')
    if (!/【.+】/.test(content)) return bad('Invalid: content must contain brand name')
  }
  const success: { id: string; address: string }[] = []
  const failure: Record<string, string> = {}
  for (const recipient of recipients) {
    const { address = '', variables = {} } = recipient
    const why = refusalOf(kind, recipient)
    if (why !== '') {
      failure[address] = why
      continue
    }
    counter += 1
    const id = `sn-${counter}`
    messages.push({ id, key, kind, to: address, variables, sent })
    success.push({ id, address })
  }
  return { status: 200, body: { id: `batch-${counter}`, success, failure } }
}

const hook = (key: string, kind: 'mail' | 'sms', method: string, sent: Record<string, unknown>): Answered => {
  const type = Number(sent['type'])
  if (!(kind === 'mail' ? [3, 4, 5, 6, 7] : [3, 6]).includes(type)) return bad('Invalid: type')
  const name = `${key} ${kind} ${type}`
  if (method === 'DELETE') return webhooks.delete(name) ? { status: 200, body: {} } : { status: 404, body: {} }
  if (!/^https?:\/\//.test(String(sent['url']))) return bad('Invalid: url')
  webhooks.set(name, String(sent['url']))
  return { status: 200, body: {} }
}

const types: Readonly<Record<string, number>> = { delivery: 3, open: 4, click: 5, bounce: 6, complaint: 7 }

/** What it would post to a webhook, and where. */
const notice = ({ id, key, kind, to, variables }: Message, event: string, reason: string) => ({
  url: webhooks.get(`${key} ${kind} ${types[event]}`) ?? '',
  signature: createHmac('sha256', key).update(id).update(event).digest('hex'),
  body: JSON.stringify({
    event,
    mail: { id, to: `"" <${to}>`, variables },
    ...(event === 'bounce' ? { bounce: { reason } } : {}),
  }),
})

const play = (asked: URLSearchParams): unknown => {
  const next = asked.get('next')
  if (next !== null) nextAnswer = next as typeof nextAnswer
  const to = asked.get('to')
  const message = messages.findLast((each) => each.to === to)
  const event = asked.get('event')
  if (event !== null) return message ? notice(message, event, asked.get('reason') ?? '') : null
  if (to !== null) return messages.filter((each) => each.to === to)
  return { webhooks: Object.fromEntries(webhooks) }
}

const answer = (incoming: IncomingMessage, text: string): Answered => {
  const path = incoming.url ?? ''
  if (path === '/_play') return { status: 200, body: play(new URLSearchParams(text)) }
  const key = String(incoming.headers['x-api-key'] ?? '')
  if (!accounts.has(key)) return { status: 403, body: { message: 'Forbidden' } }
  const sent = JSON.parse(text) as Record<string, unknown>
  const method = incoming.method ?? ''
  if (path === '/v1/messages' && method === 'POST') return take(key, 'mail', sent)
  if (path === '/v1/sms/messages' && method === 'POST') return take(key, 'sms', sent)
  if (path === '/v1/webhooks') return hook(key, 'mail', method, sent)
  if (path === '/v1/sms/webhooks') return hook(key, 'sms', method, sent)
  return { status: 404, body: { message: 'Not Found' } }
}

const respond = (incoming: IncomingMessage, response: ServerResponse, text: string): void => {
  const next = incoming.url?.endsWith('/messages') ? nextAnswer : ''
  if (next !== '') nextAnswer = ''
  if (next === 'busy') return void response.writeHead(503).end('{"message":"busy"}')
  const { status, body } = answer(incoming, text)
  // It has taken the message, and nobody hears so.
  if (next === 'dies') return void incoming.socket.destroy()
  if (next === 'breaks') return void response.writeHead(502).end('<html>bad gateway</html>')
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const server = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => respond(incoming, response, Buffer.concat(chunks).toString('utf8')))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
