import type { Language } from '@kaimai/contract/common/language.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** Somebody who signed up, as a sending sees them. */
export interface AudiencePerson {
  readonly email: string
  readonly name: string
  readonly language: Language
  /** Asked for no more notices. */
  readonly isCancelNotice: boolean
}

/** The people of a form or a session whom a merchant may write to; those who were erased are nobody. */
export const createLetterAudience = (db: Database) => ({
  ofForm: async (firmId: string, signupId: string): Promise<AudiencePerson[]> => {
    const { rows } = await sql<AudiencePerson>`
      select email, name, language, "isCancelNotice" from "signupUser"
      where "firmId" = ${firmId} and "signupId" = ${signupId} and "erasedAt" is null
      order by "createdAt", id`.execute(db.as<object>())
    return rows
  },

  /** `came`: to this session; undefined: whether or not. */
  ofSession: async (firmId: string, liveId: string, came: boolean | undefined): Promise<AudiencePerson[]> => {
    const condition =
      came === undefined ? sql`` : came ? sql`and seat."cameAt" is not null` : sql`and seat."cameAt" is null`
    const { rows } = await sql<AudiencePerson>`
      select person.email, person.name, person.language, person."isCancelNotice"
      from "signupSeat" seat join "signupUser" person on person.id = seat."signupUserId"
      where seat."firmId" = ${firmId} and seat."liveId" = ${liveId} and person."erasedAt" is null ${condition}
      order by seat."createdAt", person.id`.execute(db.as<object>())
    return rows
  },
})
