import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
// The load of the fan-out bench, in a process of its own: many sockets that cost little, so that the server is what is
// measured. It speaks WebSocket itself and finds messages by a mark in their text, whatever they are wrapped in.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTickets } from '../packages/server/src/modules/room/tickets.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { roomSecret } from '../packages/server/test/room-factory.ts'
import type { Ready, ServerKind } from './fan-out-server.ts'
import { connectPacket, publishPacket, subscribePacket } from './mqtt.ts'

export interface Load {
  readonly kind: ServerKind | 'mosquitto'
  readonly server: Ready
  readonly viewers: number
  readonly perSecond: number
  readonly seconds: number
  /** Characters of a message. */
  readonly length: number
  /** Of so many sockets one is read; of the others the bytes are counted. */
  readonly readEvery: number
}

/** The client tells when it begins and ends to measure, so that the server's CPU is read then. */
export type RunReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'begins' }
  | {
      readonly kind: 'ended'
      readonly sent: number
      /** Messages that arrived, over all viewers; `lost`: viewers that were closed or were sent less. */
      readonly delivered: number
      readonly expected: number
      readonly lost: number
      /** From the first message sent to the last one here. */
      readonly seconds: number
      readonly p50: number
      readonly p99: number
    }

const mark = Buffer.from('~t=')
const room = 'room'

/** A client's frame: masked, with a mask of zeros. */
const frameOf = (given: string | Buffer, opcode = typeof given === 'string' ? 1 : 2): Buffer => {
  const payload = Buffer.from(given)
  const header = payload.length < 126 ? 6 : 8
  const frame = Buffer.alloc(header + payload.length)
  frame[0] = 0x80 | opcode
  if (header === 6) frame[1] = 0x80 | payload.length
  else {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(payload.length, 2)
  }
  payload.copy(frame, header)
  return frame
}

/** One buffer for the reads of all sockets: nothing is kept of it longer than the read. */
const shared = Buffer.alloc(256 * 1024)

interface Viewer {
  readonly write: (frame: Buffer) => void
  readonly isOpen: () => boolean
  readonly bytes: () => number
  readonly forget: () => void
}

const paths: Readonly<Record<Load['kind'], string>> = {
  socketio: '/socket.io/?EIO=4&transport=websocket',
  mosquitto: '/mqtt',
  hub: '/api/room/socket',
  pglite: '/api/room/socket',
  postgres: '/api/room/socket',
}
let opened = 0

interface Heard {
  /** Messages read, and how long each took. */
  count: number
  times: number[]
}

const openViewer = (load: Load, index: number, heard: Heard, request: () => string): Promise<Viewer> =>
  new Promise((resolve, reject) => {
    const isRead = index % load.readEvery === 0
    const serial = (opened += 1)
    let state: 'shaking' | 'joining' | 'in' = 'shaking'
    let rest = Buffer.alloc(0)
    let bytes = 0
    let isOpen = true
    const viewer: Viewer = {
      write: (frame) => void socket.write(frame),
      isOpen: () => isOpen,
      bytes: () => bytes,
      forget: () => (bytes = 0),
    }
    const joined = () => {
      state = 'in'
      resolve(viewer)
    }

    const onText = (payload: Buffer): void => {
      if (state === 'joining') {
        if (load.kind === 'mosquitto') {
          // CONNACK, then SUBACK.
          if (payload[0] === 0x20) socket.write(frameOf(subscribePacket(room)))
          else if (payload[0] === 0x90) joined()
          return
        }
        if (load.kind !== 'socketio') {
          if (payload.indexOf('"joined"') !== -1) joined()
          return
        }
        if (payload[0] === 0x30) socket.write(frameOf('40'))
        else if (payload[0] === 0x34 && payload[1] === 0x30) {
          socket.write(frameOf(`42["join","${room}"]`))
          joined()
        }
        return
      }
      if (load.kind === 'socketio' && payload.length === 1 && payload[0] === 0x32) socket.write(frameOf('3'))
      for (let at = payload.indexOf(mark); at !== -1; at = payload.indexOf(mark, at + mark.length)) {
        heard.count += 1
        const sentAt = Number.parseFloat(payload.toString('latin1', at + mark.length, at + mark.length + 12))
        if (isRead) heard.times.push(performance.now() - sentAt)
      }
    }

    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (state === 'shaking') {
        const end = data.indexOf('\r\n\r\n')
        if (end !== -1) {
          if (!data.toString('latin1', 0, 12).endsWith('101')) return void socket.destroy(new Error('refused'))
          state = 'joining'
          data = data.subarray(end + 4)
          if (load.kind === 'mosquitto') socket.write(frameOf(connectPacket(`viewer-${process.pid}-${serial}`)))
          else if (load.kind !== 'socketio') socket.write(frameOf(request()))
        }
      }
      let at = 0
      while (state !== 'shaking' && data.length - at >= 2) {
        const short = (data[at + 1] ?? 0) & 127
        const header = short < 126 ? 2 : short === 126 ? 4 : 10
        if (data.length - at < header) break
        const length =
          short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
        if (data.length - at < header + length) break
        const opcode = (data[at] ?? 0) & 15
        const payload = data.subarray(at + header, at + header + length)
        if (opcode === 1 || opcode === 2) onText(payload)
        else if (opcode === 9) socket.write(frameOf('', 10))
        at += header + length
      }
      rest = at < data.length ? Buffer.from(data.subarray(at)) : Buffer.alloc(0)
    }

    /** Of who is not read, once inside: pings alone are answered, at the head of a chunk as they come by themselves. */
    const skim = (chunk: Buffer): void => {
      bytes += chunk.length
      if (chunk[0] === 0x89) socket.write(frameOf('', 10))
    }

    const socket: Socket = connect({
      host: '127.0.0.1',
      port: load.server.port,
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length, buffer) => {
          const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length)
          if (state === 'in' && !isRead && load.readEvery > 1) skim(chunk)
          else onData(chunk)
          return true
        },
      },
    })
    socket.on('error', reject)
    socket.on('close', () => {
      isOpen = false
      reject(new Error(`viewer ${index} was closed`))
    })
    socket.on('connect', () => {
      const spoken = load.kind === 'mosquitto' ? 'Sec-WebSocket-Protocol: mqtt\r\n' : ''
      socket.write(
        `GET ${paths[load.kind]} HTTP/1.1\r\nHost: kaimai.test\r\nOrigin: http://kaimai.test\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n${spoken}Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      )
    })
  })

const openAtOnce = 50
const settleMs = 1_500
const drainMs = 10_000

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

const runLoad = async (load: Load, notify: (kind: RunReport) => void): Promise<void> => {
  const { server, kind } = load
  const tickets = createTickets({ secret: roomSecret, clock: systemClock })
  const join = (): string => {
    const ticket = tickets.ticketFor({
      firmId: server.firmId,
      liveId: server.liveId,
      liveUserId: newId(),
      publicId: randomBytes(12).toString('base64url'),
      name: '王小明',
      imgUrl: '',
      as: 'viewer',
      epoch: 0,
      anonymous: true,
      keyVersion: 1,
    })
    return JSON.stringify({ t: 'join', v: protocolVersion, ticket, seq: 0 })
  }
  const heard: Heard = { count: 0, times: [] }
  const viewers: Viewer[] = []
  for (let from = 0; from < load.viewers; from += openAtOnce) {
    const count = Math.min(openAtOnce, load.viewers - from)
    viewers.push(
      ...(await Promise.all(Array.from({ length: count }, (_, at) => openViewer(load, from + at, heard, join)))),
    )
  }
  const filler = 'x'.repeat(load.length)
  const text = (): string => `~t=${performance.now().toFixed(2).padStart(12, '0')}~${filler}`.slice(0, load.length)
  let speak: () => void
  let sent = 0
  if (kind === 'socketio') {
    // One that speaks and does not listen.
    const publisher = await openViewer({ ...load, readEvery: 1 }, 1, { count: 0, times: [] }, join)
    speak = () => publisher.write(frameOf(`42["msg",${JSON.stringify({ room, text: text() })}]`))
  } else if (kind === 'mosquitto') {
    // It listens too, as one more: a broker gives everybody what is published.
    const publisher = await openViewer({ ...load, readEvery: 1 }, 1, { count: 0, times: [] }, join)
    speak = () => publisher.write(frameOf(publishPacket(room, JSON.stringify({ room, text: text() }))))
  } else if (kind === 'hub') {
    const control = connect(server.controlPort, '127.0.0.1').setNoDelay(true)
    await once(control, 'connect')
    speak = () => control.write(`${text()}\n`)
  } else {
    // In turn, so that nobody says more than one a second.
    speak = () =>
      viewers[sent % viewers.length]?.write(frameOf(JSON.stringify({ t: 'say', id: newId(), text: text() })))
  }
  // Their publishers joined too: one more that is sent to.
  const listeners = kind === 'socketio' || kind === 'mosquitto' ? load.viewers + 1 : load.viewers
  await sleep(settleMs)
  notify({ kind: 'connected' })
  await once(process, 'message')
  heard.count = 0
  heard.times = []
  for (const viewer of viewers) viewer.forget()
  const wanted = load.perSecond * load.seconds
  notify({ kind: 'begins' })
  const started = performance.now()
  while (sent < wanted) {
    const due = Math.min(wanted, Math.floor(((performance.now() - started) / 1000) * load.perSecond))
    while (sent < due) {
      speak()
      sent += 1
    }
    await sleep(5)
  }
  const readers = viewers.filter((_, index) => index % load.readEvery === 0)
  // Who is not read must have been sent as many bytes as who is: frames are the same for all.
  const shortOf = (): number => {
    const fewest = Math.min(...readers.map((viewer) => viewer.bytes()))
    return viewers.filter((viewer) => !viewer.isOpen() || viewer.bytes() < fewest * 0.98).length
  }
  const until = performance.now() + drainMs
  const isAllHere = () => heard.count >= sent * readers.length && shortOf() === 0
  while (!isAllHere() && performance.now() < until) await sleep(20)
  const seconds = (performance.now() - started) / 1000
  heard.times.sort((a, b) => a - b)
  notify({
    kind: 'ended',
    sent,
    delivered: Math.round((heard.count / readers.length) * listeners),
    expected: sent * listeners,
    lost: shortOf(),
    seconds,
    p50: quantile(heard.times, 0.5),
    p99: quantile(heard.times, 0.99),
  })
}

if (import.meta.main) {
  const [load] = await once(process, 'message')
  process.on('disconnect', () => process.exit(0))
  await runLoad(load, (kind) => void process.send?.(kind))
}
