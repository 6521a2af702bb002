import type { Language } from '@kaimai/contract/common/language.ts'
import { type PaymentState, soldStates } from '@kaimai/contract/order/order.machine.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** What a viewer's orders in a live have come to, and how to reach who ordered last. */
interface LiveBuyer {
  readonly liveUserId: string
  readonly email: string
  readonly phone: string
  readonly name: string
  readonly language: Language
  /** An order of theirs counts as sold. */
  readonly bought: boolean
  /** One waits for its money. */
  readonly hasPending: boolean
  /** One ran out unpaid. */
  readonly hasExpired: boolean
}

/** Who ordered in a live, and who has something in the cart; each in one statement, however many they are. */
export const createLiveBuyers = (db: Database) => ({
  ordersIn: async (firmId: string, liveId: string): Promise<LiveBuyer[]> => {
    const has = (states: readonly PaymentState[]) => sql`bool_or("paymentState" = any(${[...states]}::text[]))`
    const { rows } = await sql<LiveBuyer>`
      select "liveUserId", (array_agg(email order by "createdAt" desc, id))[1] as email,
        (array_agg(phone order by "createdAt" desc, id))[1] as phone,
        (array_agg("fullName" order by "createdAt" desc, id))[1] as name,
        (array_agg(language order by "createdAt" desc, id))[1] as language,
        ${has(soldStates)} as bought, ${has(['pending'])} as "hasPending", ${has(['expired'])} as "hasExpired"
      from "order" where "firmId" = ${firmId} and "liveId" = ${liveId} and "liveUserId" is not null
      group by "liveUserId"`.execute(db.as())
    return rows
  },

  /** Viewers with something in the cart. */
  cartsIn: async (firmId: string, liveId: string): Promise<string[]> => {
    const { rows } = await sql<{ liveUserId: string }>`
      select distinct line."liveUserId" from "cartLine" line join "liveUser" viewer on viewer.id = line."liveUserId"
      where line."firmId" = ${firmId} and viewer."liveId" = ${liveId}`.execute(db.as())
    return rows.map(({ liveUserId }) => liveUserId)
  },
})
export type LiveBuyers = ReturnType<typeof createLiveBuyers>
