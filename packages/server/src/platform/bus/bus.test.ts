import { EventEmitter, once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis } from '../../../test/servers.ts'
import type { Bus } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'
import { redisBus } from './redis-bus.ts'

const log = pino({ level: 'silent' })
let redis: Awaited<ReturnType<typeof startRedis>>
const open: Bus[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => {
  for (const bus of open) await bus.close()
  await redis.stop()
})

const overRedis = (url = redis.url): Bus => {
  const bus = redisBus({ url, log })
  open.push(bus)
  return bus
}

/** Two nodes: on the in-process bus they are the same one. */
const kinds: Record<'in process' | 'redis', () => [Bus, Bus]> = {
  'in process': () => {
    const bus = inProcessBus(log)
    open.push(bus)
    return [bus, bus]
  },
  redis: () => [overRedis(), overRedis()],
}

describe.each(['in process', 'redis'] as const)('bus: %s', (kind) => {
  test('BUS-1 A message reaches every subscriber of its topic on every node, once and in order', async () => {
    const [here, there] = kinds[kind]()
    const seen: Record<string, unknown[]> = { here: [], there: [], other: [] }
    here.subscribe('room:1', (message) => seen['here']?.push(message))
    there.subscribe('room:1', (message) => seen['there']?.push(message))
    there.subscribe('room:2', (message) => seen['other']?.push(message))
    await Promise.all([here.ready(), there.ready()])
    const sent = Array.from({ length: 200 }, (_, n) => ({ n, text: '開賣 🎉' }))
    for (const message of sent) here.publish('room:1', message)
    await expect.poll(() => [seen['here']?.length, seen['there']?.length]).toEqual([200, 200])
    // Nothing of another topic may come in this time.
    await sleep(20)
    expect(seen).toEqual({ here: sent, there: sent, other: [] })
  })

  test('BUS-2 A subscription ends when asked, the others on its topic go on', async () => {
    const [here, there] = kinds[kind]()
    const seen: string[] = []
    const same = () => seen.push('twice')
    const ends = [here.subscribe('a', () => seen.push('first')), here.subscribe('a', same), here.subscribe('a', same)]
    // What is published after it arrives after it.
    const fence = new EventEmitter()
    here.subscribe('fence', () => fence.emit('passed'))
    await here.ready()
    const say = async () => {
      seen.length = 0
      const passed = once(fence, 'passed')
      there.publish('a', {})
      there.publish('fence', {})
      await passed
      return [...seen]
    }
    expect(await say()).toEqual(['first', 'twice', 'twice'])
    ends[1]?.()
    ends[1]?.()
    expect(await say()).toEqual(['first', 'twice'])
    ends[0]?.()
    ends[2]?.()
    expect(await say()).toEqual([])
    here.subscribe('a', () => seen.push('again'))
    await here.ready()
    expect(await say()).toEqual(['again'])
  })

  test('BUS-3 A handler that throws keeps no message from the others and is counted', async () => {
    const [here] = kinds[kind]()
    let seen = 0
    here.subscribe('a', () => {
      throw new Error('broken handler')
    })
    here.subscribe('a', () => {
      seen += 1
    })
    await here.ready()
    here.publish('a', {})
    here.publish('a', {})
    await expect.poll(() => seen).toBe(2)
    expect(here.counts()).toEqual({ published: 2, delivered: 4, failed: 2 })
  })

  test('BUS-4 The subscriber gets what JSON carries, not the object of the publisher', async () => {
    const [here] = kinds[kind]()
    const seen: unknown[] = []
    here.subscribe('a', (message) => seen.push(message))
    await here.ready()
    const mine = { at: new Date(0), gone: undefined, n: 1 }
    here.publish('a', mine)
    mine.n = 2
    await expect.poll(() => seen).toEqual([{ at: '1970-01-01T00:00:00.000Z', n: 1 }])
  })

  test('BUS-5 Publishing never throws: what cannot be sent is counted', async () => {
    const [here] = kinds[kind]()
    const circle: { self?: object } = {}
    circle.self = circle
    here.subscribe('a', () => {})
    here.publish('a', circle)
    await expect.poll(() => here.counts().failed).toBe(1)
    await here.close()
    here.publish('a', {})
    await expect.poll(() => here.counts()).toEqual({ published: 2, delivered: 0, failed: 2 })
  })

  test('BUS-6 No handler runs after the bus is closed', async () => {
    const [here, there] = kinds[kind]()
    let seen = 0
    here.subscribe('a', () => {
      seen += 1
    })
    await here.ready()
    there.publish('a', {})
    await here.close()
    const atClose = seen
    if (here !== there) there.publish('a', {})
    // Nothing may come any more in this time.
    await sleep(50)
    expect(seen).toBe(atClose)
  })
})

/** A line to Redis that can be cut, and can stay cut. */
const line = async () => {
  const target = new URL(redis.url)
  const sockets = new Set<Socket>()
  let down = false
  const server = createServer((client) => {
    if (down) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `redis://127.0.0.1:${port}`,
    cut: () => {
      down = true
      for (const socket of sockets) socket.destroy()
    },
    repair: () => {
      down = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('bus: redis only', () => {
  test('BUS-7 After an outage the bus hears and speaks again by itself, with what was subscribed meanwhile', async () => {
    const cable = await line()
    const [near, far] = [overRedis(cable.url), overRedis()]
    const seen: string[] = []
    near.subscribe('before', () => seen.push('before'))
    far.subscribe('from near', () => seen.push('from near'))
    await Promise.all([near.ready(), far.ready()])

    cable.cut()
    // Long enough for both ends to notice; what follows holds whether they did or not.
    await sleep(50)
    near.subscribe('during', () => seen.push('during'))
    await near.ready()
    near.publish('from near', {})
    await expect.poll(() => near.counts().failed).toBe(1)

    cable.repair()
    await expect
      .poll(
        async () => {
          await near.ready()
          far.publish('before', {})
          far.publish('during', {})
          near.publish('from near', {})
          // Between two tries of the poll.
          await sleep(50)
          return [...new Set(seen)].sort()
        },
        { timeout: 30_000 },
      )
      .toEqual(['before', 'during', 'from near'])
    await near.close()
    cable.close()
  })

  test('BUS-8 A Redis that was never there neither throws nor stops the process from closing the bus', async () => {
    const bus = overRedis('redis://127.0.0.1:1')
    bus.subscribe('a', () => {})
    for (let i = 0; i < 10; i += 1) bus.publish('a', { i })
    await bus.ready()
    await expect.poll(() => bus.counts().failed).toBe(10)
    await bus.close()
  })

  test('BUS-9 Many topics share one listening connection', async () => {
    const [here, there] = kinds.redis()
    let seen = 0
    const ends = Array.from({ length: 500 }, (_, i) =>
      here.subscribe(`room:${i}`, () => {
        seen += 1
      }),
    )
    await here.ready()
    for (let i = 0; i < 500; i += 1) there.publish(`room:${i}`, {})
    await expect.poll(() => seen).toBe(500)
    for (const end of ends) end()
    await sleep(50)
    for (let i = 0; i < 500; i += 1) there.publish(`room:${i}`, {})
    await sleep(50)
    expect(here.counts().delivered).toBe(500)
  })
})
