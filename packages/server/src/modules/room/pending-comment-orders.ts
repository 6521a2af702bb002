import type { CommentReading } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, type Executor, literals } from '../../platform/db/database.ts'
import { roomTables } from './room.tables.ts'

const Change = z.union([z.object({ add: z.number().int() }), z.object({ clear: z.literal(true) })])

/** JSON leaves out what is undefined. */
const Line = z
  .object({ productId: z.string(), variantId: z.string().optional(), change: Change })
  .transform(({ productId, variantId, change }) => ({ productId, variantId, change }))

/** A reading as it stands in the log. */
const OrderReading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), lines: z.array(Line) }),
  z.object({
    kind: z.literal('unclear'),
    lines: z.array(Line),
    productId: z.string(),
    quantity: z.number().int(),
    choices: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), why: z.enum(['none', 'tooMany', 'noSuchKeyword']), said: z.string() }),
])
const Reading = z.union([z.object({ kind: z.literal('reply'), otherwise: OrderReading.optional() }), OrderReading])

const Said = z.object({ user: ChatUser, text: z.string() })

interface Taken {
  readonly seq: number
  readonly ms: number
  readonly payload: unknown
  readonly saidAt: Date
  readonly asked: unknown
  readonly more: boolean
}

/** Comments of the log that ask for something and were not carried out yet: column `asked`. */
export const createPendingCommentOrders = (db: Database) => {
  const events = (on: Executor) => roomTables(on).selectFrom('roomEvent')
  return {
    /**
     * Takes the first of a viewer, in a transaction that carries it out: a rollback leaves it asked. `more`: there is
     * another one. One at a time a viewer: the caller holds a lock for that.
     */
    take: async (firmId: string, liveId: string, liveUserId: string, on: Executor) => {
      const { rows } = await sql<Taken>`
        with asked as materialized (
          select seq, "roomMs", payload, "createdAt", asked from "roomEvent"
          where "liveUserId" = ${liveUserId} and "firmId" = ${firmId} and "liveId" = ${liveId} and asked is not null
          order by seq limit 2
        ), first as (
          select * from asked order by seq limit 1
        ), done as (
          update "roomEvent" set asked = null from first
          where "roomEvent"."liveId" = ${liveId} and "roomEvent".seq = first.seq
        )
        select seq, "roomMs" as ms, payload, "createdAt" as "saidAt", asked, (select count(*) > 1 from asked) as more
        from first`.execute(roomTables(on))
      const [row] = rows
      if (!row) return undefined
      const { seq, ms, saidAt, more } = row
      const { user, text } = Said.parse(row.payload)
      const reading: CommentReading = Reading.parse(row.asked)
      return { seq, ms, user, text, reading, saidAt, more }
    },

    /** Viewers who have asked for something before that moment, the oldest first. */
    stillAsking: async (
      before: Date,
      limit: number,
    ): Promise<{ firmId: string; liveId: string; liveUserId: string }[]> => {
      const { rows } = await sql<{ firmId: string; liveId: string; liveUserId: string }>`
        select "firmId", "liveId", "liveUserId" from "roomEvent"
        where asked is not null and "liveUserId" is not null and "createdAt" <= ${before}::timestamptz
        group by "firmId", "liveId", "liveUserId" order by min("createdAt") limit ${limit}::integer`.execute(
        roomTables(db),
      )
      return rows
    },

    /** Whether the staff has taken the product out of the room's list. */
    isUnlisted: async (firmId: string, liveId: string, productId: string, on: Executor): Promise<boolean> => {
      const last = await events(on)
        .select('kind')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('kind', 'in', literals(['productListed', 'productUnlisted']))
        .where(sql<boolean>`payload ->> 'productId' = ${productId}`)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return last?.kind === 'productUnlisted'
    },
  }
}
export type AskedComments = ReturnType<typeof createPendingCommentOrders>
