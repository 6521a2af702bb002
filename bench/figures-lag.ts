// How far the dashboard of a running live is behind: from a viewer's first word to the room until the dashboard, asked over and
// over, has counted them. Over HTTP, of a whole server with its own jobs, on both databases.
import { setTimeout as sleep } from 'node:timers/promises'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { callApi, loginApi } from '../e2e/harness/api.ts'
import { startLive } from '../e2e/harness/evening.ts'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { openRawSocket } from '../e2e/harness/raw-socket.ts'
import { removeData, type RunningServer, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { type BenchRow, medianOf } from './process.ts'

const viewers = 40
const smokeViewers = 2
/** The dashboard of a running live is at most so old. */
const goalMs = 5_000
const lookEveryMs = 100
/** What is not counted by then never will be. */
const longestMs = 60_000
/** No multiple of the roll-up's two seconds: they come at any time between two of its turns. */
const betweenMs = 730

const measure = async ({ url, port }: RunningServer, where: string, smoke: boolean): Promise<BenchRow> => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const { live } = await startLive(url, 'figures-lag', [], {}, headers)
  const took: number[] = []
  const entered = async (): Promise<number> =>
    (await callApi(url, figureRoutes.dashboard, { query: { liveId: live.id } }, headers)).liveJoinTimes
  for (let count = 1; count <= (smoke ? smokeViewers : viewers); count += 1) {
    const body = { streamId: live.streamId, name: `viewer ${count}` }
    const { ticket } = await callApi(url, roomRoutes.join, { body })
    const socket = await openRawSocket({ port, onText: () => {}, onEnd: () => {} })
    const cameAt = performance.now()
    socket.send(JSON.stringify({ t: 'join', v: protocolVersion, ticket, seq: 0 }))
    while ((await entered()) < count) {
      if (performance.now() - cameAt > longestMs) throw new Error(`${where}: viewer ${count} was never counted`)
      await sleep(lookEveryMs)
    }
    took.push(performance.now() - cameAt)
    socket.end()
    await sleep(betweenMs)
  }
  process.stderr.write(`${where}: ${took.map((ms) => ms.toFixed(0)).join(' ')} ms\n`)
  const slowest = Math.max(...took)
  const middle = `${took.length} viewers, p50 ${medianOf(took).toFixed(0)} ms`
  return {
    name: `behind a running live at most, ${where} (${middle})`,
    ours: Math.round(slowest),
    peer: undefined,
    unit: 'ms',
    ratio: undefined,
    goal: goalMs,
    ok: smoke || slowest <= goalMs,
  }
}

const onServer = async (env: Readonly<Record<string, string>>, where: string, smoke: boolean): Promise<BenchRow> => {
  const server = await startServer({ env })
  try {
    await untilDemoIsFilled(server.url, server.dataDir)
    return await measure(server, where, smoke)
  } finally {
    await server.stop()
    await removeData(server)
  }
}

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const onPglite = await onServer({}, 'PGlite', smoke)
  const postgres = await startPostgres({ durable: true })
  try {
    const env = { DATABASE_URL: postgres.url, KAIMAI_SECRET: 'x'.repeat(40) }
    return [onPglite, await onServer(env, 'PostgreSQL', smoke)]
  } finally {
    await postgres.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))
