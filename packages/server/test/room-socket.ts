import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientMessage, Fact, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { WebSocket } from 'ws'
import type { z } from 'zod'
import type { RoomNode } from './room-factory.ts'

export interface RoomServer {
  readonly node: RoomNode
  readonly port: number
  readonly stop: () => Promise<void>
}

/** The sockets of one node on a port of their own. */
export const serveRoom = async (node: RoomNode): Promise<RoomServer> => {
  const server: Server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket, head) => {
    if (!node.socket.handleUpgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    node,
    port,
    stop: async () => {
      await node.socket.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const waitMs = 30_000

/** A viewer's line as a browser has it: keeps every fact, and the room that follows from them. */
export const openSocket = async (port: number, given: { origin?: string; path?: string; language?: string } = {}) => {
  const { origin = 'http://kaimai.test', path = '/api/room/socket', language = 'zh-TW' } = given
  const headers = { 'accept-language': language, ...(origin === '' ? {} : { origin }) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, perMessageDeflate: false })
  const facts: Fact[] = []
  const texts: string[] = []
  let state: RoomState = emptyRoom
  let closedWith: number | undefined
  const watchers = new Set<() => void>()
  const notifyWatchers = () => {
    for (const watcher of watchers) watcher()
  }
  socket.on('message', (data) => {
    const text = String(data)
    const fact = Fact.parse(JSON.parse(text))
    texts.push(text)
    facts.push(fact)
    state = applyFact(state, fact)
    notifyWatchers()
  })
  socket.on('close', (code) => {
    closedWith = code
    notifyWatchers()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })

  /** Resolves when `find` has a value, or throws after 5 s. */
  const until = <T>(what: string, find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        stop()
        resolve(found)
      }
      const stop = () => {
        clearTimeout(timer)
        watchers.delete(look)
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`no ${what} within ${waitMs} ms; heard: ${texts.join('\n').slice(0, 2_000)}`))
      }, waitMs)
      watchers.add(look)
      look()
    })

  return {
    socket,
    facts,
    texts,
    state: () => state,
    /** What stands in the list, as texts. */
    comments: () => state.events.flatMap((event) => ('text' in event ? [event.text] : [])),
    send: (request: z.input<typeof ClientMessage>) => socket.send(JSON.stringify(request)),
    until,
    fact: <T extends Fact['t']>(t: T, at = 0) =>
      until(`${t} ${at}`, () => facts.filter((fact): fact is Extract<Fact, { t: T }> => fact.t === t).at(at)),
    comment: (text: string) =>
      until(`comment ${text}`, () => state.events.find((event) => 'text' in event && event.text === text)),
    closed: () => until('close', () => closedWith),
    isOpen: () => closedWith === undefined,
    end: () => socket.terminate(),
  }
}
export type Line = Awaited<ReturnType<typeof openSocket>>

/** Joins as an anonymous viewer of a device. */
export const joinRoom = async (
  server: RoomServer,
  streamId: string,
  device: string,
  given: { name?: string; language?: string; seq?: number; since?: number } = {},
) => {
  const { ticket, viewerKey } = await server.node.rooms.join(
    { streamId, name: given.name ?? device },
    { device, setDevice: () => {}, newDevice: () => device, ip: '127.0.0.1', language: 'zh-TW' },
  )
  const socket = await openSocket(server.port, given.language === undefined ? {} : { language: given.language })
  socket.send({ t: 'join', v: protocolVersion, ticket, seq: given.seq ?? 0, since: given.since ?? 0 })
  const joined = await socket.fact('joined')
  return { ...socket, joined, viewerKey, ticket }
}

/** Comes back after a lost line, holding what the state says. */
export const resumeRoom = async (server: RoomServer, token: string, held: Pick<RoomState, 'seq' | 'heardAtMs'>) => {
  const socket = await openSocket(server.port)
  socket.send({ t: 'resume', v: protocolVersion, token, seq: held.seq, since: held.heardAtMs })
  return socket
}
