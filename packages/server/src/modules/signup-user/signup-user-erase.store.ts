import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import type { SignupUserTables } from '../signup/signup-user.tables.ts'

/** What erasing takes out of the tables of forms; the person's row stays, for figures and orders refer to it. */
export const createSignupUserEraseStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<SignupUserTables>()
  return {
    /** Whether another sign-up of the firm has this e-mail. */
    isUsedElsewhere: async (firmId: string, id: string, email: string, tx: Tx): Promise<boolean> =>
      (await on(tx)
        .selectFrom('signupUser')
        .select('id')
        .where('firmId', '=', firmId)
        .where('email', '=', email)
        .where('id', '<>', id)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Lives that the form has or had as sessions. */
    livesOfForm: async (firmId: string, signupId: string, tx: Tx): Promise<string[]> => {
      const { rows } = await sql<{ liveId: string }>`
        select "liveId" from "signupSession" where "firmId" = ${firmId} and "signupId" = ${signupId}
        union
        select seat."liveId" from "signupSeat" seat join "signupUser" person on person.id = seat."signupUserId"
        where person."firmId" = ${firmId} and person."signupId" = ${signupId}`.execute(on(tx))
      return rows.map(({ liveId }) => liveId)
    },

    erasePerson: async (firmId: string, id: string, pseudonym: string, at: Date, tx: Tx): Promise<void> => {
      await sql`
        update "signupUser" set name = ${pseudonym}, phone = '', email = '', county = '', memo = '', "deviceHash" = '',
          answers = '{}'::jsonb, given = '{}'::jsonb, flagged = false, "isCancelNotice" = true, "erasedAt" = ${at}
        where "firmId" = ${firmId} and id = ${id}`.execute(on(tx))
      await sql`delete from "signupUserDevice" where "firmId" = ${firmId} and "signupUserId" = ${id}`.execute(on(tx))
      await sql`delete from "releasedSeat" where "firmId" = ${firmId} and "signupUserId" = ${id}`.execute(on(tx))
    },

    /** Answers the codes that were asked for with one of these, which end with it. */
    eraseCodes: async (
      firmId: string,
      signupId: string,
      { phone, email }: { readonly phone: string; readonly email: string },
      tx: Tx,
    ): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        delete from "signupCode" where "firmId" = ${firmId} and "signupId" = ${signupId}
          and (contact in (${phone}, ${email}) or (email <> '' and email = ${email})) returning id`.execute(on(tx))
      return rows.map(({ id }) => id)
    },

    /** Rows of files that brought the person in, or name its phone or e-mail as they were typed. */
    eraseImportRows: async (
      firmId: string,
      { id, phone, email }: { readonly id: string; readonly phone: string; readonly email: string },
      tx: Tx,
    ): Promise<void> => {
      const digits = phone.replace(/^\+886/, '').replace(/\D/g, '')
      await sql`
        delete from "importRow" using "importRun" run
        where run.id = "importRow"."runId" and run."firmId" = ${firmId} and run.kind = 'signupUser' and (
          "importRow".target = ${id}
          or (${email} <> '' and position(lower(${email}) in lower("importRow".cells::text)) > 0)
          or (${digits} <> '' and position(${digits} in regexp_replace("importRow".cells::text, '[^0-9,]', '', 'g')) > 0)
        )`.execute(on(tx))
    },

    /** Of the orders of places that these people were seated by; all others keep theirs until they are over. */
    erasePlaces: async (firmId: string, orderIds: readonly string[], pseudonym: string, tx: Tx): Promise<void> => {
      await sql`
        update "signupOrder" set phone = '', email = '', person = jsonb_build_object('name', ${pseudonym}::text,
          'county', '', 'timeZone', 'Asia/Taipei', 'deviceHash', '', 'answers', '{}'::jsonb, 'given', '{}'::jsonb)
        where "firmId" = ${firmId} and "orderId" = any(${[...orderIds]}::uuid[])`.execute(on(tx))
    },

    setOpen: async (firmId: string, id: string, isOpen: boolean, tx: Tx): Promise<void> => {
      await on(tx)
        .updateTable('signupUser')
        .set({ erasureOpen: isOpen })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    /** Erased people some of whose orders still hold their contacts, the longest erased first. */
    open: (limit: number): Promise<{ id: string; firmId: string; name: string }[]> =>
      on()
        .selectFrom('signupUser')
        .select(['id', 'firmId', 'name'])
        .where('erasureOpen', '=', sql.lit(true))
        .orderBy('erasedAt')
        .limit(limit)
        .execute(),

    viewersOf: async (firmId: string, id: string, tx: Tx): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select id from "liveUser" where "firmId" = ${firmId} and "signupUserId" = ${id}`.execute(on(tx))
      return rows.map((row) => row.id)
    },
  }
}
export type SignupUserEraseStore = ReturnType<typeof createSignupUserEraseStore>
