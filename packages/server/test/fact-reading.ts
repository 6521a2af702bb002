import type { Database } from '../src/platform/db/database.ts'

export interface ReadFact {
  readonly kind: string
  readonly sourceId: string
  readonly at: Date
  readonly liveId: string | null
  readonly offsetMs: number | null
  readonly signupUserId: string | null
  readonly liveUserId: string | null
  readonly visit: string | null
  readonly productId: string | null
  readonly orderId: string | null
  /** Minor units. */
  readonly amount: number | null
  readonly currency: string | null
  readonly attribution: Readonly<Record<string, string>>
  readonly isSimulated: boolean
}

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value))

/** The facts of a firm in the order of their instants; only of these kinds, if any are given. */
export const readFacts = async (db: Database, firmId: string, ...kinds: readonly string[]): Promise<ReadFact[]> => {
  const { rows } = await db.raw(`select * from fact where "firmId" = $1 order by at, kind, "sourceId"`, [firmId])
  const facts = rows as unknown as readonly ReadFact[]
  return facts
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map((row) => {
      const fact: ReadFact = { ...row, offsetMs: numberOf(row.offsetMs), amount: numberOf(row.amount) }
      // How far the figures have counted is not what happened.
      Reflect.deleteProperty(fact, 'seq')
      return fact
    })
}

/** Minor units of the facts of one kind. */
export const amountOf = async (db: Database, firmId: string, kind: string): Promise<number> =>
  (await readFacts(db, firmId, kind)).reduce((sum, { amount }) => sum + (amount ?? 0), 0)
