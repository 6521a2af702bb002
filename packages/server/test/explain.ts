import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import type { Database } from '../src/platform/db/database.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The statements that a call sends, and whatever runs beside it, on both databases; beginnings and ends of transactions too. */
export const recordStatements = async (call: () => Promise<unknown>): Promise<Asked[]> => {
  const asked: Asked[] = []
  const { query } = Client.prototype
  const recording = function (this: Client, ...args: unknown[]) {
    const [first, second] = args
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    asked.push({ text, values: Array.isArray(second) ? second : ((first as { values?: unknown[] }).values ?? []) })
    return Reflect.apply(query, this, args)
  }
  const { postMessage } = Worker.prototype
  const posting = function (this: Worker, ...args: unknown[]) {
    const message = args[0] as { ask?: unknown; sql?: unknown; values?: readonly unknown[] }
    if (message.ask === 'query') asked.push({ text: String(message.sql), values: message.values ?? [] })
    return Reflect.apply(postMessage, this, args)
  }
  Object.assign(Client.prototype, { query: recording })
  Object.assign(Worker.prototype, { postMessage: posting })
  try {
    await call()
  } finally {
    Object.assign(Client.prototype, { query })
    Object.assign(Worker.prototype, { postMessage })
  }
  return asked
}

/** The plans, with times, of the queries that a call makes. */
export const recordQueries = async (call: () => Promise<unknown>, db: Database): Promise<string[]> => {
  const asked = (await recordStatements(call)).filter(({ text }) => /^\s*(select|with)/i.test(text))
  const plans: string[] = []
  for (const { text, values } of asked) {
    const { rows } = await db.raw(`explain (analyze, buffers) ${text}`, [...values])
    plans.push(`${text}\n${rows.map((row) => `    ${String(row['QUERY PLAN'])}`).join('\n')}`)
  }
  return plans
}

/**
 * Pages (of 8 KB) of PostgreSQL that the queries of a call look at, each time they do. It grows with the work as the time
 * does, and is the same on every machine.
 */
export const countPages = async (call: () => Promise<unknown>, db: Database): Promise<number> => {
  const asked = (await recordStatements(call)).filter(({ text }) => /^\s*(select|with)/i.test(text))
  let pages = 0
  for (const { text, values } of asked) {
    const { rows } = await db.raw(`explain (analyze, buffers, format json) ${text}`, [...values])
    for (const row of rows)
      for (const { Plan: plan } of row['QUERY PLAN'] as { Plan: Record<string, unknown> }[])
        pages += Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
  }
  return pages
}
