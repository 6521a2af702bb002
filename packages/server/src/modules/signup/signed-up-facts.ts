import { sql } from 'kysely'
import { factsOf } from '../fact/fact.events.ts'

/**
 * Of seats that a statement writes as `seated`: one for each person and session. `orderId`: the order that paid for them,
 * which may be play money, and takes them along when it goes.
 */
export const signedUpFacts = (orderId: string | null = null) =>
  factsOf(
    'signedUp',
    sql`seated join "signupUser" person on person.id = seated."signupUserId"
      left join "order" bought on bought.id = ${orderId}::uuid`,
    {
      firmId: sql`seated."firmId"`,
      sourceId: sql`concat_ws(' ', seated."signupUserId", seated."liveId")`,
      at: sql`seated."createdAt"`,
      liveId: sql`seated."liveId"`,
      signupUserId: sql`seated."signupUserId"`,
      // Ties what the visit saw to who signed up in it.
      visit: sql`nullif(person.given ->> 'visit', '')`,
      orderId: sql`bought.id`,
      attribution: sql`(person.given -> 'attribution')`,
      isSimulated: sql`coalesce(bought."isTest", false)`,
    },
  )
