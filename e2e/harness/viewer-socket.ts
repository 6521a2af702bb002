import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly url: string
  /** Bytes that went towards the server so far. */
  readonly sent: () => number
  /** How often it was cut. */
  readonly cuts: () => number
  /** Cuts it now. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

export interface SocketOptions {
  /** Port of the server behind it. */
  readonly port: () => number
  /** Bytes a second towards the server. */
  readonly bytesPerSecond: number
  /** It is cut when so many bytes have gone towards the server, in all. */
  readonly cutAt: readonly number[]
  /** How long nobody gets through after a cut, in ms. */
  readonly downMs: number
}

/** A slow TCP line to a server that drops, with all connections on it, in the middle of what goes over it. */
export const openSocket = async ({ port, bytesPerSecond, cutAt, downMs }: SocketOptions): Promise<Line> => {
  const sockets = new Set<Socket>()
  const wanted = [...cutAt]
  let sent = 0
  let cuts = 0
  let downUntil = 0

  const cut = () => {
    wanted.shift()
    cuts += 1
    downUntil = performance.now() + downMs
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      sent += bytes.length
      if (sent >= (wanted[0] ?? Number.POSITIVE_INFINITY)) return cut()
      to.write(bytes)
      from.pause()
      setTimeout(() => from.resume(), (bytes.length / bytesPerSecond) * 1000)
    })
  }
  const server = createServer((client) => {
    if (performance.now() < downUntil) return void client.resetAndDestroy()
    const behind = connect(port(), '127.0.0.1')
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(one)
      // A line that breaks is what this is for: both ends hear of it.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    forward(client, behind)
    behind.pipe(client)
  })
  const lineAt = await new Promise<number>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
    })
  })
  return {
    url: `http://localhost:${lineAt}`,
    sent: () => sent,
    cuts: () => cuts,
    cut,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
