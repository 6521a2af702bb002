import { PGlite, types } from '@electric-sql/pglite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Ask, WorkerError, WorkerStart } from './pglite-protocol.ts'
import { createPlans } from './pglite-plans.ts'
import { parsers } from './values.ts'

const port = parentPort
if (port === null) throw new Error('pglite-worker runs as a worker thread only')

const start: WorkerStart = workerData

// pg turns an array into '{…}' whatever the column is, so an array given straight to a json column fails there: fail
// here too, instead of working on one kind only.
const json = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) throw new TypeError('database: wrap an array for a jsonb column in json()')
  return JSON.stringify(value)
}

/** What PostgreSQL holds of its files; its default of 128 MB is set to zero at every start, which takes a quarter of it. */
const sharedBuffers = ['-c', 'shared_buffers=32MB']
/** How much of its log is kept for reuse: the log grows to a gigabyte else, on a machine that may have little more. */
const logSize = ['-c', 'max_wal_size=128MB', '-c', 'min_wal_size=64MB']

/** PGlite asks for a Blob, which would copy 15 MB three times: this one hands out the bytes as they are. */
class UncopiedBlob extends Blob {
  readonly held: ArrayBufferLike
  constructor(held: ArrayBufferLike) {
    super()
    this.held = held
  }
  // It is looked at through a Uint8Array, which takes memory that threads share as well.
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.held as ArrayBuffer
  }
}

const database = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, ...sharedBuffers, ...logSize],
  ...(start.dataDir === undefined ? {} : { dataDir: start.dataDir }),
  ...(start.snapshot === undefined ? {} : { loadDataDir: new UncopiedBlob(start.snapshot.buffer) }),
  ...(start.program === undefined ? {} : { wasmModule: start.program }),
  parsers,
  serializers: { [types.JSON]: json, [types.JSONB]: json },
})
await database.exec(`set time zone 'UTC'`)

const plans = createPlans(database)

const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

const errorNames = ['code', 'constraint', 'detail', 'table', 'column', 'where', 'routine'] as const

const describe = (error: unknown): WorkerError => {
  if (!(error instanceof Error)) return { message: String(error) }
  const described: WorkerError = { message: error.message }
  for (const name of errorNames) {
    const text = textOf(error, name)
    if (text !== undefined) described[name] = text
  }
  return described
}

/** A trap within PostgreSQL (a PANIC when the disk is full, say) leaves memory that nobody can trust. */
const isBroken = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || (error instanceof Error && error.name === 'ExitStatus')

const answer = async (message: Ask): Promise<Answer> => {
  const { id } = message
  try {
    if (message.ask === 'query') return { id, answer: await plans.run(message.sql, message.values, message.around) }
    if (message.ask === 'queryMany') return { id, answer: await plans.runMany(message.sql) }
    await database.close()
    return { id, answer: { rows: [], affected: undefined } }
  } catch (error) {
    // The thread ends with it: the main thread hears of that, and the process starts again from what was committed.
    if (isBroken(error)) throw error
    return { id, error: describe(error) }
  }
}

// The main thread sends the next one only after an answer, except inside a transaction: they are answered in order.
let answered = Promise.resolve()
port.on('message', (message: Ask) => {
  answered = answered.then(async () => port.postMessage(await answer(message)))
})
const opened: Answer = { id: 0, opened: true }
port.postMessage(opened)
