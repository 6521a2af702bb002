// What the server does for an order, on request: its statements, and its CPU by package.
import { type Profiler, Session } from 'node:inspector/promises'
import { Worker } from 'node:worker_threads'
import { Client, Connection, Query } from 'pg'
import type { Ask } from '../packages/server/src/platform/db/pglite-protocol.ts'

export interface Profile {
  /**
   * Texts that the database was asked, with how often; commands of a transaction that go with a statement are among them.
   * `ms`: from asking to the answer, what goes with a statement counted as its; on PostgreSQL others may run meanwhile.
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

type AskClient = typeof Client.prototype.query
type Post = typeof Worker.prototype.postMessage

/** A connection's texts by the names that it has for them; each is named once, maybe long before a profile begins. */
const namedTexts = new WeakMap<Connection, Map<string, string>>()
const parse = Connection.prototype.parse
Connection.prototype.parse = function (this: Connection, query, more) {
  const known = namedTexts.get(this) ?? new Map<string, string>()
  namedTexts.set(this, known.set(query.name ?? '', query.text))
  return Reflect.apply(parse, this, [query, more])
}

/** Counts what PostgreSQL is asked; the function it answers ends it. */
const watchPostgres = (count: (text: string) => void, took: (text: string, ms: number) => void): (() => void) => {
  const { bind, query: simple } = Connection.prototype
  Connection.prototype.bind = function (this: Connection, config, more) {
    const name = config?.statement ?? ''
    count(namedTexts.get(this)?.get(name) ?? name)
    return Reflect.apply(bind, this, [config, more])
  }
  Connection.prototype.query = function (this: Connection, text) {
    count(text)
    return Reflect.apply(simple, this, [text])
  }
  const ask: AskClient = Client.prototype.query
  const timed = function (this: Client, asked: string | { readonly text: string }, ...more: unknown[]) {
    const text = typeof asked === 'string' ? asked : asked.text
    const since = performance.now()
    const done = (): void => took(text, performance.now() - since)
    if (asked instanceof Query) asked.once('end', done)
    const answer: unknown = Reflect.apply(ask, this, [asked, ...more])
    if (answer instanceof Promise) answer.then(done, done)
    return answer
  }
  Client.prototype.query = timed as AskClient
  return () => {
    Client.prototype.query = ask
    Object.assign(Connection.prototype, { bind, query: simple })
  }
}

/** Counts what the thread of PGlite is asked; the function it answers ends it. */
const watchPglite = (count: (text: string) => void, took: (text: string, ms: number) => void): (() => void) => {
  const post: Post = Worker.prototype.postMessage
  const posted = function (this: Worker, message: Ask | undefined, ...more: unknown[]) {
    if (message?.ask === 'query') {
      const { sql, id, around } = message
      for (const each of around.before ?? []) count(each.sql)
      count(sql)
      const since = performance.now()
      const answered = (answer: { readonly id?: number }): void => {
        if (answer.id !== id) return
        this.off('message', answered)
        took(sql, performance.now() - since)
      }
      this.on('message', answered)
    }
    return Reflect.apply(post, this, [message, ...more])
  }
  Worker.prototype.postMessage = posted as Post
  return () => {
    Worker.prototype.postMessage = post
  }
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
  const took = (text: string, ms: number): void => void (of(text).ms += ms)
  const ends = [watchPostgres(count, took), watchPglite(count, took)]
  const otherMsBefore = otherThreadsMs()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: everyMicroseconds })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    for (const end of ends) end()
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

/** Throws where the statements of orders were not counted and timed. */
export const checkProfile = ({ statements }: Profile, orders: number): void => {
  const placed = statements.find(({ text }) => /insert into "order" \(/.test(text))
  if (placed === undefined || placed.count < orders || placed.ms <= 0)
    throw new Error(`profile: of ${orders} orders ${placed?.count ?? 0} were seen, in ${placed?.ms ?? 0} ms`)
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
