import { type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg'
import utils from 'pg/lib/utils.js'

/** What opens and closes parts of a transaction: it goes with the statement after it, in the same packet. */
const holdable = /^(begin|savepoint "\w+"|release "\w+")$/
const rollbackTo = /^rollback to ("\w+")$/

const nameOf = (command: string): string => `command ${command}`

/** A statement that has a plan. */
interface Planned {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}
type Held = Planned & { readonly isStatement: boolean }

const commandOf = (text: string): Held => ({ name: nameOf(text), text, values: [], isStatement: false })

/** What pg calls of a query as its answers come in. */
interface RowsOfQuery {
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
}

/** Of what was held nobody asked how its rows look: those that come before the statement's own description are its. */
const ignoreRowsBefore = (asked: RowsOfQuery): void => {
  const { handleRowDescription, handleDataRow } = asked
  asked.handleDataRow = () => {}
  asked.handleRowDescription = (message) => {
    asked.handleDataRow = handleDataRow
    handleRowDescription.call(asked, message)
  }
}

/**
 * Holds the commands of a connection's transactions back until a statement follows, so that none waits for an answer of
 * its own, and with them the statements whose answer nobody needs. Where one of them fails, PostgreSQL skips what was
 * sent after it; of a transaction that never began, what comes after is refused here.
 */
export const createHeldCommands = (client: PoolClient) => {
  let held: Held[] = []
  /** Those that this connection has a name for. */
  const known = new Set<string>()
  let neverBegan = false

  const sendHeld = async (): Promise<void> => {
    for (const { name, text, values } of held.splice(0)) {
      await client.query({ name, text, values: [...values] })
      known.add(name)
    }
  }

  /** One packet: what was held, the statement, and the end of both. */
  const sendWith = (before: readonly Held[], config: QueryConfig): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      const asked = new Query({ ...config, queryMode: 'extended' } as QueryConfig) as Query & RowsOfQuery
      ignoreRowsBefore(asked)
      const { submit } = asked
      asked.submit = (connection) => {
        connection.stream.cork()
        try {
          for (const { name, values } of before) {
            connection.bind({ statement: name, values: values.map(utils.prepareValue) }, true)
            connection.execute(null, true)
          }
          return submit.call(asked, connection)
        } finally {
          connection.stream.uncork()
        }
      }
      asked.on('error', reject)
      // An answer for each of them: the last is the statement's.
      asked.on('end', (results: QueryResult | QueryResult[]) => resolve([results].flat().at(-1) as QueryResult))
      client.query(asked)
    })

  /** After a failure: in a transaction that has failed nothing can be asked any more, outside of one it can. */
  const isOutside = (): Promise<boolean> =>
    client.query('select 1').then(
      () => true,
      () => false,
    )

  const begins = (): boolean => held[0]?.text === 'begin'

  return {
    /** True when a text need not be sent now, or not at all. Throws where its transaction never began. */
    take: (text: string): boolean => {
      if (neverBegan) {
        if (text !== 'rollback') throw new Error('database: the transaction that this is part of never began')
        neverBegan = false
        return true
      }
      if (holdable.test(text)) {
        held.push(commandOf(text))
        return true
      }
      if (text === 'commit' && held.some(({ isStatement }) => isStatement)) return false
      const isEmpty = begins()
      if (text === 'commit' || text === 'rollback') {
        // What is released or saved ends with the transaction, too.
        held = []
        return isEmpty
      }
      const [, savepoint] = rollbackTo.exec(text) ?? []
      if (savepoint === undefined) return false
      const at = held.findLastIndex((each) => each.text === `savepoint ${savepoint}`)
      held = held.slice(0, at + 1)
      return at >= 0
    },

    isHolding: (): boolean => held.length > 0,

    /** Holds a statement back until the next of its transaction, or its commit; false outside of one. */
    hold: (statement: Planned): boolean => {
      if (!begins() && client.getTransactionStatus() !== 'T') return false
      held.push({ ...statement, isStatement: true })
      return true
    },

    /** Sends a statement with all that is held before it. */
    send: async (config: QueryConfig & { readonly values: unknown[] }): Promise<QueryResult> => {
      if (held.length === 0) return client.query(config)
      const isFirst = begins()
      try {
        // Several statements in one text can't go with others.
        const isAlone = config.values.length === 0 && config.text.includes(';')
        if (!isAlone && held.every(({ name }) => known.has(name))) return await sendWith(held.splice(0), config)
        await sendHeld()
        return await client.query(config)
      } catch (error) {
        neverBegan = isFirst && (await isOutside())
        throw error
      }
    },
  }
}
