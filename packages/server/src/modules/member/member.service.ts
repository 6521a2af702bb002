import { authorityOf, type ExtraAuthority, isWithin, noExtra } from '@kaimai/contract/access/access.rules.ts'
import { type Role, roles } from '@kaimai/contract/common/access.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { memberErrors } from '@kaimai/contract/member/member.errors.ts'
import type {
  Member,
  MemberChange,
  MemberFilter,
  memberSorts,
  RoleShown,
} from '@kaimai/contract/member/member.schema.ts'
import type { z } from 'zod'
import { type Actor, actorOf } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccessService } from '../access/access.service.ts'
import type { AuthStore } from '../auth/auth.store.ts'
import type { MemberRow } from '../auth/auth.tables.ts'
import type { MemberListed, MemberStore } from './member.store.ts'

export interface MemberDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly store: MemberStore
  readonly auth: AuthStore
  readonly access: AccessService
}

type Rights = ExtraAuthority & { readonly role: Role }

const extraOf = ({ bombmyLive, bombmySignup, bombmySetting }: ExtraAuthority): ExtraAuthority => ({
  bombmyLive,
  bombmySignup,
  bombmySetting,
})

/** How a member is reached, and what they log in with (which may be an e-mail address), as much of it as the caller may read. */
const contactsOf = ({ account, email, phone }: MemberRow, personal: boolean) => ({
  account: personal || !account.includes('@') ? account : redactEmail(account),
  userEmail: personal ? email : redactEmail(email),
  userPhone: personal ? phone : redactPhone(phone),
})

/** The rights that are asked for; an owner has everything, so nothing is set for an owner alone. */
export const rightsOf = (
  role: Role,
  extra: Partial<Record<keyof ExtraAuthority, 0 | 1 | 2 | null | undefined>>,
): Rights =>
  role === 'owner'
    ? { role, ...noExtra }
    : {
        role,
        bombmyLive: extra.bombmyLive ?? null,
        bombmySignup: extra.bombmySignup ?? null,
        bombmySetting: extra.bombmySetting ?? null,
      }

/**
 * Refuses rights that the caller may not give: only owners make or change owners, and nobody gives more than they
 * have, or takes from who has more.
 */
export const checkMayGive = (access: AccessService, giver: Rights, rights: Rights, before?: Rights): void => {
  for (const each of before ? [before, rights] : [rights]) {
    if (giver.role === 'owner') continue
    if (each.role === 'owner') throw fail('forbidden', { reason: memberErrors.onlyOwners })
    if (!isWithin(access.grants(each), access.grants(giver)))
      throw fail('forbidden', { reason: memberErrors.aboveOneself })
  }
}

/** The members of a firm and what each may do. */
export const createMemberService = ({ platform, store, auth, access }: MemberDeps) => {
  const { db, clock, audit } = platform

  const present = (row: MemberListed, caller: FirmCaller): z.input<typeof Member> => ({
    id: row.id,
    userName: row.name,
    ...contactsOf(row, row.id === caller.userId || caller.can('member', 'personal')),
    role: row.role,
    extra: extraOf(row),
    authority: authorityOf(access.grants(row)),
    isMe: row.id === caller.userId,
    devices: row.devices,
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  })

  /** The caller as it is now, under the lock: a role that was taken a moment ago gives nothing any more. */
  const giverOf = async (caller: FirmCaller, tx: Tx): Promise<MemberRow> => {
    const giver = await auth.member(caller.id, caller.userId, tx)
    if (!giver || !access.can(giver, 'member', 'write')) throw fail('forbidden')
    return giver
  }

  const checkOwnerStays = (owners: readonly { id: string }[], memberId: string): void => {
    if (owners.every(({ id }) => id === memberId)) throw fail('conflict', { reason: memberErrors.lastOwner })
  }

  return {
    list: async (caller: FirmCaller, filter: z.output<typeof MemberFilter>): Promise<Page<z.input<typeof Member>>> => {
      const offset = offsetOf(filter.cursor)
      const descending = filter.sort.startsWith('-')
      const sort = filter.sort.replace(/^-/, '') as (typeof memberSorts)[number]
      const q = filter.q === '' ? undefined : filter.q
      const inContacts = caller.can('member', 'personal')
      const query = { q, inContacts, role: filter.role, sort, descending, limit: filter.limit, offset }
      const { rows, total } = await store.list(caller.id, query, clock.now())
      return pageAt(
        rows.map((row) => present(row, caller)),
        total,
        offset,
      )
    },

    roles: async (caller: FirmCaller): Promise<z.input<typeof RoleShown>[]> => {
      const giver = await auth.member(caller.id, caller.userId)
      return roles.map((role) => {
        const grants = access.grants({ role, ...noExtra })
        const isGivable =
          giver?.role === 'owner' || (role !== 'owner' && !!giver && isWithin(grants, access.grants(giver)))
        return {
          role,
          authority: authorityOf(grants),
          grants: Object.entries(grants).map(([resource, levels]) => ({
            resource: resource as keyof typeof grants,
            levels: [...levels],
          })),
          mayGive: caller.can('member', 'write') && isGivable,
        }
      })
    },

    change: async (
      caller: FirmCaller,
      ip: string,
      memberId: string,
      change: z.output<typeof MemberChange>,
    ): Promise<z.input<typeof Member>> => {
      await db.transaction(async (tx) => {
        const owners = await store.lockOwners(caller.id, tx)
        const giver = await giverOf(caller, tx)
        const member = await auth.member(caller.id, memberId, tx)
        if (!member) throw fail('noData')
        const role = change.role ?? member.role
        // Another role starts from what that role has.
        const rights = rightsOf(role, { ...(role === member.role ? extraOf(member) : noExtra), ...change.extra })
        const before: Rights = { role: member.role, ...extraOf(member) }
        const changes = changesOf({ ...before }, { ...rights })
        if (Object.keys(changes).length === 0) return
        checkMayGive(access, giver, rights, before)
        if (member.role === 'owner' && role !== 'owner') checkOwnerStays(owners, memberId)
        await store.changeRights(caller.id, memberId, rights, tx)
        // What it may no longer give, nobody gets by its invitations.
        if (!isWithin(access.grants(before), access.grants(rights)))
          await store.withdrawOf(caller.id, memberId, clock.now(), tx)
        const target = { id: memberId, name: member.name }
        await audit.record(tx, actorOf(caller, ip), 'member.change', target, changes)
      })
      const row = await store.one(caller.id, memberId, clock.now())
      if (!row) throw fail('noData')
      return present(row, caller)
    },

    /** The logins end at once: the next call of each answers code 12, and none can be renewed. */
    remove: async (caller: FirmCaller, ip: string, memberId: string): Promise<void> => {
      if (memberId === caller.userId) throw fail('conflict', { reason: memberErrors.notOneself })
      await db.transaction(async (tx) => {
        const owners = await store.lockOwners(caller.id, tx)
        const giver = await giverOf(caller, tx)
        const member = await auth.member(caller.id, memberId, tx)
        if (!member) throw fail('noData')
        const rights: Rights = { role: member.role, ...extraOf(member) }
        checkMayGive(access, giver, rights)
        if (member.role === 'owner') checkOwnerStays(owners, memberId)
        const now = clock.now()
        await store.remove(caller.id, memberId, now, tx)
        await store.withdrawOf(caller.id, memberId, now, tx)
        await auth.dropResets(memberId, now, tx)
        await auth.endSessions(caller.id, memberId, { at: now, by: 'removed' }, tx)
        const by: Actor = actorOf(caller, ip)
        const facts = { account: member.account, role: member.role }
        await audit.record(tx, by, 'member.remove', { id: memberId, name: member.name }, facts)
      })
    },
  }
}
export type MemberService = ReturnType<typeof createMemberService>
