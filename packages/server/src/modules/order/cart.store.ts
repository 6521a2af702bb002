import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Executor } from '../../platform/db/database.ts'
import { factsOf, partOf } from '../fact/fact.events.ts'
import type { CommentOrderTables } from './comment-order.tables.ts'
import type { OrderTables } from './order.tables.ts'

export interface CartRow {
  readonly variantId: string
  readonly quantity: number
}

/** With what an order by comment holds of it for the viewer. */
export interface CartRowHeld extends CartRow {
  readonly held: number
  readonly heldUntil: Date | null
  /** What each held piece is promised to cost; null: nothing is held, or nothing was promised. */
  readonly heldPrice: number | null
}

export interface TakenCart {
  readonly lines: readonly CartRow[]
  /** Empty for a firm with the defaults. */
  readonly methods: readonly DeliveryMethod[]
}

/** Of a line that this statement begins; one that was there before holds another number now. */
const carted = (at: Date) =>
  factsOf(
    'carted',
    sql`kept join variant on variant.id = kept."variantId" left join "liveUser" owner on owner.id = kept."liveUserId"
      where kept."addedAt" = ${at}::timestamptz`,
    {
      firmId: sql`kept."firmId"`,
      sourceId: sql`concat_ws(' ', kept."liveUserId", kept."variantId", round(extract(epoch from kept."addedAt") * 1000))`,
      at: sql`kept."addedAt"`,
      liveId: sql`owner."liveId"`,
      liveUserId: sql`kept."liveUserId"`,
      productId: sql`variant."productId"`,
    },
  )

export const createCartStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<OrderTables & CommentOrderTables>()
  return {
    /** In the order in which they were put in. */
    rows: (firmId: string, liveUserId: string, executor: Executor = db): Promise<CartRowHeld[]> =>
      on(executor)
        .selectFrom('cartLine')
        .leftJoin('orderHold', (join) =>
          join
            .onRef('orderHold.liveUserId', '=', 'cartLine.liveUserId')
            .onRef('orderHold.variantId', '=', 'cartLine.variantId'),
        )
        .select((eb) => [
          'cartLine.variantId',
          'cartLine.quantity',
          eb.fn.coalesce('orderHold.quantity', eb.lit(0)).as('held'),
          'orderHold.heldUntil',
          'orderHold.price as heldPrice',
        ])
        .where('cartLine.firmId', '=', firmId)
        .where('cartLine.liveUserId', '=', liveUserId)
        .orderBy('cartLine.addedAt')
        .orderBy('cartLine.variantId')
        .execute(),

    put: async (
      firmId: string,
      liveUserId: string,
      { variantId, quantity, at }: CartRow & { readonly at: Date },
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor)
        .with('kept', (make) =>
          make
            .insertInto('cartLine')
            .values({ firmId, liveUserId, variantId, quantity, addedAt: at, changedAt: at })
            .onConflict((conflict) =>
              conflict.columns(['liveUserId', 'variantId']).doUpdateSet({ quantity, changedAt: at }),
            )
            .returning(['firmId', 'liveUserId', 'variantId', 'addedAt']),
        )
        .with('facts', () => partOf(carted(at)))
        .selectFrom('kept')
        .select('variantId')
        .execute()
    },

    remove: async (firmId: string, liveUserId: string, variantId: string, executor: Executor = db): Promise<void> => {
      await on(executor)
        .deleteFrom('cartLine')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .where('variantId', '=', variantId)
        .execute()
    },

    /**
     * Empties the cart into the caller's transaction, and reads in the same statement the firm's own delivery methods. Orders of one person take turns here: a
     * second one waits for the lines that the first is taking, and reads what follows after the first has ended.
     */
    take: (firmId: string, liveUserId: string, executor: Executor): Promise<TakenCart> =>
      on(executor)
        .with('taken', (take) =>
          take
            .deleteFrom('cartLine')
            .where('firmId', '=', firmId)
            .where('liveUserId', '=', liveUserId)
            .returning(['variantId', 'quantity', 'addedAt']),
        )
        .selectNoFrom((eb) => [
          jsonArrayFrom(
            eb.selectFrom('taken').select(['variantId', 'quantity']).orderBy('addedAt').orderBy('variantId'),
          ).as('lines'),
          jsonArrayFrom(
            eb
              .selectFrom('deliveryMethod')
              .select(['type', 'fee', 'freeFrom', 'note'])
              .where('firmId', '=', firmId)
              .orderBy('place'),
          ).as('methods'),
        ])
        .executeTakeFirstOrThrow(),

    isFilled: async (firmId: string, liveUserId: string): Promise<boolean> =>
      (await on(db)
        .selectFrom('cartLine')
        .select('variantId')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Forgets carts that nobody has touched since. */
    sweep: async (before: Date): Promise<void> => {
      await on(db).deleteFrom('cartLine').where('changedAt', '<', before).execute()
    },
  }
}
export type CartStore = ReturnType<typeof createCartStore>
