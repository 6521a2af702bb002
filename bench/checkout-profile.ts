// What the server does for an order, on request: its statements, and its CPU by package.
import { type Profiler, Session } from 'node:inspector/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'

export interface Profile {
  /**
   * Texts that the database was asked, with how often; commands of a transaction that go with a statement are among them.
   * `ms`: on PGlite, from asking to the answer, for one is asked at a time; 0 on PostgreSQL.
   */
  readonly statements: readonly { readonly text: string; readonly count: number; readonly ms: number }[]
  /** Milliseconds of the main thread by package, or by folder of our own. */
  readonly cpu: readonly { readonly of: string; readonly ms: number }[]
  /** Milliseconds of all other threads of the process: on PGlite the database's. */
  readonly otherThreadsMs: number
}

const everyMicroseconds = 500

const ownerOf = ({ url, functionName }: Profiler.ProfileNode['callFrame']): string => {
  const packages = url.split('/node_modules/')
  const last = packages.at(-1)
  if (packages.length > 1 && last !== undefined) return /^(@[^/]+\/)?[^/]+/.exec(last)?.[0] ?? last
  const own = /\/packages\/(\w+)\/src\/((?:modules\/)?[^/]+)/.exec(url)
  if (own) return `${own[1]}/${own[2]}`
  if (url.startsWith('node:')) return 'node'
  // What is not JavaScript has no address: the calls of the system among it.
  return url === '' ? functionName || 'other' : 'other'
}

type Query = typeof Client.prototype.query
type Post = typeof Worker.prototype.postMessage

/** What the thread of PGlite is asked (platform/db/pglite-protocol.ts), as far as it is counted. */
interface AskedOfThread {
  readonly id?: number
  readonly sql?: string
  readonly around?: { readonly before?: readonly string[] }
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
const otherThreadsMs = (): number => cpuMs(process.cpuUsage()) - cpuMs(process.threadCpuUsage())

/** Begins; the function it answers ends it and says what was seen. */
export const startProfile = async (): Promise<() => Promise<Profile>> => {
  const counts = new Map<string, { count: number; ms: number }>()
  const of = (text: string) => {
    const known = counts.get(text) ?? { count: 0, ms: 0 }
    counts.set(text, known)
    return known
  }
  const count = (text: string): void => void (of(text).count += 1)
  const query: Query = Client.prototype.query
  const counted = function (this: Client, asked: string | { readonly text: string }, ...more: unknown[]) {
    count(typeof asked === 'string' ? asked : asked.text)
    return Reflect.apply(query, this, [asked, ...more])
  }
  Client.prototype.query = counted as Query
  const post: Post = Worker.prototype.postMessage
  const posted = function (this: Worker, message: AskedOfThread | undefined, ...more: unknown[]) {
    if (message?.sql !== undefined) {
      const { sql, id, around } = message
      for (const text of [...(around?.before ?? []), sql]) count(text)
      const asked = performance.now()
      const answered = (answer: { readonly id?: number }): void => {
        if (answer.id !== id) return
        this.off('message', answered)
        of(sql).ms += performance.now() - asked
      }
      this.on('message', answered)
    }
    return Reflect.apply(post, this, [message, ...more])
  }
  Worker.prototype.postMessage = posted as Post
  const otherMsBefore = otherThreadsMs()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: everyMicroseconds })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    Client.prototype.query = query
    Worker.prototype.postMessage = post
    const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]))
    const ms = new Map<string, number>()
    for (const [at, id] of (profile.samples ?? []).entries()) {
      const owner = owners.get(id) ?? 'other'
      ms.set(owner, (ms.get(owner) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000)
    }
    return {
      statements: [...counts].map(([text, all]) => ({ text, ...all })).sort((a, b) => b.ms - a.ms || b.count - a.count),
      cpu: [...ms].map(([of, spent]) => ({ of, ms: spent })).sort((a, b) => b.ms - a.ms),
      otherThreadsMs: otherThreadsMs() - otherMsBefore,
    }
  }
}

/** As lines to read: each by the order. */
export const linesOf = ({ statements, cpu, otherThreadsMs: others }: Profile, orders: number): string[] => {
  const all = statements.reduce((sum, { count }) => sum + count, 0)
  return [
    `${(all / orders).toFixed(1)} statements an order; how often, and ms`,
    ...statements
      .filter(({ count }) => count / orders >= 0.05)
      .map(({ text, count, ms }) =>
        [count, ms]
          .map((figure) => (figure / orders).toFixed(2).padStart(8))
          .concat(` ${text.replace(/\s+/g, ' ').slice(0, 150)}`)
          .join(''),
      ),
    'CPU of the main thread by package, ms an order',
    ...cpu
      .filter(({ of, ms }) => of !== '(idle)' && ms / orders >= 0.01)
      .map(({ of, ms }) => `${(ms / orders).toFixed(2).padStart(8)}  ${of}`),
    `${(others / orders).toFixed(2).padStart(8)}  in other threads (on PGlite the database's)`,
  ]
}
