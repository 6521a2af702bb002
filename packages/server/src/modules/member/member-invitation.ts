import { noExtra } from '@kaimai/contract/access/access.rules.ts'
import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { memberErrors } from '@kaimai/contract/member/member.errors.ts'
import {
  type AcceptBody,
  type Invitation,
  type InvitationBody,
  type InvitationShown,
  invitationDays,
} from '@kaimai/contract/member/member.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import { redactEmail } from '@kaimai/contract/common/redact.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { AccessService } from '../access/access.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { AccountLetters } from '../auth/account-letters.ts'
import type { AuthStore } from '../auth/auth.store.ts'
import type { InvitationRow, MemberRow } from '../auth/auth.tables.ts'
import { checkMayGive, rightsOf } from './member.service.ts'
import type { InvitationListed, MemberStore } from './member.store.ts'
import type { LoggedIn, SessionService, Visit } from '../auth/session.service.ts'
import { hashToken } from '../auth/session-tokens.ts'

const dayMs = 86_400_000
const maxShown = 100
/** Letters to addresses that a member types: enough for a new team, too few for spam. */
const inviteLimit = { limit: 40, windowMs: 3600_000 } as const
/** Tries with a link, an address: also how often somebody with one may ask whether an account name is free. */
const openLimit = { limit: 60, windowMs: 3600_000 } as const
const acceptLimit = { limit: 10, windowMs: 3600_000 } as const

export interface InvitationDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'limits' | 'passwords'>
  readonly stores: { readonly members: MemberStore; readonly auth: AuthStore }
  readonly access: AccessService
  readonly firms: FirmService
  readonly letters: AccountLetters
  readonly sessions: SessionService
}

/** The role and the figures that were set, for the log. */
const setRights = (rights: object) => Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== null))

/** Invitations: a letter with a link that makes its reader a member, once, within 7 days. */
export const createInvitationService = (deps: InvitationDeps) => {
  const { access, firms, letters, sessions } = deps
  const { db, clock, audit, limits, passwords } = deps.platform
  const { members, auth } = deps.stores

  const take = async (key: string, rule: { limit: number; windowMs: number }): Promise<void> => {
    const taken = await limits.take(key, rule)
    if (taken.ok) return
    const reason = rule === inviteLimit ? { reason: memberErrors.tooManyInvitations } : {}
    throw fail('tooManyRequests', { ...reason, details: { retryAfterMs: taken.retryAfterMs } })
  }

  const present = (caller: FirmCaller, row: InvitationRow, invitedBy: string): z.input<typeof Invitation> => ({
    id: row.id,
    email: caller.can('member', 'personal') ? row.email : redactEmail(row.email),
    role: row.role,
    extra: { bombmyLive: row.bombmyLive, bombmySignup: row.bombmySignup, bombmySetting: row.bombmySetting },
    invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt.getTime() <= clock.ms(),
  })

  const expiry = () => new Date(clock.ms() + invitationDays * dayMs)

  const send = async (tx: Tx, row: InvitationRow, by: string, token: string, language: Language): Promise<void> => {
    const firm = await firms.find(row.firmId, tx)
    await letters.invitation(tx, { to: row.email, firmName: firm?.name ?? '', invitedBy: by, token }, language)
  }

  /** Still open, and its firm not suspended; otherwise the link is gone, whatever the cause. */
  const openOne = async (token: string, tx?: Tx): Promise<InvitationListed> => {
    const row = await members.invitationByHash(hashToken(token), clock.now(), tx, tx !== undefined)
    const firm = row ? await firms.find(row.firmId, tx) : undefined
    if (!row || !firm || firm.suspendedAt) throw fail('gone', { reason: memberErrors.invitationGone })
    return row
  }

  return {
    list: async (caller: FirmCaller): Promise<z.input<typeof Invitation>[]> =>
      (await members.invitations(caller.id, maxShown)).map((row) => present(caller, row, row.invitedByName)),

    invite: async (
      caller: FirmCaller,
      ip: string,
      body: z.output<typeof InvitationBody>,
      language: Language,
    ): Promise<z.input<typeof Invitation>> => {
      await take(`invite:${caller.id}`, inviteLimit)
      const rights = rightsOf(body.role, body.extra ?? noExtra)
      const token = unguessable(24)
      const row: InvitationRow = {
        id: newId(),
        firmId: caller.id,
        hash: hashToken(token),
        email: body.email,
        ...rights,
        invitedBy: caller.userId,
        createdAt: clock.now(),
        expiresAt: expiry(),
        outcome: null,
        closedAt: null,
      }
      const refused = (reason: typeof memberErrors.alreadyInvited) =>
        fail('conflict', { reason, fields: { email: reason } })
      await db
        .transaction(async (tx) => {
          const giver = await auth.member(caller.id, caller.userId, tx)
          if (!giver) throw fail('forbidden')
          checkMayGive(access, giver, rights)
          if (await members.emailTaken(caller.id, body.email, tx)) throw refused(memberErrors.alreadyMember)
          await members.insertInvitation(row, tx)
          await send(tx, row, caller.userName, token, language)
          const target = { id: row.id, name: row.email }
          await audit.record(tx, actorOf(caller, ip), 'member.invite', target, setRights(rights))
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error, 'invitation_open')) throw refused(memberErrors.alreadyInvited)
          throw error
        })
      return present(caller, row, caller.userName)
    },

    /** A new link for 7 more days; the one sent before ends. From now on it is the sender's invitation. */
    resend: async (
      caller: FirmCaller,
      ip: string,
      id: string,
      language: Language,
    ): Promise<z.input<typeof Invitation>> => {
      await take(`invite:${caller.id}`, inviteLimit)
      const token = unguessable(24)
      return db.transaction(async (tx) => {
        const row = await members.invitation(caller.id, id, tx)
        if (!row) throw fail('noData')
        const giver = await auth.member(caller.id, caller.userId, tx)
        if (!giver) throw fail('forbidden')
        checkMayGive(access, giver, row)
        const change = { hash: hashToken(token), expiresAt: expiry(), invitedBy: caller.userId }
        await members.changeInvitation(caller.id, id, change, tx)
        await send(tx, row, caller.userName, token, language)
        await audit.record(tx, actorOf(caller, ip), 'member.resendInvitation', { id, name: row.email })
        return present(caller, { ...row, ...change }, caller.userName)
      })
    },

    withdraw: async (caller: FirmCaller, ip: string, id: string): Promise<void> => {
      await db.transaction(async (tx) => {
        const row = await members.invitation(caller.id, id, tx)
        if (!row) throw fail('noData')
        await members.changeInvitation(caller.id, id, { outcome: 'withdrawn', closedAt: clock.now() }, tx)
        await audit.record(tx, actorOf(caller, ip), 'member.withdrawInvitation', { id, name: row.email })
      })
    },

    look: async (token: string, ip: string): Promise<z.input<typeof InvitationShown>> => {
      await take(`invitation:${networkOf(ip)}`, openLimit)
      const row = await openOne(token)
      const { name, imgUrl } = await firms.publicFirm(row.firmId)
      return {
        firmName: name,
        imgUrl,
        email: row.email,
        role: row.role,
        invitedBy: row.invitedByName,
        expiresAt: row.expiresAt.toISOString(),
      }
    },

    /** A taken account name is revealed only to the holder of a valid link, and only a few times. */
    accept: async (body: z.output<typeof AcceptBody>, visit: Omit<Visit, 'deviceId'>): Promise<LoggedIn> => {
      await take(`invitation:${networkOf(visit.ip)}`, openLimit)
      await openOne(body.token)
      await take(`accept:${hashToken(body.token)}`, acceptLimit)
      const phone = body.userPhone ? readPhone(body.userPhone, 'TW', 'userPhone') : ''
      const passwordHash = await passwords.hash(body.password)
      const member = await db
        .transaction(async (tx) => {
          const row = await openOne(body.token, tx)
          const made: MemberRow = {
            id: newId(),
            firmId: row.firmId,
            account: body.account,
            passwordHash,
            name: body.userName,
            email: row.email,
            phone,
            ...rightsOf(row.role, row),
            oneDevice: false,
            lastLoginAt: null,
            createdAt: clock.now(),
            removedAt: null,
          }
          await auth.insertMember(made, tx)
          const close = { outcome: 'accepted', closedAt: clock.now() } as const
          await members.changeInvitation(row.firmId, row.id, close, tx)
          const by = { firmId: row.firmId, memberId: made.id, actorName: made.name, ip: visit.ip }
          const target = { id: made.id, name: made.name }
          await audit.record(tx, by, 'member.join', target, { role: made.role, email: made.email })
          return made
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error, 'member_account'))
            throw fail('conflict', { reason: authErrors.accountTaken, fields: { account: authErrors.accountTaken } })
          throw error
        })
      return sessions.open(member, { ...visit, deviceId: body.deviceId })
    },
  }
}
export type InvitationService = ReturnType<typeof createInvitationService>
