// A letter to a hundred thousand people: how long until all are queued through the console's own call, how much the database
// grows, and how fast one worker hands them to a mail server, in turn with nodemailer's pool, which is given the same letters
// ready-made and writes nothing down. Then a pasted list with rubbish. --embedded leaves PostgreSQL out.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { callApi, loginApi } from '../e2e/harness/api.ts'
import { freeTextBody } from '../packages/server/test/sending.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { secretOfRun } from './checkout-client.ts'
import { benchAccount, hourMs } from './letters-firm.ts'
import { countPasted } from './letters-pasted.ts'
import type { PeerRun } from './letters-peer.ts'
import type { AskServer, Progress, Ready } from './letters-server.ts'
import type { AskSink, Taken } from './letters-sink.ts'
import type { BenchRow } from './process.ts'

/** letters.md, Reach. */
const goals = { queueSeconds: 10, growthMegabytes: 200, ratio: 3, perSecond: 2_000, countSeconds: 5 } as const
const sizes = {
  whole: { people: 100_000, peer: 20_000, reminded: 10_000 },
  smoke: { people: 300, peer: 100, reminded: 200 },
} as const
const lookEveryMs = 100
/** As many as the peer is handed at once; as many connections as it has, ten, are ours by default. */
const lettersAtOnce = 100

const start = (file: string, args: readonly string[], env: Record<string, string>): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    execArgv: [],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
  })

const next = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`a process of the bench has ended (${String(code)})`)
    }),
  ])
  return message
}

/** One question at a time. */
const asked = async <T>(child: ChildProcess, ask: AskServer | AskSink): Promise<T> => {
  const answer = next<T>(child)
  child.send(ask)
  return answer
}

const close = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.send('close')
  await ended
}

interface Sink {
  readonly url: string
  readonly begin: () => Promise<Taken>
  readonly taken: () => Promise<Taken>
  readonly close: () => Promise<void>
}

const startSink = async (): Promise<Sink> => {
  const child = start('./letters-sink.ts', [], {})
  const { port } = await next<{ port: number }>(child)
  return {
    url: `smtp://127.0.0.1:${port}`,
    begin: () => asked(child, 'begin'),
    taken: () => asked(child, 'taken'),
    close: () => close(child),
  }
}

const measurePeer = async (sink: Sink, count: number): Promise<PeerRun> => {
  await sink.begin()
  const run = await next<PeerRun>(start('./letters-peer.ts', [sink.url, String(count)], {}))
  const { letters } = await sink.taken()
  if (letters !== count) throw new Error(`the peer has sent ${letters} of ${count} letters`)
  return run
}

interface Measured {
  readonly queueSeconds: number
  readonly growthBytes: number
  readonly sendSeconds: number
  readonly sendCpuSeconds: number
  readonly peakBytes: number
  readonly countSeconds: number
  /** From the moment they were due. */
  readonly remindSeconds: number
  readonly remindCpuSeconds: number
}

const measure = async (
  sink: Sink,
  { people, reminded }: { readonly people: number; readonly reminded: number },
  databaseUrl: string | undefined,
): Promise<Measured> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaimai-letters-'))
  const server = start('./letters-server.ts', [String(people), String(reminded)], {
    KAIMAI_DATA: dataDir,
    KAIMAI_DEMO: '0',
    KAIMAI_SECRET: secretOfRun,
    LOG_LEVEL: 'error',
    SMTP_URL: `${sink.url}?lettersAtOnce=${lettersAtOnce}`,
    PORT: '0',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  const progress = () => asked<Progress>(server, 'progress')
  try {
    const { origin, signupId, nowMs } = await next<Ready>(server)
    const { headers } = await loginApi(origin, benchAccount.account, benchAccount.password)
    const { id: letterTemplateId } = await callApi(
      origin,
      letterTemplateRoutes.create,
      { body: freeTextBody() },
      headers,
    )
    const before = await progress()
    const audience = { kind: 'form' as const, signupId }
    const scheduledAt = new Date(nowMs + hourMs / 2).toISOString()
    const body = { title: '秋窯開賣', letterTemplateId, audience, scheduledAt }
    const beganAt = performance.now()
    await callApi(origin, sendingRoutes.create, { body }, headers)
    let queued = await progress()
    while (queued.queued < people) {
      await sleep(lookEveryMs)
      queued = await progress()
    }
    const queueSeconds = (performance.now() - beganAt) / 1000
    const countSeconds = await countPasted(origin, headers, people)
    await sink.begin()
    const ready = await progress()
    const after = await asked<Progress>(server, 'hand over')
    const taken = await sink.taken()
    if (after.sent !== people || taken.letters !== people || taken.addresses !== people)
      throw new Error(`${after.sent} of ${people} are sent, ${taken.letters} were taken, for ${taken.addresses}`)
    await sink.begin()
    const last = await asked<Progress>(server, 'remind')
    const reminders = await sink.taken()
    if (reminders.letters !== reminded || reminders.addresses !== reminded)
      throw new Error(`${reminders.letters} reminders have left for ${reminders.addresses} of ${reminded} people`)
    return {
      queueSeconds,
      growthBytes: queued.databaseBytes - before.databaseBytes,
      sendSeconds: after.sendSeconds,
      sendCpuSeconds: after.cpuSeconds - ready.cpuSeconds,
      peakBytes: after.peakBytes,
      countSeconds,
      remindSeconds: last.sendSeconds,
      remindCpuSeconds: last.cpuSeconds - after.cpuSeconds,
    }
  } finally {
    await close(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

const row = (name: string, ours: number, unit: string, goal?: number, ok = true): BenchRow => ({
  name,
  ours: round(ours),
  peer: undefined,
  unit,
  ratio: undefined,
  goal,
  ok,
})

/** Ours beside the peer’s runs; `isJudged`: the goals are for this database. */
const rowsOf = (
  what: string,
  {
    people,
    reminded,
    measured,
    peers,
    peerLetters,
    isJudged,
  }: {
    readonly people: number
    readonly reminded: number
    readonly measured: Measured
    readonly peers: readonly PeerRun[]
    /** Of each of its runs. */
    readonly peerLetters: number
    readonly isJudged: boolean
  },
): BenchRow[] => {
  const { queueSeconds, growthBytes, sendSeconds, sendCpuSeconds, peakBytes, countSeconds } = measured
  const ofPeers = (part: keyof PeerRun): number => peers.reduce((sum, run) => sum + run[part], 0)
  const sentByPeers = peers.length * peerLetters
  const perSecond = people / sendSeconds
  const peerPerSecond = sentByPeers / ofPeers('seconds')
  const growth = growthBytes / 1e6
  const ratio = perSecond / peerPerSecond
  const cpu = (sendCpuSeconds / people) * 1e6
  const peerCpu = (ofPeers('cpuSeconds') / sentByPeers) * 1e6
  const count = people.toLocaleString('en')
  const goal = (wanted: number): number | undefined => (isJudged ? wanted : undefined)
  return [
    row(
      `${count} recipients queued by one call, ${what}`,
      queueSeconds,
      's',
      goal(goals.queueSeconds),
      !isJudged || queueSeconds <= goals.queueSeconds,
    ),
    row(
      `growth of the database by them, ${what}`,
      growth,
      'MB',
      goal(goals.growthMegabytes),
      !isJudged || growth <= goals.growthMegabytes,
    ),
    {
      name: `letters handed to a mail server by one worker, ${goals.perSecond} a second at least, ${what} (nodemailer’s pool)`,
      ours: round(perSecond, 0),
      peer: round(peerPerSecond, 0),
      unit: 'letters/s',
      ratio: round(ratio, 2),
      goal: goal(goals.ratio),
      ok: !isJudged || (ratio >= goals.ratio && perSecond >= goals.perSecond),
    },
    {
      name: `CPU of the process a letter, ${what} (nodemailer’s pool)`,
      ours: round(cpu, 0),
      peer: round(peerCpu, 0),
      unit: 'µs',
      ratio: round(peerCpu / cpu, 2),
      goal: undefined,
      ok: true,
    },
    row(`the most memory that the process has held, ${what}`, peakBytes / 1e6, 'MB'),
    row(
      `${count} pasted lines, three in ten of them rubbish, counted by reason, ${what}`,
      countSeconds,
      's',
      goal(goals.countSeconds),
      !isJudged || countSeconds <= goals.countSeconds,
    ),
    row(
      `${reminded.toLocaleString('en')} people of a session reminded, until the last letter has left, ${what}`,
      measured.remindSeconds,
      's',
    ),
    row(
      `CPU of the process a reminder, with its link and its turn, ${what}`,
      (measured.remindCpuSeconds / reminded) * 1e6,
      'µs',
    ),
  ]
}

/** `smoke`: a few hundred on PGlite, which shows that each leaves once. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const { people, peer, reminded } = sizes[smoke ? 'smoke' : 'whole']
  const sink = await startSink()
  const rows: BenchRow[] = []
  // In turn, for a machine's speed changes within minutes.
  const compare = async (what: string, databaseUrl: string | undefined): Promise<void> => {
    const before = await measurePeer(sink, peer)
    const measured = await measure(sink, { people, reminded }, databaseUrl)
    const peers = [before, await measurePeer(sink, peer)]
    rows.push(
      ...rowsOf(what, { people, reminded, measured, peers, peerLetters: peer, isJudged: databaseUrl !== undefined }),
    )
  }
  try {
    if (!smoke && !process.argv.includes('--embedded')) {
      const postgres = await startPostgres({ durable: true })
      try {
        await compare('PostgreSQL', postgres.url)
      } finally {
        await postgres.stop()
      }
    }
    await compare('PGlite', undefined)
    return rows
  } finally {
    await sink.close()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))
