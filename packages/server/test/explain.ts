import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import type { Database } from '../src/platform/db/database.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The plans, with times, of the queries that a call makes, on both databases. */
export const recordQueries = async (call: () => Promise<unknown>, db: Database): Promise<string[]> => {
  const asked: Asked[] = []
  const note = (text: string, values: readonly unknown[]) => {
    if (/^\s*(select|with)/i.test(text)) asked.push({ text, values })
  }
  const { query } = Client.prototype
  const recording = function (this: Client, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    note(text, Array.isArray(second) ? second : ((first as { values?: unknown[] }).values ?? []))
    return Reflect.apply(query, this, given)
  }
  const { postMessage } = Worker.prototype
  const posting = function (this: Worker, ...given: unknown[]) {
    const message = given[0] as { ask?: unknown; sql?: unknown; values?: readonly unknown[] }
    if (message.ask === 'query') note(String(message.sql), message.values ?? [])
    return Reflect.apply(postMessage, this, given)
  }
  Object.assign(Client.prototype, { query: recording })
  Object.assign(Worker.prototype, { postMessage: posting })
  try {
    await call()
  } finally {
    Object.assign(Client.prototype, { query })
    Object.assign(Worker.prototype, { postMessage })
  }
  const plans: string[] = []
  for (const { text, values } of asked) {
    const { rows } = await db.raw(`explain (analyze, buffers) ${text}`, [...values])
    plans.push(`${text}\n${rows.map((row) => `    ${String(row['QUERY PLAN'])}`).join('\n')}`)
  }
  return plans
}
