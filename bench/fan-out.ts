// Chat to everybody in a room: the CPU of our server per delivered message beside Socket.IO's, with the same client in
// the same run; and a room of ten thousand. Server and client have a core each where `taskset` stands. With --embedded
// only what PGlite stores is measured, beside Socket.IO.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../packages/server/test/servers.ts'
import type { Load, RunReport } from './fan-out-client.ts'
import type { Ready, ServerKind } from './fan-out-server.ts'
import { findMosquitto, startMosquitto, stopMosquitto } from './mosquitto.ts'
import { type BenchRow, cpuSeconds, medianOf } from './process.ts'

/** live.md, Figures. */
const cpuRatioGoal = 5
/** Larger crowds at fewer messages: live.md asks for nothing, but it must not be dearer. */
const cpuRatioGoalFullRoom = 1
/** With the database in the same process, whose work is counted too, and which the peer has not. */
const cpuRatioGoalEmbedded = 1
const fullRoomP99GoalMs = 600
const viewerKilobytesGoal = 25

interface Measured {
  readonly deliveredPerSecond: number
  /** CPU seconds of the server per million messages delivered. */
  readonly cpuPerMillion: number
  readonly p50: number
  readonly p99: number
  readonly allDelivered: boolean
  readonly kilobytesPerViewer: number
}

const isPinnable = process.platform === 'linux' && spawnSync('taskset', ['-V']).status === 0
const onCore = (core: number): readonly string[] => (isPinnable ? ['taskset', '-c', String(core)] : [])

const start = (file: string, core: number, args: readonly string[], env: Record<string, string>): ChildProcess => {
  const [program = '', ...rest] = [
    ...onCore(core),
    process.execPath,
    fileURLToPath(new URL(file, import.meta.url)),
    ...args,
  ]
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

const kilobytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

interface RunningServer {
  readonly pid: number
  readonly ready: Ready
  readonly stop: () => Promise<void>
}

const startOurs = async (kind: ServerKind, databaseUrl: string | undefined): Promise<RunningServer> => {
  const server = start('./fan-out-server.ts', 0, [kind], databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
  const ready = await next<Ready>(server)
  if (server.pid === undefined) throw new Error('the server did not start')
  return { pid: server.pid, ready, stop: () => stop(server) }
}

const startBroker = async (program: string): Promise<RunningServer> => {
  const broker = await startMosquitto(program, onCore(0))
  if (broker.process.pid === undefined) throw new Error('the broker did not start')
  const ready = { port: broker.port, controlPort: 0, firmId: '', liveId: '' }
  return { pid: broker.process.pid, ready, stop: () => stopMosquitto(broker) }
}

const measureOn = async (
  kind: Load['kind'],
  load: Omit<Load, 'kind' | 'server'>,
  server: RunningServer,
): Promise<Measured> => {
  const client = start('./fan-out-client.ts', 1, [], {})
  try {
    const { pid } = server
    const before = kilobytesOf(pid)
    client.send({ ...load, kind, server: server.ready } satisfies Load)
    await next<RunReport>(client)
    const kilobytesPerViewer = (kilobytesOf(pid) - before) / load.viewers
    const cpuBefore = cpuSeconds(pid)
    const begins = next<RunReport>(client)
    client.send('go')
    await begins
    const ended = await next<RunReport>(client)
    if (ended.kind !== 'ended') throw new Error('the client lost its thread')
    return {
      deliveredPerSecond: ended.delivered / ended.seconds,
      cpuPerMillion: ((cpuSeconds(pid) - cpuBefore) / ended.delivered) * 1e6,
      p50: ended.p50,
      p99: ended.p99,
      allDelivered: ended.delivered === ended.expected && ended.lost === 0,
      kilobytesPerViewer,
    }
  } finally {
    await Promise.all([stop(client), server.stop()])
  }
}

const measure = async (
  kind: ServerKind,
  load: Omit<Load, 'kind' | 'server'>,
  databaseUrl?: string,
): Promise<Measured> => measureOn(kind, load, await startOurs(kind, databaseUrl))

const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

/** Of several times the middle of each figure; one time in which a message was lost counts as all. */
const middleOf = (times: readonly Measured[]): Measured => {
  const of = (pick: (time: Measured) => number) => medianOf(times.map(pick))
  return {
    deliveredPerSecond: of(({ deliveredPerSecond }) => deliveredPerSecond),
    cpuPerMillion: of(({ cpuPerMillion }) => cpuPerMillion),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    allDelivered: times.every(({ allDelivered }) => allDelivered),
    kilobytesPerViewer: of(({ kilobytesPerViewer }) => kilobytesPerViewer),
  }
}

const turns = { whole: 3, smoke: 1 } as const

/** Each in its turn, the round again and again: machines differ twofold within minutes. */
const inTurns = async <Name extends string>(
  size: keyof typeof turns,
  measures: Readonly<Record<Name, (() => Promise<Measured>) | undefined>>,
): Promise<Record<Name, Measured>> => {
  const names = (Object.keys(measures) as Name[]).filter((name) => measures[name] !== undefined)
  const times = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<Name, Measured[]>
  for (let turn = 0; turn < turns[size]; turn += 1)
    for (const name of names) times[name].push((await measures[name]?.()) as Measured)
  return Object.fromEntries(names.map((name) => [name, middleOf(times[name])])) as Record<Name, Measured>
}

interface Peer {
  readonly name: string
  readonly measured: Measured
}

/** Ours beside a peer: all that is measured, each with the ratio to reach. */
const against = (
  what: string,
  ours: Measured,
  { name, measured }: Peer,
  cpuGoal: number,
  smoke: boolean,
): BenchRow[] => {
  const row = (
    title: string,
    unit: string,
    digits: number,
    pick: (of: Measured) => number,
    more: 'is better' | 'is worse',
    goal: number | undefined,
  ): BenchRow => {
    const ratio = more === 'is better' ? pick(ours) / pick(measured) : pick(measured) / pick(ours)
    return {
      name: `${title}, ${what} (${name})`,
      ours: round(pick(ours), digits),
      peer: round(pick(measured), digits),
      unit,
      ratio: round(ratio, 1),
      goal,
      // A second or two is too short for a figure: then it counts that everything arrived.
      ok: ours.allDelivered && (smoke || goal === undefined || ratio >= goal),
    }
  }
  return [
    row('delivered', 'messages/s', 0, ({ deliveredPerSecond }) => deliveredPerSecond, 'is better', undefined),
    row('CPU per million deliveries', 's', 2, ({ cpuPerMillion }) => cpuPerMillion, 'is worse', cpuGoal),
    row('p50 of send to received', 'ms', 0, ({ p50 }) => p50, 'is worse', undefined),
    row('p99 of send to received', 'ms', 0, ({ p99 }) => p99, 'is worse', undefined),
    row(
      'memory of the server a viewer',
      'kB',
      1,
      ({ kilobytesPerViewer }) => kilobytesPerViewer,
      'is worse',
      undefined,
    ),
  ]
}

const length = 120
/** Viewers and messages a second: as many deliveries each time, which every peer still carries. */
const crowds = {
  whole: [
    { viewers: 1_000, perSecond: 100, seconds: 10, length, readEvery: 1 },
    { viewers: 5_000, perSecond: 20, seconds: 10, length, readEvery: 100 },
    { viewers: 10_000, perSecond: 10, seconds: 10, length, readEvery: 100 },
  ],
  smoke: [{ viewers: 100, perSecond: 50, seconds: 1, length, readEvery: 1 }],
} as const
/** live.md, Figures: what one process must carry. */
const largest = {
  whole: { viewers: 10_000, perSecond: 50, seconds: 20, length, readEvery: 100 },
  smoke: { viewers: 300, perSecond: 20, seconds: 2, length, readEvery: 10 },
} as const

const limit = (name: string, ours: number, unit: string, goal: number, ok: boolean): BenchRow => ({
  name,
  ours,
  peer: undefined,
  unit,
  ratio: undefined,
  goal,
  ok,
})

const inProcess = ({ viewers, perSecond }: { readonly viewers: number; readonly perSecond: number }): string =>
  `${viewers} viewers × ${perSecond} messages/s, said, committed to PGlite in the process and acknowledged`

const embeddedAlone = async (size: keyof typeof crowds): Promise<BenchRow[]> => {
  const [load] = crowds[size]
  const { peer, embedded } = await inTurns(size, {
    peer: () => measure('socketio', load),
    embedded: () => measure('pglite', load),
  })
  const socketIo: Peer = { name: 'Socket.IO', measured: peer }
  return against(inProcess(load), embedded, socketIo, cpuRatioGoalEmbedded, size === 'smoke')
}

/** `smoke` is short and proves only that it runs and that every message arrives. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const size = smoke ? 'smoke' : 'whole'
  const broker = findMosquitto()
  if (broker === undefined) process.stderr.write('Mosquitto is not installed: fan-out goes without it as a peer.\n')
  if (process.argv.includes('--embedded')) return embeddedAlone(size)
  const rows: BenchRow[] = []
  const database = await startPostgres({ durable: true })
  try {
    for (const [at, load] of crowds[size].entries()) {
      const what = `${load.viewers} viewers × ${load.perSecond} messages/s`
      const figures = await inTurns(size, {
        socketIo: () => measure('socketio', load),
        registry: () => measure('hub', load),
        committed: () => measure('postgres', load, database.url),
        mosquitto:
          broker === undefined ? undefined : async () => measureOn('mosquitto', load, await startBroker(broker)),
        embedded: at === 0 ? () => measure('pglite', load) : undefined,
      })
      const { registry } = figures
      const socketIo: Peer = { name: 'Socket.IO', measured: figures.socketIo }
      const said = `${what}, said, committed to PostgreSQL and acknowledged`
      const cpuGoal = at === 0 ? cpuRatioGoal : cpuRatioGoalFullRoom
      rows.push(
        ...against(`${what}, fan-out alone`, registry, socketIo, cpuGoal, smoke),
        ...against(said, figures.committed, socketIo, cpuGoal, smoke),
      )
      if (broker !== undefined) {
        const mosquitto: Peer = { name: 'Mosquitto', measured: figures.mosquitto }
        rows.push(...against(`${what}, fan-out alone`, registry, mosquitto, 1, smoke))
      }
      if (at === 0) rows.push(...against(inProcess(load), figures.embedded, socketIo, cpuRatioGoalEmbedded, smoke))
    }
    const connectionLimits = largest[size]
    const crowded = await measure('postgres', connectionLimits, database.url)
    const name = `${connectionLimits.viewers} viewers × ${connectionLimits.perSecond} messages/s, committed to PostgreSQL`
    const { p99, kilobytesPerViewer, allDelivered } = crowded
    return [
      ...rows,
      limit(
        `p99 of send to received, ${name}`,
        round(p99, 0),
        'ms',
        fullRoomP99GoalMs,
        allDelivered && (smoke || p99 < fullRoomP99GoalMs),
      ),
      limit(
        `memory of the server a viewer, ${name}`,
        round(kilobytesPerViewer, 1),
        'kB',
        viewerKilobytesGoal,
        smoke || kilobytesPerViewer < viewerKilobytesGoal,
      ),
    ]
  } finally {
    await database.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))
