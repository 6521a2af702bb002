// What the server does for an order, on request: its statements, and its CPU by package.
import { type Profiler, Session } from 'node:inspector/promises'
import { Client } from 'pg'

export interface Profile {
  /** Texts that PostgreSQL was asked, with how often; none on PGlite, which lives in a thread of its own. */
  readonly statements: readonly { readonly text: string; readonly count: number }[]
  /** Milliseconds of the main thread by package, or by folder of our own. */
  readonly cpu: readonly { readonly of: string; readonly ms: number }[]
}

const everyMicroseconds = 500

const ownerOf = ({ url, functionName }: Profiler.ProfileNode['callFrame']): string => {
  const packages = url.split('/node_modules/')
  const last = packages.at(-1)
  if (packages.length > 1 && last !== undefined) return /^(@[^/]+\/)?[^/]+/.exec(last)?.[0] ?? last
  const own = /\/packages\/(\w+)\/src\/((?:modules\/)?[^/]+)/.exec(url)
  if (own) return `${own[1]}/${own[2]}`
  return url.startsWith('node:') ? 'node' : functionName.startsWith('(') ? functionName : 'other'
}

type Query = typeof Client.prototype.query

/** Begins; the function it answers ends it and says what was seen. */
export const startProfile = async (): Promise<() => Promise<Profile>> => {
  const counts = new Map<string, number>()
  const query: Query = Client.prototype.query
  const counted = function (this: Client, asked: string | { readonly text: string }, ...more: unknown[]) {
    const text = typeof asked === 'string' ? asked : asked.text
    counts.set(text, (counts.get(text) ?? 0) + 1)
    return Reflect.apply(query, this, [asked, ...more])
  }
  Client.prototype.query = counted as Query
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: everyMicroseconds })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    Client.prototype.query = query
    const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]))
    const ms = new Map<string, number>()
    for (const [at, id] of (profile.samples ?? []).entries()) {
      const owner = owners.get(id) ?? 'other'
      ms.set(owner, (ms.get(owner) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000)
    }
    return {
      statements: [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count),
      cpu: [...ms].map(([of, spent]) => ({ of, ms: spent })).sort((a, b) => b.ms - a.ms),
    }
  }
}

/** As lines to read: each by the order. */
export const linesOf = ({ statements, cpu }: Profile, orders: number): string[] => {
  const all = statements.reduce((sum, { count }) => sum + count, 0)
  return [
    `${(all / orders).toFixed(1)} statements an order`,
    ...statements
      .filter(({ count }) => count / orders >= 0.05)
      .map(
        ({ text, count }) => `${(count / orders).toFixed(2).padStart(8)}  ${text.replace(/\s+/g, ' ').slice(0, 150)}`,
      ),
    'CPU of the main thread by package, ms an order',
    ...cpu
      .filter(({ of, ms }) => of !== '(idle)' && ms / orders >= 0.01)
      .map(({ of, ms }) => `${(ms / orders).toFixed(2).padStart(8)}  ${of}`),
  ]
}
