import type { Server } from 'node:http'
import type { Socket } from 'node:net'
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
export const limitConnections = (server: Server, trustProxy: readonly string[], limits: ConnectionLimits): void => {
  const isProxy = isTrustedProxy(trustProxy)
  const counts = new Map<string, number>()
  const networks = new WeakMap<Socket, string>()
  const release = (socket: Socket): void => {
    const network = networks.get(socket)
    if (network === undefined) return
    networks.delete(socket)
    const count = (counts.get(network) ?? 0) - 1
    if (count > 0) counts.set(network, count)
    else counts.delete(network)
  }
  server.timeout = limits.stalledMs
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const network = networkOf(address)
    const count = counts.get(network) ?? 0
    if (count >= limits.perNetwork) {
      socket.destroy()
      return
    }
    counts.set(network, count + 1)
    networks.set(socket, network)
    socket.once('close', () => release(socket))
  })
  server.on('upgrade', (request, stream) => {
    // From here on the HTTP server listens to it no longer: without a listener a reset would end the process.
    stream.on('error', () => {})
    release(request.socket)
  })
}
