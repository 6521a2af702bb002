// The client's side of checkout.ts: starts the server in a process of its own, and speaks to it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Profile } from './checkout-profile.ts'
import type { Answered, Ask, Asked, Begun, Progress, Ready } from './checkout-server.ts'

export const secretOfRun = 'only for this run and long enough for a secret'

export interface ServeOptions {
  readonly databaseUrl: string | undefined
  readonly viewers: number
  readonly products: number
}

export interface Served {
  readonly ready: Ready
  /** The process of its PostgreSQL; undefined on PGlite, which has none. */
  readonly postmaster: string | undefined
  readonly progress: () => Promise<Progress>
  readonly setStock: (stock: number) => Promise<unknown>
  /** What the payment company knows of a payment, by the token of its page. */
  readonly begun: (token: string) => Promise<Begun>
  readonly profile: () => Promise<unknown>
  readonly profiled: () => Promise<Profile>
  readonly close: () => Promise<void>
}

const serverFile = fileURLToPath(new URL('./checkout-server.ts', import.meta.url))

/** With `databaseUrl` on PostgreSQL and without the worker role, else on PGlite with all roles. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const { databaseUrl, viewers, products } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'kaimai-checkout-'))
  const child = fork(serverFile, [String(viewers), String(products)], {
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      KAIMAI_DATA: dataDir,
      KAIMAI_DEMO: '0',
      KAIMAI_SECRET: secretOfRun,
      LOG_LEVEL: 'error',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, ROLES: 'console,room,purchase' }),
    },
  })
  const ended = once(child, 'exit')
  const waiting = new Map<number, (answer: never) => void>()
  let lastId = 0
  const [ready] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`the server did not start (${String(code)})`)
    }),
  ])
  child.on('message', ({ id, answer }: Answered) => {
    waiting.get(id)?.(answer as never)
    waiting.delete(id)
  })
  const ask = <A>(request: Ask): Promise<A> =>
    new Promise((resolve) => {
      lastId += 1
      waiting.set(lastId, resolve)
      child.send({ id: lastId, given: request } satisfies Asked)
    })
  return {
    ready,
    postmaster: postmasterOf(ready.databasePid),
    progress: () => ask({ ask: 'progress' }),
    setStock: (stock) => ask({ ask: 'stock', stock }),
    begun: (token) => ask({ ask: 'begun', token }),
    profile: () => ask({ ask: 'profile' }),
    profiled: () => ask({ ask: 'profiled' }),
    close: async () => {
      child.send({ id: 0, given: { ask: 'close' } } satisfies Asked)
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Reply {
  readonly status: number
  readonly text: string
}

/** Calls over connections that stay open; a string as body is a form. */
export const client = (origin: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return (method: string, path: string, body: object | string | undefined, headers: Record<string, string>) =>
    new Promise<Reply>((resolve, reject) => {
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
      const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
      const length = { 'content-type': type, 'content-length': Buffer.byteLength(text) }
      const sent = body === undefined ? headers : { ...headers, ...length }
      const asked = request(origin + path, { agent, method, headers: sent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        )
      })
      asked.on('error', reject)
      asked.end(text)
    })
}
export type Call = ReturnType<typeof client>

/** The data of an answer that must be one. */
export const wanted = async (reply: ReturnType<Call>): Promise<Record<string, unknown>> => {
  const { status, text } = await reply
  if (status !== 200) throw new Error(`answered with ${status}: ${text.slice(0, 200)}`)
  return JSON.parse(text).data
}

const ticksPerSecond = 100

const statOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

/** The PostgreSQL that a backend belongs to, asked while the backend lives: pools end connections that rest. */
export const postmasterOf = (backendPid: number | undefined): string | undefined =>
  backendPid === undefined || !existsSync('/proc/self/stat') ? undefined : statOf(String(backendPid))[1]

/** CPU time so far of a PostgreSQL with all its processes, in milliseconds; 0 without one, and where /proc doesn't tell. */
export const postgresCpuMs = (postmaster: string | undefined): number => {
  if (postmaster === undefined) return 0
  const times = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = statOf(pid)
        // Those that have ended are in the postmaster's sum of its children.
        if (pid === postmaster) return stat.slice(11, 15)
        return stat[1] === postmaster ? stat.slice(11, 13) : []
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
  return (times.reduce((sum, ticks) => sum + Number(ticks), 0) * 1000) / ticksPerSecond
}
