import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { guarded } from '../guarded.ts'
import type { Log } from '../log/log.ts'
import { isTrustedProxy, networkOf } from './client-address.ts'

export interface ConnectionLimits {
  /**
   * Plain HTTP connections that one network may hold at once. Mobile carriers put thousands of phones behind one
   * address, and a browser opens up to six connections: only a flood comes near. WebSockets are counted by the room.
   */
  readonly perNetwork: number
  /** A request's head must be there after so long. */
  readonly headMs: number
  /** A whole request, the slowest upload included. */
  readonly requestMs: number
  /** A connection between two requests. A proxy keeps its own longer, and must not meet one that is just closing. */
  readonly idleMs: number
  /** A connection on which nothing moves in the middle of a request or an answer. */
  readonly stalledMs: number
  /** How often heads and requests are looked at. */
  readonly checkMs: number
}

export const connectionLimits = (trustProxy: readonly string[]): ConnectionLimits => ({
  perNetwork: 10_000,
  headMs: 20_000,
  requestMs: 300_000,
  idleMs: trustProxy.length > 0 ? 75_000 : 20_000,
  stalledMs: 120_000,
  checkMs: 5_000,
})

/** Bounds in time, for `createServer`. */
export const serverTimeouts = (limits: ConnectionLimits) => ({
  headersTimeout: limits.headMs,
  requestTimeout: limits.requestMs,
  keepAliveTimeout: limits.idleMs,
  connectionsCheckingInterval: limits.checkMs,
})

/** Closes a new connection of a network that holds all it may; the proxies of TRUST_PROXY hold any number. */
export const limitConnections = (
  server: Server,
  trustProxy: readonly string[],
  limits: ConnectionLimits,
  log: Pick<Log, 'error'>,
): void => {
  const isProxy = isTrustedProxy(trustProxy)
  const counts = new Map<string, number>()
  const networks = new WeakMap<Socket, string>()
  const release = (socket: Socket): void => {
    const network = networks.get(socket)
    if (network === undefined) return
    networks.delete(socket)
    const left = (counts.get(network) ?? 0) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }
  server.timeout = limits.stalledMs
  const count = (socket: Socket): void => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const network = networkOf(address)
    const held = counts.get(network) ?? 0
    if (held >= limits.perNetwork) {
      socket.destroy()
      return
    }
    counts.set(network, held + 1)
    networks.set(socket, network)
    socket.once(
      'close',
      guarded(log, 'a connection was not counted off', () => release(socket)),
    )
  }
  const upgrade = (request: IncomingMessage, stream: Duplex): void => {
    // From here on the HTTP server listens to it no longer: without a listener a reset would end the process.
    stream.on('error', () => {})
    release(request.socket)
  }
  server.on('connection', guarded(log, 'a connection was not counted', count))
  server.on('upgrade', guarded(log, 'a connection that became a WebSocket was not counted off', upgrade))
}
