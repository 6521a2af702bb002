import type { Language } from '@kaimai/contract/common/language.ts'
import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'

/** Letters about the carts of a live. */
export interface CartLetter {
  readonly liveId: string
  readonly firmId: string
  readonly lastLiveUserId: string | null
  readonly doneAt: Date | null
}

/** Somebody who signed up, wants letters, and has things in the cart. */
export interface CartOwner {
  readonly liveUserId: string
  readonly signupUserId: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly language: Language
}

interface CartLetterTables {
  cartLetter: CartLetter
}

/** Carts of viewers who signed up, and have ordered nothing in that live that is paid or still may be. */
const owners = (firmId: string, liveId: string) => sql`
  from "liveUser" viewer join "signupUser" person on person.id = viewer."signupUserId"
  where viewer."firmId" = ${firmId} and viewer."liveId" = ${liveId} and not viewer.preview
    and not person."isCancelNotice" and person.email <> ''
    and exists (select 1 from "cartLine" line where line."liveUserId" = viewer.id)
    and not exists (
      select 1 from "order" bought where bought."liveUserId" = viewer.id
        and bought."paymentState" in ('pending', 'onDelivery', 'paid', 'partlyRefunded')
    )`

/** Whose carts are left after a live, and how far the letters about them have come. */
export const createCartLetterStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<CartLetterTables>()
  return {
    /** Once for each live. */
    open: async (firmId: string, liveId: string): Promise<void> => {
      await on()
        .insertInto('cartLetter')
        .values({ firmId, liveId, lastLiveUserId: null, doneAt: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Undefined: everybody has been written to. */
    unfinished: (liveId: string): Promise<CartLetter | undefined> =>
      on()
        .selectFrom('cartLetter')
        .selectAll()
        .where('liveId', '=', liveId)
        .where('doneAt', 'is', null)
        .executeTakeFirst(),

    allUnfinished: async (limit: number): Promise<string[]> =>
      (
        await on()
          .selectFrom('cartLetter')
          .select('liveId')
          .where('doneAt', 'is', null)
          .orderBy('liveId')
          .limit(limit)
          .execute()
      ).map(({ liveId }) => liveId),

    /** In the transaction that queues the letters of these people. */
    advance: async (liveId: string, lastLiveUserId: string, tx: Tx): Promise<void> => {
      await on(tx)
        .updateTable('cartLetter')
        .set({ lastLiveUserId: sql<string>`greatest("lastLiveUserId", ${lastLiveUserId}::uuid)` })
        .where('liveId', '=', liveId)
        .execute()
    },

    finish: async (liveId: string, now: Date): Promise<void> => {
      await on().updateTable('cartLetter').set({ doneAt: now }).where('liveId', '=', liveId).execute()
    },

    /** The next people, in the order of their ids. */
    ownersAfter: async ({ firmId, liveId, lastLiveUserId }: CartLetter, limit: number): Promise<CartOwner[]> => {
      const { rows } = await sql<CartOwner>`
        select viewer.id as "liveUserId", person.id as "signupUserId", person.name, person.phone, person.email,
          person.language
        ${owners(firmId, liveId)} and (${lastLiveUserId}::uuid is null or viewer.id > ${lastLiveUserId}::uuid)
        order by viewer.id limit ${limit}`.execute(on())
      return rows
    },

    /** Whether the person has still left something. */
    isLeft: async (firmId: string, liveId: string, signupUserId: string): Promise<boolean> => {
      const { rows } = await sql`
        select 1 ${owners(firmId, liveId)} and person.id = ${signupUserId} limit 1`.execute(on())
      return rows.length > 0
    },
  }
}
export type CartLetterStore = ReturnType<typeof createCartLetterStore>
