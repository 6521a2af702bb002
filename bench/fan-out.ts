// Chat to everybody in a room: the CPU of our server per delivered message beside Socket.IO's, with the same client in
// the same run; and a room of ten thousand. Server and client have a core each where `taskset` stands.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../packages/server/test/servers.ts'
import type { Load, Told } from './fan-out-client.ts'
import type { Ready, ServerKind } from './fan-out-server.ts'

export interface BenchRow {
  readonly name: string
  readonly ours: number
  /** Undefined where no peer was measured. */
  readonly peer: number | undefined
  readonly unit: string
  /** How many times better than the peer. */
  readonly ratio: number | undefined
  /** The ratio to reach, or without a peer the figure not to exceed. */
  readonly goal: number
  readonly ok: boolean
}

/** live.md, Figures. */
const cpuRatioGoal = 5
/** With the database in the same process, whose work is counted too, and which the peer has not. */
const cpuRatioGoalEmbedded = 1
const crowdP99GoalMs = 600
const viewerKilobytesGoal = 25

interface Measured {
  /** CPU seconds of the server per million messages delivered. */
  readonly cpuPerMillion: number
  readonly p50: number
  readonly p99: number
  readonly allDelivered: boolean
  readonly kilobytesPerViewer: number
}

const isPinnable = process.platform === 'linux' && spawnSync('taskset', ['-V']).status === 0

const start = (file: string, core: number, args: readonly string[], env: Record<string, string>): ChildProcess => {
  const command = [process.execPath, fileURLToPath(new URL(file, import.meta.url)), ...args]
  const [program = '', ...rest] = isPinnable ? ['taskset', '-c', String(core), ...command] : command
  return spawn(program, rest, {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

const next = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`a process of the bench has ended (${String(code)})`)
    }),
  ])
  return message
}

const stop = async (child: ChildProcess): Promise<void> => {
  child.kill()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const clockTicks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100

/** User and system time of a process so far, in seconds; all its threads count. */
const cpuOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / clockTicks
}

const kilobytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

const measure = async (
  kind: ServerKind,
  load: Omit<Load, 'kind' | 'server'>,
  databaseUrl?: string,
): Promise<Measured> => {
  const server = start('./fan-out-server.ts', 0, [kind], databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
  const client = start('./fan-out-client.ts', 1, [], {})
  try {
    const { pid } = server
    const ready = await next<Ready>(server)
    if (pid === undefined) throw new Error('the server did not start')
    const before = kilobytesOf(pid)
    client.send({ ...load, kind, server: ready } satisfies Load)
    await next<Told>(client)
    const kilobytesPerViewer = (kilobytesOf(pid) - before) / load.viewers
    const cpuBefore = cpuOf(pid)
    const begins = next<Told>(client)
    client.send('go')
    await begins
    const ended = await next<Told>(client)
    if (ended.told !== 'ended') throw new Error('the client lost its thread')
    return {
      cpuPerMillion: ((cpuOf(pid) - cpuBefore) / ended.delivered) * 1e6,
      p50: ended.p50,
      p99: ended.p99,
      allDelivered: ended.delivered === ended.expected && ended.lost === 0,
      kilobytesPerViewer,
    }
  } finally {
    await Promise.all([stop(client), stop(server)])
  }
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

const against = (what: string, ours: Measured, peer: Measured, goal: number, smoke: boolean): BenchRow[] => {
  const ratio = peer.cpuPerMillion / ours.cpuPerMillion
  return [
    {
      name: `CPU per million deliveries, ${what} (Socket.IO)`,
      ours: round(ours.cpuPerMillion),
      peer: round(peer.cpuPerMillion),
      unit: 's',
      ratio: round(ratio, 1),
      goal,
      // A second or two is too short for a figure: then it counts that everything arrived.
      ok: ours.allDelivered && (smoke || ratio >= goal),
    },
    {
      name: `p99 of send to received, ${what} (Socket.IO)`,
      ours: round(ours.p99, 0),
      peer: round(peer.p99, 0),
      unit: 'ms',
      ratio: round(peer.p99 / ours.p99, 1),
      goal: 0,
      ok: ours.allDelivered,
    },
  ]
}

/** `smoke` is short and proves only that it runs and that every message arrives. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const load = smoke
    ? { viewers: 100, perSecond: 50, seconds: 2, length: 120, readEvery: 1 }
    : { viewers: 1_000, perSecond: 100, seconds: 10, length: 120, readEvery: 1 }
  const what = `${load.viewers} viewers × ${load.perSecond} messages/s`
  const peer = await measure('socketio', load)
  const hub = await measure('hub', load)
  const embedded = await measure('pglite', load)
  const database = await startPostgres({ durable: true })
  try {
    const onPostgres = await measure('postgres', load, database.url)
    const crowd = smoke
      ? { viewers: 300, perSecond: 20, seconds: 2, length: 120, readEvery: 10 }
      : { viewers: 10_000, perSecond: 50, seconds: 20, length: 120, readEvery: 100 }
    const crowded = await measure('postgres', crowd, database.url)
    const crowdName = `${crowd.viewers} viewers × ${crowd.perSecond} messages/s, committed to PostgreSQL`
    return [
      ...against(`${what}, fan-out alone`, hub, peer, cpuRatioGoal, smoke),
      ...against(`${what}, said, committed to PostgreSQL and acknowledged`, onPostgres, peer, cpuRatioGoal, smoke),
      ...against(
        `${what}, said, committed to PGlite in the process and acknowledged`,
        embedded,
        peer,
        cpuRatioGoalEmbedded,
        smoke,
      ),
      {
        name: `p99 of send to received, ${crowdName}`,
        ours: round(crowded.p99, 0),
        peer: undefined,
        unit: 'ms',
        ratio: undefined,
        goal: crowdP99GoalMs,
        ok: crowded.allDelivered && (smoke || crowded.p99 < crowdP99GoalMs),
      },
      {
        name: `memory of the server a viewer, ${crowdName}`,
        ours: round(crowded.kilobytesPerViewer, 1),
        peer: undefined,
        unit: 'kB',
        ratio: undefined,
        goal: viewerKilobytesGoal,
        ok: smoke || crowded.kilobytesPerViewer < viewerKilobytesGoal,
      },
    ]
  } finally {
    await database.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))
