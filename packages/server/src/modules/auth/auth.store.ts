import type { Database, Executor } from '../../platform/db/database.ts'
import type { AuthTables, MemberRow, SessionEnd, SessionRow } from './auth.tables.ts'

/** A bearer with the session it stands for and that session's member. */
export interface BearerRow {
  readonly session: SessionRow
  readonly createdAt: Date
  readonly usedAt: Date
  /** Whether the firm is suspended now. */
  readonly suspended: boolean
}

/** Devices remembered for one member. */
const maxDevices = 20
/** No member's id. */
const nobody = '00000000-0000-0000-0000-000000000000'

export const createAuthStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<AuthTables>()
  return {
    insertMember: async (row: MemberRow, executor: Executor = db): Promise<void> => {
      await on(executor).insertInto('member').values(row).execute()
    },
    /** By account, for login: accounts are unique on the platform. */
    memberByAccount: (account: string): Promise<MemberRow | undefined> =>
      on(db)
        .selectFrom('member')
        .selectAll()
        .where('account', '=', account)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    member: (firmId: string, memberId: string, executor: Executor = db): Promise<MemberRow | undefined> =>
      on(executor)
        .selectFrom('member')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', memberId)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    memberById: (memberId: string, executor: Executor): Promise<MemberRow | undefined> =>
      on(executor)
        .selectFrom('member')
        .selectAll()
        .where('id', '=', memberId)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    changeMember: async (
      firmId: string,
      memberId: string,
      change: Partial<Omit<MemberRow, 'id' | 'firmId' | 'createdAt'>>,
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor)
        .updateTable('member')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', memberId)
        .execute()
    },

    insertSession: async (row: SessionRow, executor: Executor = db): Promise<void> => {
      await on(executor).insertInto('session').values(row).execute()
    },
    /** Locked, so that two tabs renewing at once get the same successor. */
    sessionByToken: (hash: string, executor: Executor): Promise<SessionRow | undefined> =>
      on(executor)
        .selectFrom('session')
        .selectAll()
        .where((eb) => eb.or([eb('renewalHash', '=', hash), eb('previousHash', '=', hash)]))
        .orderBy('createdAt', 'desc')
        .forUpdate()
        .executeTakeFirst(),
    /** The session that a token replaced long ago belonged to. */
    sessionByRetired: (hash: string, executor: Executor): Promise<SessionRow | undefined> =>
      on(executor)
        .selectFrom('session')
        .innerJoin('retiredToken', 'retiredToken.sessionId', 'session.id')
        .selectAll('session')
        .where('retiredToken.hash', '=', hash)
        .executeTakeFirst(),
    /** The successor takes over; the token it replaces is remembered. */
    rotate: async (
      firmId: string,
      sessionId: string,
      change: Pick<SessionRow, 'renewalHash' | 'previousUntil' | 'renewalExpiresAt'> & { previousHash: string },
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('retiredToken')
        .values({ hash: change.previousHash, sessionId, retiredAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await on(executor)
        .updateTable('session')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', sessionId)
        .execute()
    },
    /** Ends the member's running sessions (all, one device's, or all but one) and their bearers stop at once. */
    endSessions: async (
      firmId: string,
      memberId: string,
      end: { at: Date; by: SessionEnd; deviceId?: string; sessionId?: string; except?: string },
      executor: Executor = db,
    ): Promise<number> => {
      let query = on(executor)
        .updateTable('session')
        .set({ endedAt: end.at, endedBy: end.by })
        .where('firmId', '=', firmId)
        .where('memberId', '=', memberId)
        .where('endedAt', 'is', null)
      if (end.deviceId !== undefined) query = query.where('deviceId', '=', end.deviceId)
      if (end.sessionId !== undefined) query = query.where('id', '=', end.sessionId)
      if (end.except !== undefined) query = query.where('id', '!=', end.except)
      const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
    isSuspended: async (firmId: string): Promise<boolean> => {
      const row = await on(db).selectFrom('firm').select('suspendedAt').where('id', '=', firmId).executeTakeFirst()
      return row !== undefined && row.suspendedAt !== null
    },
    /** False when it was so already. */
    setSuspended: async (firmId: string, at: Date | null, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('firm')
        .set({ suspendedAt: at })
        .where('id', '=', firmId)
        .where('suspendedAt', at === null ? 'is not' : 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Ends every login of a firm that was suspended. */
    endFirmSessions: async (firmId: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('session')
        .set({ endedAt: at, endedBy: 'suspended' })
        .where('firmId', '=', firmId)
        .where('endedAt', 'is', null)
        .execute()
    },

    insertBearer: async (
      row: { hash: string; sessionId: string; createdAt: Date; usedAt: Date },
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor).insertInto('bearer').values(row).execute()
    },
    bearer: async (hash: string): Promise<BearerRow | undefined> => {
      const row = await on(db)
        .selectFrom('bearer')
        .innerJoin('session', 'session.id', 'bearer.sessionId')
        .innerJoin('firm', 'firm.id', 'session.firmId')
        .selectAll('session')
        .select([
          'bearer.createdAt as bearerCreatedAt',
          'bearer.usedAt as bearerUsedAt',
          'firm.suspendedAt as firmSuspendedAt',
        ])
        .where('bearer.hash', '=', hash)
        .executeTakeFirst()
      if (!row) return undefined
      const { bearerCreatedAt, bearerUsedAt, firmSuspendedAt, ...session } = row
      return { session, createdAt: bearerCreatedAt, usedAt: bearerUsedAt, suspended: firmSuspendedAt !== null }
    },
    touchBearer: async (hash: string, sessionId: string, at: Date): Promise<void> => {
      await on(db).updateTable('bearer').set({ usedAt: at }).where('hash', '=', hash).execute()
      await on(db).updateTable('session').set({ lastUsedAt: at }).where('id', '=', sessionId).execute()
    },
    sweepBearers: async (before: Date): Promise<void> => {
      await on(db).deleteFrom('bearer').where('usedAt', '<', before).execute()
    },
    /** Logins that ended, or could have been renewed for the last time, before then; their tokens go with them. */
    sweepSessions: async (before: Date): Promise<void> => {
      await on(db)
        .deleteFrom('session')
        .where((eb) => eb.or([eb('endedAt', '<', before), eb('renewalExpiresAt', '<', before)]))
        .execute()
    },
    sweepRetired: async (before: Date): Promise<void> => {
      await on(db).deleteFrom('retiredToken').where('retiredAt', '<', before).execute()
    },

    /** Whether the member has logged in there before; of no member, no device is known. */
    isKnownDevice: async (memberId: string | undefined, deviceHash: string): Promise<boolean> =>
      (await on(db)
        .selectFrom('memberDevice')
        .select('deviceHash')
        .where('memberId', '=', memberId ?? nobody)
        .where('deviceHash', '=', deviceHash)
        .executeTakeFirst()) !== undefined,
    /** Remembers a device that the member logs in on; of many, the ones used last. */
    rememberDevice: async (memberId: string, deviceHash: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('memberDevice')
        .values({ memberId, deviceHash, lastLoginAt: at })
        .onConflict((conflict) => conflict.columns(['memberId', 'deviceHash']).doUpdateSet({ lastLoginAt: at }))
        .execute()
      await on(executor)
        .deleteFrom('memberDevice')
        .where('memberId', '=', memberId)
        .where('deviceHash', 'not in', (eb) =>
          eb
            .selectFrom('memberDevice')
            .select('deviceHash')
            .where('memberId', '=', memberId)
            .orderBy('lastLoginAt', 'desc')
            .orderBy('deviceHash')
            .limit(maxDevices),
        )
        .execute()
    },
    sweepDevices: async (before: Date): Promise<void> => {
      await on(db).deleteFrom('memberDevice').where('lastLoginAt', '<', before).execute()
    },

    insertReset: async (row: AuthTables['passwordReset'], executor: Executor = db): Promise<void> => {
      await on(executor).insertInto('passwordReset').values(row).execute()
    },
    /** Uses a reset token up: at most one caller gets the member. */
    takeReset: async (hash: string, at: Date, executor: Executor): Promise<string | undefined> => {
      const row = await on(executor)
        .updateTable('passwordReset')
        .set({ usedAt: at })
        .where('hash', '=', hash)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .returning('memberId')
        .executeTakeFirst()
      return row?.memberId
    },
    /** Ends the member's other reset links. */
    dropResets: async (memberId: string, at: Date, executor: Executor = db): Promise<void> => {
      await on(executor)
        .updateTable('passwordReset')
        .set({ usedAt: at })
        .where('memberId', '=', memberId)
        .where('usedAt', 'is', null)
        .execute()
    },
  }
}
export type AuthStore = ReturnType<typeof createAuthStore>
