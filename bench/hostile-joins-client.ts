// The viewers of the hostile-joins bench, in processes of their own: `honest` ones talk and measure how long a message takes
// to each tenth of them; `hostile` ones come in through one address, as many a minute as asked.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { protocolVersion, socketPath } from '@kaimai/contract/room/room.protocol.ts'
import { hostileName } from './hostile-joins-server.ts'

/** Milliseconds; of a phase that ended. */
export interface Lags {
  readonly count: number
  readonly p50: number
  readonly p99: number
}

const [role = '', portText = '', streamId = '', countText = '', secondsText = ''] = process.argv.slice(2)
const [port, count, seconds] = [Number(portText), Number(countText), Number(secondsText)]
const origin = `http://127.0.0.1:${port}`
const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const messageEveryMs = 50
const heartbeatMs = 15_000
const open = new Set<WebSocket>()

/** The ticket of a seat; undefined when it was refused. */
const join = (address: string, name: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ streamId, name })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': address,
      origin,
    }
    const call = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/api/room/live/user', headers },
      (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => (text += part.toString()))
        answer.on('end', () => resolve(answer.statusCode === 200 ? JSON.parse(text).data.ticket : undefined))
      },
    )
    call.on('error', reject)
    call.end(body)
  })

const enter = (address: string, ticket: string, onText: (text: string) => void): Promise<WebSocket | undefined> =>
  new Promise((resolve) => {
    // Node's own takes headers, which the type that browsers have does not know.
    const options = { headers: { origin, 'x-forwarded-for': address } } as never
    const socket = new WebSocket(`ws://127.0.0.1:${port}${socketPath}`, options)
    socket.addEventListener('error', () => resolve(undefined))
    socket.addEventListener('close', () => {
      open.delete(socket)
      resolve(undefined)
    })
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ t: 'join', v: protocolVersion, ticket, seq: 0 })),
    )
    socket.addEventListener('message', ({ data }: MessageEvent) => {
      open.add(socket)
      resolve(socket)
      onText(String(data))
    })
  })

setInterval(() => {
  for (const socket of open)
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: 'heartbeat', at: 1 }))
}, heartbeatMs)

const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN)

const honest = async (): Promise<void> => {
  let lags: number[] = []
  const sockets: WebSocket[] = []
  for (let index = 0; index < count; index += 1) {
    const address = `198.18.${index >> 8}.${index & 255}`
    const ticket = await join(address, `viewer ${index}`)
    const socket = await enter(address, ticket ?? '', (text) => {
      if (index % 10 !== 0) return
      for (const [, sentAt] of text.matchAll(/~t=(\d+\.\d+)~/g)) lags.push(performance.now() - Number(sentAt))
    })
    if (socket === undefined) throw new Error(`viewer ${index} was refused`)
    sockets.push(socket)
  }
  let said = 0
  setInterval(() => {
    const text = `~t=${performance.now().toFixed(3)}~`
    sockets[said % count]?.send(JSON.stringify({ t: 'say', id: `message-${said}`, text }))
    said += 1
  }, messageEveryMs)
  process.on('message', () => {
    const phase: Lags = { count: lags.length, p50: at(lags, 0.5), p99: at(lags, 0.99) }
    lags = []
    process.send?.(phase)
  })
  process.send?.('in')
}

const hostile = async (): Promise<void> => {
  const began = performance.now()
  const all: Promise<unknown>[] = []
  let joined = 0
  for (let index = 0; index < count; index += 1) {
    const one = join('203.0.113.66', `${hostileName} ${index}`)
      .then((ticket) => (ticket === undefined ? undefined : enter('203.0.113.66', ticket, () => {})))
      .then((socket) => (joined += socket === undefined ? 0 : 1))
    all.push(one.catch(() => undefined))
    const due = began + ((index + 1) / count) * seconds * 1000
    await sleep(Math.max(0, due - performance.now()))
  }
  await Promise.all(all)
  process.send?.({ asked: count, joined, seconds: (performance.now() - began) / 1000 })
}

process.on('disconnect', () => process.exit(0))
await (role === 'honest' ? honest() : hostile())
