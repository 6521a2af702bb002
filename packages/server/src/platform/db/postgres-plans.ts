import type { PoolClient, QueryResult } from 'pg'
import { createHeldCommands } from './postgres-commands.ts'
import { aheadMark, isPlanKept, isStalePlan, plansMax } from './statement-plans.ts'

const plannable = /^\s*(select|insert|update|delete|with|merge)\b/i

/** Texts that were asked for once lately: a plan is made for the second time, as many texts never come again. */
const seenMax = 2 * plansMax

/** Keeps the newest `max` keys of a map; a key that is set again is new again. */
const setNewest = <V>(map: Map<string, V>, key: string, value: V, max: number): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}

const nothing: QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

/** What Kysely uses of a connection of the pool: texts with their values. */
export type PlannedClient = Pick<PoolClient, 'query' | 'release'>

/** Gives statements names, by which each connection of a pool parses and plans them once; a transaction's commands go with them. */
export const createPlanNames = () => {
  const names = new Map<string, string>()
  const seen = new Map<string, true>()
  const clients = new WeakMap<PoolClient, PlannedClient>()
  let made = 0

  const nameOf = (text: string): string | undefined => {
    if (!isPlanKept(text) || !plannable.test(text)) return undefined
    const known = names.get(text)
    if (known === undefined && !seen.has(text)) {
      setNewest(seen, text, true, seenMax)
      return undefined
    }
    if (known === undefined) made += 1
    const name = known ?? `p${made}`
    setNewest(names, text, name, plansMax)
    return name
  }

  const withPlans = (client: PoolClient): PlannedClient => {
    const prepared = new Set<string>()
    const commands = createHeldCommands(client)
    const query = async (asked: string, values: readonly unknown[]): Promise<QueryResult> => {
      const isAhead = asked.startsWith(aheadMark)
      const text = isAhead ? asked.slice(aheadMark.length) : asked
      if (commands.take(text)) return nothing
      const name = nameOf(text)
      if (name === undefined) return commands.send({ text, values: [...values] })
      prepared.add(name)
      if (isAhead && commands.hold({ name, text, values })) return nothing
      const isByItself = client.getTransactionStatus() === 'I' && !commands.isHolding()
      try {
        return await commands.send({ name, text, values: [...values] })
      } catch (error) {
        if (!isStalePlan(error)) throw error
        // Other connections hold the old plan by the old name: all make it anew by a new one.
        if (names.get(text) === name) names.delete(text)
        // The transaction begins anew (transactions.ts).
        if (!isByItself) throw error
        return client.query(text, [...values])
      }
    }
    return {
      // Of pg's many forms Kysely uses this one alone.
      query: query as PoolClient['query'],
      // PostgreSQL holds a plan until its connection ends: one that has had too many gives way to a new one.
      release: (destroy) => client.release(destroy === true || prepared.size > 2 * plansMax),
    }
  }

  return {
    /** A connection of the pool with plans. */
    planned: (client: PoolClient): PlannedClient => {
      const known = clients.get(client) ?? withPlans(client)
      clients.set(client, known)
      return known
    },
    /** How many texts are remembered: those that have a plan, and those that were asked for once. */
    remembered: () => ({ planned: names.size, once: seen.size }),
  }
}
