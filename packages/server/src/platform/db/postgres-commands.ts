import { type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg'

/** What opens and closes parts of a transaction: it goes with the statement after it, in the same packet. */
const holdable = /^(begin|savepoint "\w+"|release "\w+")$/
const rollbackTo = /^rollback to ("\w+")$/

const nameOf = (command: string): string => `command ${command}`

/**
 * Holds the commands of a connection's transactions back until a statement follows, so that none waits for an answer of
 * its own. Where one of them fails, PostgreSQL skips the statement with it; what comes after is refused here.
 */
export const createHeldCommands = (client: PoolClient) => {
  let held: string[] = []
  /** Those that this connection has a name for. */
  const known = new Set<string>()
  let neverBegan = false

  const sendHeld = async (): Promise<void> => {
    for (const text of held.splice(0)) {
      await client.query({ name: nameOf(text), text })
      known.add(text)
    }
  }

  /** One packet: the commands, the statement, and the end of both. */
  const sendWith = (commands: readonly string[], config: QueryConfig): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      const asked = new Query({ ...config, queryMode: 'extended' } as QueryConfig)
      const { submit } = asked
      asked.submit = (connection) => {
        connection.stream.cork()
        try {
          for (const command of commands) {
            connection.bind({ statement: nameOf(command) }, true)
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

  return {
    /** True when a text need not be sent now, or not at all. Throws where its transaction never began. */
    take: (text: string): boolean => {
      if (neverBegan) {
        if (text !== 'rollback') throw new Error('database: the transaction that this is part of never began')
        neverBegan = false
        return true
      }
      if (holdable.test(text)) {
        held.push(text)
        return true
      }
      const isEmpty = held[0] === 'begin'
      if (text === 'commit' || text === 'rollback') {
        // What is released or saved ends with the transaction, too.
        held = []
        return isEmpty
      }
      const [, savepoint] = rollbackTo.exec(text) ?? []
      if (savepoint === undefined) return false
      const at = held.lastIndexOf(`savepoint ${savepoint}`)
      held = held.slice(0, at + 1)
      return at >= 0
    },

    isHolding: (): boolean => held.length > 0,

    /** Sends a statement with all that is held before it. */
    send: async (config: QueryConfig & { readonly values: unknown[] }): Promise<QueryResult> => {
      if (held.length === 0) return client.query(config)
      const begins = held[0] === 'begin'
      try {
        // Several statements in one text can't go with others.
        const isAlone = config.values.length === 0 && config.text.includes(';')
        if (!isAlone && held.every((text) => known.has(text))) return await sendWith(held.splice(0), config)
        await sendHeld()
        return await client.query(config)
      } catch (error) {
        neverBegan = begins && (await isOutside())
        throw error
      }
    },
  }
}
