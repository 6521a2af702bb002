import type { Language } from '@kaimai/contract/common/language.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** Somebody who signed up, as a sending sees them. */
export interface AudiencePerson {
  readonly email: string
  /** E.164; empty: not known. */
  readonly phone: string
  readonly name: string
  readonly language: Language
  /** Asked for no more notices. */
  readonly isCancelNotice: boolean
}

/** The same in a session. */
export interface SessionPerson extends AudiencePerson {
  /** Of the sign-up. */
  readonly id: string
  readonly hasSeat: boolean
  /** To the session, as its seat says. */
  readonly came: boolean
}

/** The people of a form or a session whom a merchant may write to; those who were erased are nobody. */
export const createLetterAudience = (db: Database) => ({
  ofForm: async (firmId: string, signupId: string): Promise<AudiencePerson[]> => {
    const { rows } = await sql<AudiencePerson>`
      select email, phone, name, language, "isCancelNotice" from "signupUser"
      where "firmId" = ${firmId} and "signupId" = ${signupId} and "erasedAt" is null
      order by "createdAt", id`.execute(db.as<object>())
    return rows
  },

  /**
   * Everybody with a seat in a session, and of these ids those who have none there (any more), each once; the ids are
   * those of people who signed up.
   */
  ofSession: async (firmId: string, liveId: string, ids: readonly string[]): Promise<SessionPerson[]> => {
    const columns = sql`person.id, person.email, person.phone, person.name, person.language, person."isCancelNotice"`
    const mayBe = sql`person."firmId" = ${firmId} and person."erasedAt" is null`
    const { rows } = await sql<SessionPerson>`
      select * from (
        select ${columns}, true as "hasSeat", seat."cameAt" is not null as came, seat."createdAt" as at
        from "signupSeat" seat join "signupUser" person on person.id = seat."signupUserId"
        where seat."firmId" = ${firmId} and seat."liveId" = ${liveId} and ${mayBe}
        union all
        select ${columns}, false, false, person."createdAt"
        from "signupUser" person
        where person.id = any(${[...ids]}::uuid[]) and ${mayBe} and not exists (
          select 1 from "signupSeat" seat where seat."signupUserId" = person.id and seat."liveId" = ${liveId})
      ) as each order by each.at, each.id`.execute(db.as<object>())
    return rows
  },
})
