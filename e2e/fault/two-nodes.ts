import { seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { startPostgres, startRedis } from '../../packages/server/test/servers.ts'
import { callApi } from '../harness/api.ts'
import { removeData, type RunningServer, startServer } from '../harness/server.ts'
import { enterNode, type NodeViewer } from './node-viewer.ts'
import { openShop, pricesAcross, priceWithinMs } from './prices-across.ts'
import { pause } from './viewer-connection.ts'

export interface TwoNodesSize {
  readonly viewersEach: number
  /** Of each node so many say one message a second. */
  readonly talkersEach: number
  readonly seconds: number
}
export const twoNodesWhole: TwoNodesSize = { viewersEach: 500, talkersEach: 10, seconds: 30 }
export const twoNodesSmoke: TwoNodesSize = { viewersEach: 40, talkersEach: 4, seconds: 6 }

export interface Finding {
  readonly what: string
  readonly holds: boolean
  readonly detail: string
}

/** live.md, Figures. */
const backWithinMs = 5_000
const readsAllEvery = 25
const joinsAtOnce = 20

/** Every comment of the room with its seq, as the log has it. */
const logOf = async (url: string, streamId: string, viewerKey: string): Promise<{ seq: number; number: number }[]> => {
  const all: { seq: number; number: number }[] = []
  for (let before = 1_000_000_000; before > 1; ) {
    const query = { streamId, before, limit: 100 }
    const answer = await callApi(url, roomRoutes.history, { query }, { 'x-viewer-key': viewerKey })
    const events = answer.events.filter((event) => 'seq' in event)
    const [first] = events
    if (first === undefined) break
    all.unshift(
      ...events.flatMap((event) =>
        event.kind === 'commented' ? [{ seq: event.seq, number: Number(/~m(\d+)~/.exec(event.text)?.[1]) }] : [],
      ),
    )
    before = first.seq
  }
  return all
}

const talkOn = async (viewer: NodeViewer, next: () => number, over: AbortSignal): Promise<[number, number][]> => {
  const acknowledged: [number, number][] = []
  while (!over.aborted) {
    const number = next()
    acknowledged.push([number, await viewer.say(number)])
    await pause(1_000)
  }
  return acknowledged
}

/**
 * Two processes on one PostgreSQL and one Redis, each with viewers who talk; half-way one is killed (-9) and its viewers
 * come back by the other. What must hold of it.
 */
export const twoNodes = async (size: TwoNodesSize): Promise<Finding[]> => {
  const [postgres, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()])
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, KAIMAI_SECRET: 's'.repeat(40) }
  const nodes: RunningServer[] = []
  const viewers: NodeViewer[] = []
  try {
    const one = await startServer({ env })
    nodes.push(one)
    // The second shares database, bus and files; it fills in nothing.
    const two = await startServer({ env, dataDir: one.dataDir })
    nodes.push(two)
    const shop = await openShop(one, 'two-nodes')
    const { streamId } = shop
    const prices = await pricesAcross(nodes, shop, redis.url)
    let viewerKey = ''
    const enter = async (index: number): Promise<NodeViewer> => {
      const own = index % 2 === 0 ? [one, two] : [two, one]
      const body = { streamId, name: `觀眾 ${index}` }
      const joined = await callApi(own[0]?.url ?? '', roomRoutes.join, { body })
      viewerKey = joined.viewerKey
      const readsAll = Math.floor(index / 2) % readsAllEvery === 0
      return enterNode({ ports: own.map(({ port }) => port), ticket: joined.ticket, readsAll })
    }
    for (let from = 0; from < 2 * size.viewersEach; from += joinsAtOnce) {
      const some = Math.min(joinsAtOnce, 2 * size.viewersEach - from)
      viewers.push(...(await Promise.all(Array.from({ length: some }, (_, at) => enter(from + at)))))
    }
    const [ofOne, ofTwo] = [0, 1].map((side) => viewers.filter((_, index) => index % 2 === side))

    const over = new AbortController()
    let number = 0
    const next = () => (number += 1)
    const talking = viewers.slice(0, 2 * size.talkersEach).map((viewer) => talkOn(viewer, next, over.signal))
    await pause((size.seconds * 1000) / 2)
    await one.kill()
    const killedAt = performance.now()
    const isBack = () => viewers.every((viewer) => viewer.isIn())
    await pause(100)
    while (!isBack() && performance.now() - killedAt < 4 * backWithinMs) await pause(20)
    await pause((size.seconds * 1000) / 2)
    over.abort()
    const acknowledged = (await Promise.all(talking)).flat()
    await pause(1_500)

    const log = await logOf(two.url, streamId, viewerKey)
    const seen = log.map((each) => each.number)
    const order = seen.join(' ')
    const seqOf = new Map(log.map((each) => [each.number, each.seq]))
    const different = viewers.filter((viewer) => viewer.heard().join(' ') !== order)
    const doubled = viewers.filter((viewer) => new Set(viewer.heard()).size !== viewer.heard().length)
    const readers = viewers.flatMap((viewer) => viewer.room() ?? [])
    const newest = seen.slice(-100).join(' ')
    const wrong = readers.filter((room) => {
      const seen = seenEvents(room).flatMap((event) =>
        event.kind === 'commented' ? [Number(/~m(\d+)~/.exec(event.text)?.[1])] : [],
      )
      return seen.slice(-100).join(' ') !== newest
    })
    const aways = (ofOne ?? []).flatMap((viewer) => viewer.away()).sort((a, b) => a - b)
    const [p50, worst] = [aways[Math.floor(aways.length / 2)] ?? Number.NaN, aways.at(-1) ?? Number.NaN]
    const lost = acknowledged.filter(([each, seq]) => seqOf.get(each) !== seq)
    const finding = (what: string, holds: boolean, detail = ''): Finding => ({ what, holds, detail })
    return [
      finding(
        `${log.length} messages, the same in the same order for ${viewers.length} viewers of two nodes`,
        log.length > 0 && different.length === 0,
        `${different.length} heard otherwise: ${different[0]?.heard().slice(-20).join(' ')} for ${seen.slice(-20).join(' ')}`,
      ),
      finding('none was told twice', doubled.length === 0, `to ${doubled.length} viewers`),
      finding(
        `${readers.length} of them see in their lists what the log has, each message once`,
        readers.length > 0 && wrong.length === 0,
        `${wrong.length} see otherwise`,
      ),
      finding(`${acknowledged.length} were acknowledged, none is lost`, lost.length === 0, lost.join(' | ')),
      finding('each is in the log once', new Set(seen).size === seen.length, order),
      // A smoke says how long it took, which the machine decides; the whole run judges it.
      finding(
        `the ${ofOne?.length} viewers of the killed node are back: half of them within ${Math.round(p50)} ms, all within ${Math.round(worst)} ms (at most ${backWithinMs})`,
        aways.length === ofOne?.length && (size === twoNodesSmoke || worst <= backWithinMs),
        `${aways.length} came back`,
      ),
      ...Object.entries(prices).map(([hint, waits]) =>
        finding(
          `a price that one node changed, its hint ${hint}, is shown by the other, either way, at most ${priceWithinMs} ms later: ${waits.map(({ face, ms }) => `${face} ${Math.round(ms)}`).join(', ')}`,
          waits.every(({ ms }) => (size === twoNodesSmoke ? !Number.isNaN(ms) : ms <= priceWithinMs)),
        ),
      ),
      finding(
        'the viewers of the other node noticed nothing',
        (ofTwo ?? []).every((viewer) => viewer.isIn() && viewer.away().length === 0),
      ),
    ]
  } finally {
    for (const viewer of viewers) viewer.leave()
    for (const node of nodes) await node.kill()
    if (nodes[0]) await removeData(nodes[0])
    await redis.stop()
    await postgres.stop()
  }
}
