import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { Fact, protocolVersion, type RoomEvent, socketPath } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, startRedis } from '../packages/server/test/servers.ts'
import { callApi, loginApi } from './harness/api.ts'
import { removeData, type RunningServer, startServer } from './harness/server.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
let nodes: RunningServer[]
let streamId: string

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, KAIMAI_SECRET: 's'.repeat(40) }
  const first = await startServer({ env })
  // The second shares database, bus and files; it fills in nothing.
  nodes = [first, await startServer({ env, dataDir: first.dataDir })]
  const { headers } = await loginApi(first.url, 'demo', 'kaimai-demo')
  const [video] = (await callApi(first.url, videoRoutes.list, {}, headers)).items
  const live = await callApi(
    first.url,
    liveRoutes.create,
    {
      body: {
        liveName: '兩台',
        platformType: 'video',
        videoId: video?.id ?? '',
        beginAt: new Date(Date.now() + 3_600_000).toISOString(),
        waitingMinutes: 1440,
        publish: true,
      },
    },
    headers,
  )
  streamId = live.streamId
}, 180_000)

afterAll(async () => {
  for (const node of nodes ?? []) await node.kill()
  if (nodes?.[0]) await removeData(nodes[0])
  await redis?.stop()
  await postgres?.stop()
})

/** A viewer's line to one node, with all that it heard. */
const enter = async (node: RunningServer, viewerKey: string | undefined, after = 0) => {
  const joined = await callApi(node.url, roomRoutes.join, {
    body: { streamId, name: '觀眾', ...(viewerKey ? { viewerKey } : {}) },
  })
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}${socketPath}`, {
    headers: { origin: node.url },
  } as never)
  const heard: RoomEvent[] = []
  const acknowledged: string[] = []
  const waiting = new Set<() => void>()
  socket.addEventListener('message', (event: MessageEvent) => {
    const fact = Fact.parse(JSON.parse(String(event.data)))
    if (fact.t === 'joined' || fact.t === 'frame') heard.push(...fact.events)
    if (fact.t === 'said') acknowledged.push(fact.id)
    for (const look of waiting) look()
  })
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  let isIn = false
  socket.addEventListener(
    'message',
    () => {
      isIn = true
    },
    { once: true },
  )
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('no line')))
  })
  socket.send(JSON.stringify({ t: 'join', v: protocolVersion, ticket: joined.ticket, seq: after }))
  await until(() => isIn)
  return {
    viewerKey: joined.viewerKey,
    texts: () =>
      heard.flatMap((event) => (event.kind === 'commented' && 'seq' in event ? [`${event.seq} ${event.text}`] : [])),
    lastSeq: () => Math.max(0, ...heard.flatMap((event) => ('seq' in event ? [event.seq] : []))),
    acknowledged: () => acknowledged,
    say: (id: string, text: string) => socket.send(JSON.stringify({ t: 'say', id, text })),
    until,
    close: () => socket.close(),
  }
}

test('NODE-1 viewers of two processes on Redis and PostgreSQL see the same messages in the same order; a killed process loses none that was acknowledged', async () => {
  const [one, two] = nodes
  if (!one || !two) throw new Error('no nodes')
  const [anna, bert] = [await enter(one, undefined), await enter(two, undefined)]
  for (let n = 0; n < 4; n += 1) {
    anna.say(`anna-message-${n}`, `A${n}`)
    bert.say(`bert-message-${n}`, `B${n}`)
  }
  await anna.until(() => anna.acknowledged().length === 4 && anna.texts().length === 8)
  await bert.until(() => bert.acknowledged().length === 4 && bert.texts().length === 8)
  expect(anna.texts()).toEqual(bert.texts())

  await one.kill()
  bert.say('bert-message-after', 'B after the end')
  await bert.until(() => bert.acknowledged().length === 5)
  const again = await enter(two, anna.viewerKey, anna.lastSeq())
  again.say('anna-message-3', 'A3')
  again.say('anna-message-4', 'A4')
  await again.until(() => again.acknowledged().length === 2 && again.texts().length >= 2)
  await bert.until(() => bert.texts().length === 10)
  expect(again.texts()).toEqual(bert.texts().slice(8))
  expect(bert.texts().filter((text) => text.endsWith(' A3')).length).toBe(1)
})
