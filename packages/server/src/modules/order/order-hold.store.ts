import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { CartPieces } from './cart-move.ts'
import type { CommentOrderTables, OrderHoldRow } from './comment-order.tables.ts'
import type { OrderTables } from './order.tables.ts'

export type Hold = Pick<OrderHoldRow, 'variantId' | 'productId' | 'quantity'>
/** A hold with its begin and end, epoch ms. */
export interface TimedHold extends Hold {
  readonly heldUntilMs: number
  readonly createdAtMs: number
  readonly price: number | null
}
export type EndedHold = OrderHoldRow

/** What becomes of a variant of a viewer: how many pieces lie in the cart, and how many of them are held. */
export interface HoldChange {
  readonly variantId: string
  readonly productId: string
  readonly held: number
  readonly cart: number
  /** Undefined where nothing is held. */
  readonly until: Date | undefined
  /** What each held piece is promised to cost; null: nothing was. */
  readonly price: number | null
}

/**
 * Rows of a viewer are locked in this order by everybody, so that nobody waits in a circle: the viewer (this lock), the
 * cart's lines, the holds, the stock of variants by their ids.
 */
export const createOrderHoldStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<CommentOrderTables & OrderTables>()
  return {
    /** One change of a viewer's holds at a time, until the transaction ends. */
    lockViewer: async (liveUserId: string, executor: Executor): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`order-hold ${liveUserId}`}, 0))`.execute(on(executor))
    },

    /** The cart and the holds of a viewer, locked. */
    lockMine: async (
      firmId: string,
      liveUserId: string,
      executor: Executor,
    ): Promise<{ cart: { variantId: string; quantity: number }[]; holds: TimedHold[] }> => {
      const { rows } = await sql<{ cart: { variantId: string; quantity: number }[]; holds: TimedHold[] }>`
        with cart as materialized (
          select "variantId", quantity from "cartLine"
          where "firmId" = ${firmId} and "liveUserId" = ${liveUserId} order by "variantId" for update
        ), holds as materialized (
          select "variantId", "productId", quantity, price, (extract(epoch from "heldUntil") * 1000)::bigint as "heldUntilMs",
            (extract(epoch from "createdAt") * 1000)::bigint as "createdAtMs"
          from "orderHold" where "firmId" = ${firmId} and "liveUserId" = ${liveUserId} order by "variantId" for update
        )
        select (select coalesce(json_agg(cart), '[]') from cart) as cart,
          (select coalesce(json_agg(holds), '[]') from holds) as holds`.execute(on(executor))
      const [mine] = rows
      return mine ?? { cart: [], holds: [] }
    },

    /** Sets cart and holds to what was planned; `seq` is of the comment that changed them. */
    put: async (
      of: Pick<OrderHoldRow, 'firmId' | 'liveId' | 'liveUserId' | 'seq'>,
      changes: readonly HoldChange[],
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      const { firmId, liveId, liveUserId, seq } = of
      await sql`
        with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as given ("variantId" uuid, "productId" uuid, held integer, cart integer, until timestamptz, price integer)
        ), held as (
          insert into "orderHold"
            ("liveUserId", "variantId", "firmId", "liveId", "productId", quantity, "heldUntil", seq, price, "createdAt")
          select ${liveUserId}::uuid, "variantId", ${firmId}::uuid, ${liveId}::uuid, "productId", held, until,
            ${seq}::bigint, price, ${at}::timestamptz
          from given where held > 0
          on conflict ("liveUserId", "variantId") do update
            set quantity = excluded.quantity, "heldUntil" = excluded."heldUntil", seq = excluded.seq, price = excluded.price
        ), let_go as (
          delete from "orderHold" using given
          where "orderHold"."liveUserId" = ${liveUserId} and "orderHold"."variantId" = given."variantId"
            and given.held = 0
        ), carted as (
          insert into "cartLine" ("liveUserId", "variantId", "firmId", quantity, "addedAt", "changedAt")
          select ${liveUserId}::uuid, "variantId", ${firmId}::uuid, cart, ${at}::timestamptz, ${at}::timestamptz
          from given where cart > 0
          on conflict ("liveUserId", "variantId") do update
            set quantity = excluded.quantity, "changedAt" = excluded."changedAt"
        )
        delete from "cartLine" using given
        where "cartLine"."liveUserId" = ${liveUserId} and "cartLine"."variantId" = given."variantId" and given.cart = 0
      `.execute(on(executor))
    },

    /** Holds less of a variant, as the cart now holds less; answers the pieces that are held no longer, of a hold since when. */
    lower: async (
      firmId: string,
      liveUserId: string,
      variantId: string,
      quantity: number,
      executor: Executor,
    ): Promise<{ released: number; since: Date } | undefined> => {
      const { rows } = await sql<{ released: number; since: Date }>`
        with before as materialized (
          select quantity, "createdAt" from "orderHold"
          where "firmId" = ${firmId} and "liveUserId" = ${liveUserId} and "variantId" = ${variantId}
            and quantity > ${quantity}::integer
          for update
        ), less as (
          update "orderHold" set quantity = ${quantity}::integer from before
          where "liveUserId" = ${liveUserId} and "variantId" = ${variantId} and ${quantity}::integer > 0
        ), gone as (
          delete from "orderHold" using before
          where "liveUserId" = ${liveUserId} and "variantId" = ${variantId} and ${quantity}::integer = 0
        )
        select before.quantity - ${quantity}::integer as released, "createdAt" as since from before`.execute(
        on(executor),
      )
      return rows[0]
    },

    /**
     * Gives the cart and the holds of a viewer to another one, who then has what `lines` say of their variants; the later
     * end and the lower promise of two holds count. Both viewers and their rows are locked already.
     */
    moveTo: async (
      firmId: string,
      { fromId, toId, at }: { readonly fromId: string; readonly toId: string; readonly at: Date },
      lines: readonly CartPieces[],
      executor: Executor,
    ): Promise<void> => {
      await sql`
        with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
            as given ("variantId" uuid, cart integer, held integer)
        ), let_go as (
          delete from "orderHold" where "firmId" = ${firmId} and "liveUserId" = ${fromId} returning *
        ), held as (
          insert into "orderHold"
            ("liveUserId", "variantId", "firmId", "liveId", "productId", quantity, "heldUntil", seq, price, "createdAt")
          select ${toId}::uuid, "variantId", "firmId", "liveId", "productId", given.held, "heldUntil", seq, price, "createdAt"
          from let_go join given using ("variantId") where given.held > 0
          on conflict ("liveUserId", "variantId") do update
            set quantity = excluded.quantity, seq = excluded.seq,
              "heldUntil" = greatest("orderHold"."heldUntil", excluded."heldUntil"),
              price = least("orderHold".price, excluded.price),
              "createdAt" = least("orderHold"."createdAt", excluded."createdAt")
        ), emptied as (
          delete from "cartLine" where "firmId" = ${firmId} and "liveUserId" = ${fromId}
        )
        insert into "cartLine" ("liveUserId", "variantId", "firmId", quantity, "addedAt", "changedAt")
        select ${toId}::uuid, "variantId", ${firmId}::uuid, cart, ${at}::timestamptz, ${at}::timestamptz
        from given where cart > 0
        on conflict ("liveUserId", "variantId") do update
          set quantity = excluded.quantity, "changedAt" = excluded."changedAt"
      `.execute(on(executor))
    },

    /** Takes the holds of these variants away, for an order that takes their pieces over; the lines are locked already. */
    takeOver: (
      firmId: string,
      liveUserId: string,
      variantIds: readonly string[],
      executor: Executor,
    ): Promise<Pick<OrderHoldRow, 'variantId' | 'quantity' | 'price'>[]> =>
      on(executor)
        .deleteFrom('orderHold')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .where('variantId', 'in', variantIds)
        .returning(['variantId', 'quantity', 'price'])
        .execute(),

    /** Takes away all that a viewer holds; who locks it has locked the cart's lines as well. */
    takeAll: (firmId: string, liveUserId: string, executor: Executor): Promise<EndedHold[]> =>
      on(executor)
        .deleteFrom('orderHold')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .returningAll()
        .execute(),

    /** Takes away holds whose time is over, the oldest first; those that somebody is changing are left for next time. */
    takeDue: async (now: Date, limit: number, executor: Executor): Promise<EndedHold[]> => {
      const rows = await on(executor)
        .with('due', (make) =>
          make
            .selectFrom('orderHold')
            .select(['liveUserId', 'variantId'])
            .where('heldUntil', '<=', now)
            .orderBy('heldUntil')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .deleteFrom('orderHold')
        .using('due')
        .whereRef('orderHold.liveUserId', '=', 'due.liveUserId')
        .whereRef('orderHold.variantId', '=', 'due.variantId')
        .returningAll('orderHold')
        .execute()
      return rows
    },

    /** Pieces held in a live, by product. */
    heldIn: async (firmId: string, liveId: string): Promise<Map<string, number>> => {
      const rows = await on(db)
        .selectFrom('orderHold')
        .select((eb) => ['productId', eb.fn.sum<number>('quantity').as('held')])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .groupBy('productId')
        .execute()
      return new Map(rows.map(({ productId, held }) => [productId, held]))
    },
  }
}
export type OrderHoldStore = ReturnType<typeof createOrderHoldStore>
