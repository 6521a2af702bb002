import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import type { Around, QueryAnswer, Waiting } from './pglite-protocol.ts'
import { isPlanKept, isStalePlan, plansMax } from './statement-plans.ts'

const { serialize } = protocol

interface Column {
  readonly name: string
  readonly parse: ((text: string, type?: number) => unknown) | undefined
}

interface Plan {
  /** Of the prepared statement; empty: it is replaced by the next that has none. */
  readonly name: string
  readonly parameters: readonly number[]
  readonly columns: readonly Column[]
}

/** Commands whose tag ends in a number of rows that were written. */
const writes = /^(INSERT|UPDATE|DELETE|MERGE)/

/**
 * Runs single statements on a PGlite: each text is parsed and planned once and kept by name, and bound, executed and synced
 * in one call into the database. One at a time: the caller waits for the answer.
 */
export const createPlans = (
  database: Pick<PGlite, 'exec' | 'execProtocolStream' | 'isInTransaction' | 'parsers' | 'serializers'>,
) => {
  /** By text, the one used longest ago first. */
  const plans = new Map<string, Plan>()
  let made = 0

  const send = (parts: readonly Uint8Array[]) =>
    // The file system below writes through: there is nothing to be synced after a statement.
    database.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })

  const prepare = async (sql: string, name: string): Promise<Plan> => {
    const answers = await send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])
    let parameters: readonly number[] = []
    let columns: readonly Column[] = []
    for (const answer of answers) {
      if (answer instanceof messages.ParameterDescriptionMessage) parameters = answer.dataTypeIDs
      if (answer instanceof messages.RowDescriptionMessage)
        columns = answer.fields.map(({ name: column, dataTypeID }) => ({
          name: column,
          parse: database.parsers[dataTypeID],
        }))
    }
    return { name, parameters, columns }
  }

  const drop = (sql: string, { name }: Plan): Uint8Array => {
    plans.delete(sql)
    return serialize.close({ type: 'S', name })
  }

  /** The plan of a text, and what has to be told to the database with its next use. */
  const planOf = async (sql: string): Promise<{ readonly plan: Plan; readonly before: readonly Uint8Array[] }> => {
    if (!isPlanKept(sql)) return { plan: await prepare(sql, ''), before: [] }
    const known = plans.get(sql)
    const before: Uint8Array[] = []
    if (known) plans.delete(sql)
    else made += 1
    const plan = known ?? (await prepare(sql, `p${made}`))
    plans.set(sql, plan)
    const [oldest] = plans
    if (plans.size > plansMax && oldest) before.push(drop(...oldest))
    return { plan, before }
  }

  const bound = (values: readonly unknown[], { parameters }: Plan): (string | null)[] =>
    values.map((value, at) => {
      if (value === null || value === undefined) return null
      const write = database.serializers[parameters[at] ?? 0]
      return write ? write(value) : String(value)
    })

  /** By the simple protocol, as pg does without values; gives the rows of all. */
  const runMany = async (sql: string): Promise<QueryAnswer> => {
    const results = await database.exec(sql)
    const last = results.at(-1)
    const counts = last?.command !== undefined && writes.test(last.command)
    return { rows: results.flatMap(({ rows }) => rows), affected: counts ? last.affectedRows : undefined }
  }

  const run = async (sql: string, values: readonly unknown[], waiting: readonly Waiting[]): Promise<QueryAnswer> => {
    let parts: Uint8Array[] = []
    /** How many are answered before the statement is. */
    let ahead = waiting.length
    for (const each of waiting) {
      const { plan, before } = await planOf(each.sql)
      const bind = serialize.bind({ statement: plan.name, values: bound(each.values, plan) })
      parts.push(...before, bind, serialize.execute({}))
    }
    // A text that can't be parsed ends the transaction that it is part of, which has to have begun.
    if (parts.length > 0 && !plans.has(sql)) {
      await send(parts)
      parts = []
      ahead = 0
    }
    // Maybe several statements (a migration's), which have no plan together.
    if (values.length === 0 && sql.includes(';')) return runMany(sql)
    const { plan, before } = await planOf(sql)
    const bind = serialize.bind({ statement: plan.name, values: bound(values, plan) })
    const answers = await send([...parts, ...before, bind, serialize.execute({})])
    const rows: Record<string, unknown>[] = []
    let affected: number | undefined
    for (const answer of answers) {
      if (ahead > 0) {
        if (answer instanceof messages.CommandCompleteMessage) ahead -= 1
      } else if (answer instanceof messages.DataRowMessage) {
        const row: Record<string, unknown> = {}
        for (const [at, { name, parse }] of plan.columns.entries()) {
          const text = answer.fields[at]
          row[name] = text === null || text === undefined ? null : parse ? parse(text) : text
        }
        rows.push(row)
      } else if (answer instanceof messages.CommandCompleteMessage && writes.test(answer.text))
        affected = Number(answer.text.slice(answer.text.lastIndexOf(' ') + 1))
    }
    return { rows, affected }
  }

  const runPlanned = async (
    sql: string,
    values: readonly unknown[],
    before: readonly Waiting[],
  ): Promise<QueryAnswer> => {
    try {
      return await run(sql, values, before)
    } catch (error) {
      const plan = plans.get(sql)
      if (!plan || !isStalePlan(error)) throw error
      await send([drop(sql, plan)])
      // The statement failed before it did anything; a transaction it is part of has to begin anew.
      if (database.isInTransaction()) throw error
      return run(sql, values, before)
    }
  }

  return {
    run: async (sql: string, values: readonly unknown[], around: Around = {}): Promise<QueryAnswer> => {
      const { before = [], inTransaction = false, ends = false } = around
      if (inTransaction && !before.some((each) => each.sql.startsWith('begin')) && !database.isInTransaction())
        throw new Error('database: the transaction that this is part of never began')
      try {
        return await runPlanned(sql, values, before)
      } catch (error) {
        if (ends && database.isInTransaction()) await runMany('rollback')
        throw error
      }
    },
    /** Statements without values, one or several. */
    runMany,
  }
}
