import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { socketPath } from '@kaimai/contract/room/room.protocol.ts'

/** A WebSocket that costs little, for crowds: payloads come as they are, nothing is parsed. */
export interface RawSocket {
  readonly send: (text: string) => void
  readonly end: () => void
}

export interface RawSocketOptions {
  readonly port: number
  readonly onText: (payload: Buffer) => void
  /** It was closed or lost; one that never stood rejects instead. */
  readonly onEnd: () => void
}

/** A client's frame, masked with a mask of zeros. */
const frameOf = (payload: Buffer, opcode: number): Buffer => {
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

const lengthOf = (data: Buffer): { header: number; length: number } | undefined => {
  const short = (data[1] ?? 0) & 127
  const header = short < 126 ? 2 : short === 126 ? 4 : 10
  if (data.length < header) return undefined
  if (short < 126) return { header, length: short }
  return { header, length: short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2)) }
}

/** Opens the room's socket on a server of this machine; resolves when it stands. */
export const openRawSocket = ({ port, onText, onEnd }: RawSocketOptions): Promise<RawSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let isShaking = true
    let rest: Buffer = Buffer.alloc(0)
    const line: RawSocket = {
      send: (text) => void socket.write(frameOf(Buffer.from(text), 1)),
      end: () => void socket.destroy(),
    }
    socket.on('connect', () =>
      socket.write(
        `GET ${socketPath} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n` +
          'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    )
    socket.on('error', reject)
    socket.on('close', () => {
      if (isShaking) reject(new Error('the line was closed'))
      else onEnd()
    })
    socket.on('data', (chunk: Buffer) => {
      let data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (isShaking) {
        const end = data.indexOf('\r\n\r\n')
        if (end !== -1) {
          if (!data.toString('latin1', 0, 12).endsWith('101')) return void socket.destroy(new Error('refused'))
          isShaking = false
          data = data.subarray(end + 4)
          resolve(line)
        }
      }
      while (!isShaking && data.length >= 2) {
        const size = lengthOf(data)
        if (size === undefined || data.length < size.header + size.length) break
        const payload = data.subarray(size.header, size.header + size.length)
        const opcode = (data[0] ?? 0) & 15
        if (opcode === 1) onText(payload)
        else if (opcode === 9) socket.write(frameOf(payload, 10))
        data = data.subarray(size.header + size.length)
      }
      rest = Buffer.from(data)
    })
  })
