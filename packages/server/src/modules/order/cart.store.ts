import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { OrderTables } from './order.tables.ts'

export interface CartRow {
  readonly variantId: string
  readonly quantity: number
}

export const createCartStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<OrderTables>()
  return {
    /** In the order in which they were put in. */
    rows: (firmId: string, liveUserId: string): Promise<CartRow[]> =>
      on(db)
        .selectFrom('cartLine')
        .select(['variantId', 'quantity'])
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .orderBy('addedAt')
        .orderBy('variantId')
        .execute(),

    put: async (
      firmId: string,
      liveUserId: string,
      { variantId, quantity, at }: CartRow & { readonly at: Date },
    ): Promise<void> => {
      await on(db)
        .insertInto('cartLine')
        .values({ firmId, liveUserId, variantId, quantity, addedAt: at, changedAt: at })
        .onConflict((conflict) =>
          conflict.columns(['liveUserId', 'variantId']).doUpdateSet({ quantity, changedAt: at }),
        )
        .execute()
    },

    remove: async (firmId: string, liveUserId: string, variantId: string): Promise<void> => {
      await on(db)
        .deleteFrom('cartLine')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .where('variantId', '=', variantId)
        .execute()
    },

    /** Empties the cart into the caller's transaction. */
    take: async (firmId: string, liveUserId: string, executor: Executor): Promise<CartRow[]> => {
      const rows = await on(executor)
        .deleteFrom('cartLine')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .returning(['variantId', 'quantity', 'addedAt'])
        .execute()
      return rows.sort((a, b) => a.addedAt.getTime() - b.addedAt.getTime() || (a.variantId < b.variantId ? -1 : 1))
    },

    /** Makes the calls of one shopper take turns until the transaction ends. */
    lock: async (liveUserId: string, executor: Executor): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`cart ${liveUserId}`}, 0))`.execute(on(executor))
    },

    /** Forgets carts that nobody has touched since. */
    sweep: async (before: Date): Promise<void> => {
      await on(db).deleteFrom('cartLine').where('changedAt', '<', before).execute()
    },
  }
}
export type CartStore = ReturnType<typeof createCartStore>
