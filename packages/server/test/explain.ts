import { Client } from 'pg'
import type { Database } from '../src/platform/db/database.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The plans, with times, of the queries that a call makes on PostgreSQL. */
export const recordQueries = async (call: () => Promise<unknown>, db: Database): Promise<string[]> => {
  const asked: Asked[] = []
  const query = Client.prototype.query
  const recording = function (this: Client, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    const values = Array.isArray(second) ? second : ((first as { values?: unknown[] }).values ?? [])
    if (/^\s*(select|with)/i.test(text)) asked.push({ text, values })
    return Reflect.apply(query, this, given)
  }
  Object.assign(Client.prototype, { query: recording })
  try {
    await call()
  } finally {
    Object.assign(Client.prototype, { query })
  }
  const plans: string[] = []
  for (const { text, values } of asked) {
    const { rows } = await db.raw(`explain (analyze, buffers) ${text}`, [...values])
    plans.push(`${text}\n${rows.map((row) => `    ${String(row['QUERY PLAN'])}`).join('\n')}`)
  }
  return plans
}
