import { type AssociationProgram, startingProgram } from '@kaimai/contract/association/association.schema.ts'
import { sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import type { AssociationRow, AssociationTables, AssociationTermsRow } from './association.tables.ts'

/** A link under one of the codes that it has or had. */
export interface CodedTerms extends Pick<AssociationRow, 'id' | 'beginAt' | 'cookieDays' | 'signupIds' | 'productIds'> {
  readonly code: string
  /** Its own end, or its removal, or its partner's: whichever came first. */
  readonly endsAt: Date | null
}

export interface SignedUp {
  readonly signupId: string
  readonly associationId: string | null
  readonly associationVisitAt: Date | null
}

export const createAssociationStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<AssociationTables>()
  return {
    /** Removed ones too, with the codes that they had: what is clicked or credited already stays. */
    byCode: (
      firmId: string,
      codes: readonly string[],
      associationId: string | null,
      executor: Executor,
    ): Promise<CodedTerms[]> =>
      on(executor)
        .selectFrom('associationCode')
        .innerJoin('association', 'association.id', 'associationCode.associationId')
        .innerJoin('partner', 'partner.id', 'association.partnerId')
        .select([
          'association.id',
          'associationCode.code',
          'association.beginAt',
          'association.cookieDays',
          'association.signupIds',
          'association.productIds',
          sql<Date | null>`least(association."endAt", association."removedAt", partner."removedAt")`.as('endsAt'),
        ])
        .where('associationCode.firmId', '=', firmId)
        .where((eb) =>
          eb.or([
            ...(codes.length > 0 ? [eb('associationCode.code', 'in', codes)] : []),
            ...(associationId === null ? [] : [eb('association.id', '=', associationId)]),
          ]),
        )
        .execute(),

    signedUp: (firmId: string, signupUserId: string, executor: Executor): Promise<SignedUp | undefined> =>
      on(executor)
        .selectFrom('signupUser')
        .select(['signupId', 'associationId', 'associationVisitAt'])
        .where('firmId', '=', firmId)
        .where('id', '=', signupUserId)
        .executeTakeFirst(),

    program: async (firmId: string, executor?: Executor): Promise<AssociationProgram> =>
      (await on(executor)
        .selectFrom('associationProgram')
        .select(['touch', 'leastPayout'])
        .where('firmId', '=', firmId)
        .executeTakeFirst()) ?? startingProgram,

    setProgram: async (firmId: string, program: AssociationProgram, tx: Tx): Promise<void> => {
      await on(tx)
        .insertInto('associationProgram')
        .values({ firmId, ...program })
        .onConflict((conflict) => conflict.column('firmId').doUpdateSet(program))
        .execute()
    },

    /** Gives a code to a link for ever; false when it is or was another one's. */
    claimCode: async (row: AssociationTables['associationCode'], tx: Tx): Promise<boolean> => {
      await on(tx)
        .insertInto('associationCode')
        .values(row)
        .onConflict((conflict) => conflict.columns(['firmId', 'code']).doNothing())
        .execute()
      const { associationId } = await on(tx)
        .selectFrom('associationCode')
        .select('associationId')
        .where('firmId', '=', row.firmId)
        .where('code', '=', row.code)
        .executeTakeFirstOrThrow()
      return associationId === row.associationId
    },

    addTerms: async (row: AssociationTermsRow, tx: Tx): Promise<void> => {
      await on(tx)
        .insertInto('associationTerms')
        .values({ ...row, signupIds: json(row.signupIds), productIds: json(row.productIds) })
        .execute()
    },

    /** What held at that moment, with whose link it is; the first ones for what is older than the link. */
    termsAt: (
      firmId: string,
      associationId: string,
      at: Date,
    ): Promise<(AssociationTermsRow & { partnerId: string }) | undefined> =>
      on()
        .selectFrom('associationTerms')
        .innerJoin('association', 'association.id', 'associationTerms.associationId')
        .selectAll('associationTerms')
        .select('association.partnerId')
        .where('associationTerms.firmId', '=', firmId)
        .where('associationTerms.associationId', '=', associationId)
        .orderBy(sql`"associationTerms".since <= ${at}`, 'desc')
        .orderBy(sql`case when "associationTerms".since <= ${at} then "associationTerms".version end`, 'desc')
        .orderBy('associationTerms.version')
        .limit(1)
        .executeTakeFirst(),

    /** A partner's links that still earn, the newest first. */
    openOf: (firmId: string, partnerId: string, now: Date) =>
      on()
        .selectFrom('association')
        .select(['id', 'name', 'code', 'rateKind', 'basisPoints', 'amount', 'signupIds', 'endAt'])
        .where('firmId', '=', firmId)
        .where('partnerId', '=', partnerId)
        .where('removedAt', 'is', null)
        .where((eb) => eb.or([eb('endAt', 'is', null), eb('endAt', '>', now)]))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    /** Removed ones too. */
    named: (
      firmId: string,
      partnerId?: string,
    ): Promise<{ id: string; code: string; name: string; partnerName: string }[]> => {
      const all = on()
        .selectFrom('association')
        .innerJoin('partner', 'partner.id', 'association.partnerId')
        .select(['association.id', 'association.code', 'association.name', 'partner.name as partnerName'])
        .where('association.firmId', '=', firmId)
      return (partnerId === undefined ? all : all.where('association.partnerId', '=', partnerId)).execute()
    },
  }
}
export type AssociationStore = ReturnType<typeof createAssociationStore>
