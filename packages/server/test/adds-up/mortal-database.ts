import type { KyselyPlugin } from 'kysely'
import type { Database, Executor } from '../../src/platform/db/database.ts'

/** What a process that was killed never got to see. */
export class Killed extends Error {
  constructor() {
    super('the process was killed')
  }
}

/**
 * A database as a process sees it that is killed at a statement: from there on it asks nothing any more, and what its
 * transaction had done is undone, until it is started again. The database itself lives on.
 */
export const mortalDatabase = (db: Database) => {
  let left = Number.POSITIVE_INFINITY
  const spend = (): void => {
    if (left <= 0) throw new Killed()
    left -= 1
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      spend()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const asOf =
    (on: Executor): Executor['as'] =>
    <T>() =>
      on.as<T>().withPlugin(plugin)
  const mortal: Database = {
    ...db,
    as: asOf(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, as: asOf(tx) })),
    raw: async (sql, values) => {
      spend()
      return db.raw(sql, values)
    },
  }
  return {
    db: mortal,
    /** It lives for so many statements more. */
    killAfter: (statements: number): void => {
      left = statements
    },
    startAgain: (): void => {
      left = Number.POSITIVE_INFINITY
    },
  }
}
export type MortalDatabase = ReturnType<typeof mortalDatabase>
