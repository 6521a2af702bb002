import type { ExtraAuthority } from '@kaimai/contract/access/access.rules.ts'
import { type Role, roles } from '@kaimai/contract/common/access.ts'
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { listTotal } from '../../platform/db/list-total.ts'
import { containing } from '../../platform/db/search.ts'
import type { AuthTables, InvitationRow, MemberRow, SessionRow } from '../auth/auth.tables.ts'

export interface MemberListed extends MemberRow {
  readonly devices: number
}

export interface MemberFilterRow {
  readonly q: string | undefined
  /** Whether `q` looks in e-mail addresses too. */
  readonly inContacts: boolean
  readonly role: Role | undefined
  readonly sort: 'userName' | 'role' | 'lastLoginAt' | 'createdAt'
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export interface InvitationListed extends InvitationRow {
  readonly invitedByName: string
}

/** Roles in the order of what they may do. */
const rank: Expression<number> = sql<number>`array_position(${sql.val([...roles])}::text[], member.role)`

type InMember = ExpressionBuilder<AuthTables, 'member'>

/** Logins that still hold: neither ended nor too old to be renewed. */
const running = (eb: InMember, now: Date) =>
  eb
    .selectFrom('session')
    .select((of) => of.fn.countAll<number>().as('devices'))
    .whereRef('session.memberId', '=', 'member.id')
    .where('session.endedAt', 'is', null)
    .where('session.renewalExpiresAt', '>', now)

/** Members of a firm, their invitations, and the changes of their e-mail. */
export const createMemberStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<AuthTables>()
  const present = (firmId: string, executor: Executor = db) =>
    on(executor).selectFrom('member').where('member.firmId', '=', firmId).where('member.removedAt', 'is', null)

  return {
    list: async (
      firmId: string,
      filter: MemberFilterRow,
      now: Date,
    ): Promise<{ rows: MemberListed[]; total: number }> => {
      const { q, inContacts, role } = filter
      const found = present(firmId)
        .$if(q !== undefined, (query) =>
          query.where((eb) =>
            eb.or(
              inContacts
                ? ['member.name', 'member.account', 'member.email'].map((column) => containing(column, q ?? ''))
                : [
                    containing('member.name', q ?? ''),
                    // An account may be an e-mail address.
                    eb.and([containing('member.account', q ?? ''), eb('member.account', 'not like', '%@%')]),
                  ],
            ),
          ),
        )
        .$if(role !== undefined, (query) => query.where('member.role', '=', role ?? 'owner'))
      const order = {
        userName: sql.ref('member.name'),
        role: rank,
        lastLoginAt: sql.ref('member.lastLoginAt'),
        createdAt: sql.ref('member.createdAt'),
      }[filter.sort]
      const direction = sql.raw(filter.descending ? 'desc' : 'asc')
      const ordering = sql`${order} ${direction} nulls last, member.id ${direction}`
      const page = found.selectAll('member').orderBy(ordering).limit(filter.limit).offset(filter.offset)
      const rows = await on(db)
        // Logins are counted for the members of the page alone, not for those that it skips.
        .selectFrom(page.as('member'))
        .selectAll('member')
        .select((eb) => running(eb, now).as('devices'))
        .orderBy(ordering)
        .execute()
      const total = await listTotal(rows.length, filter, async () => {
        const counted = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return Number(counted.total)
      })
      return { rows: rows.map((row) => ({ ...row, devices: Number(row.devices ?? 0) })), total }
    },

    one: async (firmId: string, memberId: string, now: Date): Promise<MemberListed | undefined> => {
      const row = await present(firmId)
        .selectAll('member')
        .select((eb) => running(eb, now).as('devices'))
        .where('member.id', '=', memberId)
        .executeTakeFirst()
      return row && { ...row, devices: Number(row.devices ?? 0) }
    },

    /**
     * Everybody who may change members of this firm waits here until the transaction ends: two owners who demote each
     * other at once take turns. Answers the owners.
     */
    lockOwners: (firmId: string, executor: Executor): Promise<{ id: string }[]> =>
      present(firmId, executor)
        .select('member.id')
        .where('member.role', '=', 'owner')
        .orderBy('member.id')
        .forUpdate()
        .execute(),

    emailTaken: async (firmId: string, email: string, executor: Executor = db): Promise<boolean> =>
      (await present(firmId, executor).select('member.id').where('member.email', '=', email).executeTakeFirst()) !==
      undefined,

    changeRights: async (
      firmId: string,
      memberId: string,
      rights: ExtraAuthority & { role: Role },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('member')
        .set(rights)
        .where('firmId', '=', firmId)
        .where('id', '=', memberId)
        .execute()
    },

    /** The account's name is free again for whoever takes it next; the row stays for what it did. */
    remove: async (firmId: string, memberId: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('member')
        .set({ removedAt: at, account: `~${memberId}`, passwordHash: '' })
        .where('firmId', '=', firmId)
        .where('id', '=', memberId)
        .execute()
    },

    invitations: (firmId: string, limit: number): Promise<InvitationListed[]> =>
      on(db)
        .selectFrom('invitation')
        .innerJoin('member', 'member.id', 'invitation.invitedBy')
        .selectAll('invitation')
        .select('member.name as invitedByName')
        .where('invitation.firmId', '=', firmId)
        .where('invitation.outcome', 'is', null)
        .orderBy('invitation.createdAt', 'desc')
        .limit(limit)
        .execute(),

    invitation: (firmId: string, id: string, executor: Executor): Promise<InvitationRow | undefined> =>
      on(executor)
        .selectFrom('invitation')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('outcome', 'is', null)
        .forUpdate()
        .executeTakeFirst(),

    /** By the hash of an unguessable token; open and in time only. Locked inside a transaction. */
    invitationByHash: (
      hash: string,
      at: Date,
      executor: Executor = db,
      lock = false,
    ): Promise<InvitationListed | undefined> =>
      on(executor)
        .selectFrom('invitation')
        .innerJoin('member', 'member.id', 'invitation.invitedBy')
        .selectAll('invitation')
        .select('member.name as invitedByName')
        .where('invitation.hash', '=', hash)
        .where('invitation.outcome', 'is', null)
        .where('invitation.expiresAt', '>', at)
        .$if(lock, (query) => query.forUpdate('invitation'))
        .executeTakeFirst(),

    insertInvitation: async (row: InvitationRow, executor: Executor): Promise<void> => {
      await on(executor).insertInto('invitation').values(row).execute()
    },

    changeInvitation: async (
      firmId: string,
      id: string,
      change: Partial<Pick<InvitationRow, 'hash' | 'expiresAt' | 'invitedBy' | 'outcome' | 'closedAt'>>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('invitation')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    /** Ends the open invitations somebody wrote: what the writer may no longer give, nobody gets. */
    withdrawOf: async (firmId: string, memberId: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('invitation')
        .set({ outcome: 'withdrawn', closedAt: at })
        .where('firmId', '=', firmId)
        .where('invitedBy', '=', memberId)
        .where('outcome', 'is', null)
        .execute()
    },

    pendingEmail: (memberId: string, at: Date): Promise<{ email: string } | undefined> =>
      on(db)
        .selectFrom('emailChange')
        .select('email')
        .where('memberId', '=', memberId)
        .where('expiresAt', '>', at)
        .executeTakeFirst(),

    putEmailChange: async (row: AuthTables['emailChange'], executor: Executor): Promise<void> => {
      const { memberId: _, ...change } = row
      await on(executor)
        .insertInto('emailChange')
        .values(row)
        .onConflict((conflict) => conflict.column('memberId').doUpdateSet(change))
        .execute()
    },

    /** Uses the token up: at most one caller gets the change. */
    takeEmailChange: (
      hash: string,
      at: Date,
      executor: Executor,
    ): Promise<{ memberId: string; email: string } | undefined> =>
      on(executor)
        .deleteFrom('emailChange')
        .where('hash', '=', hash)
        .where('expiresAt', '>', at)
        .returning(['memberId', 'email'])
        .executeTakeFirst(),

    sessions: (firmId: string, memberId: string, now: Date): Promise<SessionRow[]> =>
      on(db)
        .selectFrom('session')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('memberId', '=', memberId)
        .where('endedAt', 'is', null)
        .where('renewalExpiresAt', '>', now)
        .orderBy('lastUsedAt', (by) => by.desc().nullsLast())
        .limit(100)
        .execute(),
  }
}
export type MemberStore = ReturnType<typeof createMemberStore>
