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

/** The same by the own sign-up. */
interface SignedUpPerson extends AudiencePerson {
  /** Of the sign-up. */
  readonly id: string
  readonly timeZone: string
}

/** The same of a form. */
export interface FormPerson extends SignedUpPerson {
  /** Each session that the person has a seat in; the title is the form's, empty: as the live is called. */
  readonly seats: readonly { readonly liveId: string; readonly title: string }[]
}

/** The same in a session. */
export interface SessionPerson extends SignedUpPerson {
  /** As the person's form calls the session; empty: as the live is called. */
  readonly title: string
  readonly hasSeat: boolean
  /** To the session, as its seat says. */
  readonly came: boolean
}

const columns = sql`person.id, person.email, person.phone, person.name, person.language, person."timeZone",
  person."isCancelNotice"`
const mayBe = (firmId: string) => sql`person."firmId" = ${firmId} and person."erasedAt" is null`

/** The people of a form or a session whom a merchant may write to; those who were erased are nobody. */
export const createLetterAudience = (db: Database) => ({
  ofForm: async (firmId: string, signupId: string): Promise<FormPerson[]> => {
    const { rows } = await sql<FormPerson>`
      select ${columns}, coalesce(held.seats, '[]'::jsonb) as seats
      from "signupUser" person left join (
        select seat."signupUserId", jsonb_agg(jsonb_build_object(
          'liveId', seat."liveId", 'title', coalesce(session.title, ''))) as seats
        from "signupSeat" seat join "signupUser" owner on owner.id = seat."signupUserId"
        left join "signupSession" session
          on session."signupId" = owner."signupId" and session."liveId" = seat."liveId"
        where owner."firmId" = ${firmId} and owner."signupId" = ${signupId} group by seat."signupUserId"
      ) held on held."signupUserId" = person.id
      where person."signupId" = ${signupId} and ${mayBe(firmId)}
      order by person."createdAt", person.id`.execute(db.as<object>())
    return rows
  },

  /**
   * Everybody with a seat in a session, and of these ids those who have none there (any more), each once; the ids are
   * those of people who signed up.
   */
  ofSession: async (firmId: string, liveId: string, ids: readonly string[]): Promise<SessionPerson[]> => {
    const title = sql`coalesce((select session.title from "signupSession" session
      where session."signupId" = person."signupId" and session."liveId" = ${liveId}), '') as title`
    const { rows } = await sql<SessionPerson>`
      select * from (
        select ${columns}, ${title}, true as "hasSeat", seat."cameAt" is not null as came, seat."createdAt" as at
        from "signupSeat" seat join "signupUser" person on person.id = seat."signupUserId"
        where seat."firmId" = ${firmId} and seat."liveId" = ${liveId} and ${mayBe(firmId)}
        union all
        select ${columns}, ${title}, false, false, person."createdAt"
        from "signupUser" person
        where person.id = any(${[...ids]}::uuid[]) and ${mayBe(firmId)} and not exists (
          select 1 from "signupSeat" seat where seat."signupUserId" = person.id and seat."liveId" = ${liveId})
      ) as each order by each.at, each.id`.execute(db.as<object>())
    return rows
  },
})
