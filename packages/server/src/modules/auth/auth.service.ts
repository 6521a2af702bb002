import { setTimeout as sleep } from 'node:timers/promises'
import { noExtra } from '@kaimai/contract/access/access.rules.ts'
import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import type { LoginBody, RegisterBody } from '@kaimai/contract/auth/auth.schema.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { defaultFirmName } from '@kaimai/contract/firm/firm.rules.ts'
import type { NewFirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import type { z } from 'zod'
import { actorOf, type Audit, operatorOf } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { LoginLimit } from '../../platform/rate-limits/login-limit.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { type AccountLetters, resetLinkMs } from './account-letters.ts'
import type { AuthStore } from './auth.store.ts'
import type { MemberRow } from './auth.tables.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { LoggedIn, SessionService, Visit } from './session.service.ts'
import { hashToken } from './session-tokens.ts'

const registerLimit = { limit: 20, windowMs: 3600_000 } as const
const resetLimits = {
  /** Letters an hour to one account at its own address: who doesn't know the address uses none of them up. */
  letter: { limit: 3, windowMs: 3600_000 },
  /** Mobile networks put thousands behind one address. */
  network: { limit: 100, windowMs: 3600_000 },
} as const
/** Longer than writing the letter takes, so that the time of the answer reveals nothing. */
const forgotMs = 150

export interface AuthDeps {
  readonly db: Database
  readonly store: AuthStore
  readonly sessions: SessionService
  readonly loginLimit: LoginLimit
  readonly firms: FirmService
  readonly limits: Limits
  readonly passwords: Passwords
  readonly letters: AccountLetters
  readonly clock: Clock
  readonly audit: Audit
  /** In the registration's own transaction: what a new firm starts with. */
  readonly welcome: (firmId: string, tx: Tx) => Promise<void>
}

export const createAuthService = (deps: AuthDeps) => {
  const { db, store, sessions, firms, limits, passwords, clock } = deps

  const take = async (key: string, rule: { limit: number; windowMs: number }): Promise<void> => {
    const taken = await limits.take(key, rule)
    if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }

  const memberOf = (
    firmId: string,
    person: { account: string; email: string; userName: string; phone: string },
    passwordHash: string,
  ): MemberRow => ({
    id: newId(),
    firmId,
    account: person.account,
    passwordHash,
    name: person.userName,
    email: person.email,
    phone: person.phone,
    role: 'owner',
    oneDevice: false,
    ...noExtra,
    lastLoginAt: null,
    createdAt: clock.now(),
    removedAt: null,
  })

  /** Writes the letter if account and e-mail belong together. */
  const sendReset = async (account: string, email: string, language: Language): Promise<void> => {
    const member = await store.memberByAccount(account)
    if (!member || member.email !== email) return
    const token = unguessable(24)
    await db.transaction(async (tx) => {
      await store.insertReset(
        { hash: hashToken(token), memberId: member.id, expiresAt: new Date(clock.ms() + resetLinkMs), usedAt: null },
        tx,
      )
      await deps.letters.reset(tx, member, token, language)
    })
  }

  return {
    register: async (body: z.output<typeof RegisterBody>, visit: Omit<Visit, 'deviceId'>): Promise<LoggedIn> => {
      await take(`register:${networkOf(visit.ip)}`, registerLimit)
      const phone = body.userPhone === undefined ? '' : readPhone(body.userPhone, 'TW', 'userPhone')
      const passwordHash = await passwords.hash(body.password)
      const member = await db
        .transaction(async (tx) => {
          const firm = await firms.create(tx, { name: body.name === '' ? defaultFirmName : body.name })
          const row = memberOf(firm.id, { ...body, phone }, passwordHash)
          await store.insertMember(row, tx)
          await deps.welcome(firm.id, tx)
          return row
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error, 'member_account'))
            throw fail('conflict', { reason: authErrors.accountTaken, fields: { account: authErrors.accountTaken } })
          throw error
        })
      return sessions.open(member, { ...visit, deviceId: body.deviceId })
    },

    login: async (body: z.output<typeof LoginBody>, visit: Omit<Visit, 'deviceId'>): Promise<LoggedIn> => {
      const member = await store.memberByAccount(body.account)
      const { account, deviceId } = body
      const deviceHash = hashToken(deviceId)
      const isKnown = await store.isKnownDevice(member?.id, deviceHash)
      const knownDevice = isKnown ? `${member?.id} ${deviceHash}` : undefined
      const admitted = await deps.loginLimit.admit({ account, network: networkOf(visit.ip), knownDevice })
      const right = await passwords.isRight(body.password, member?.passwordHash)
      if (!member || !right) throw fail('wrongCredentials')
      await admitted.forgive()
      return sessions.open(member, { ...visit, deviceId: body.deviceId })
    },

    /** The same answer, and after the same time, whether account and e-mail belong together or not. */
    forgot: async (account: string, email: string, ip: string, language: Language): Promise<void> => {
      await take(`reset letter:${networkOf(ip)}`, resetLimits.network)
      // Beyond it the letters of this hour are in the mailbox, and the newest one's link works.
      const { ok } = await limits.take(`reset letter:${account} ${email}`, resetLimits.letter)
      await Promise.all([ok ? sendReset(account, email, language) : undefined, sleep(forgotMs)])
    },

    reset: async (token: string, password: string, ip: string): Promise<void> => {
      await take(`reset link:${networkOf(ip)}`, resetLimits.network)
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        const memberId = await store.takeReset(hashToken(token), clock.now(), tx)
        const member = memberId === undefined ? undefined : await store.memberById(memberId, tx)
        if (!member) throw fail('gone', { reason: authErrors.resetLinkGone })
        await store.dropResets(member.id, clock.now(), tx)
        await store.changeMember(member.firmId, member.id, { passwordHash }, tx)
        await store.endSessions(member.firmId, member.id, { at: clock.now(), by: 'reset' }, tx)
        const { firmId, id, name } = member
        const by = { firmId, memberId: id, actorName: name, ip }
        await deps.audit.record(tx, by, 'member.resetPassword', { id, name })
      })
    },

    /** Makes a firm with its owner without a visitor: the demo, and the operator. Answers the firm's id. */
    found: async (
      owner: { account: string; password: string; email: string; userName: string; phone: string },
      firm: Parameters<FirmService['create']>[1],
    ): Promise<string> => {
      const passwordHash = await passwords.hash(owner.password)
      return db.transaction(async (tx) => {
        const made = await firms.create(tx, firm)
        await store.insertMember(memberOf(made.id, owner, passwordHash), tx)
        return made.id
      })
    },

    accountTaken: async (account: string): Promise<boolean> => (await store.memberByAccount(account)) !== undefined,

    /** The operator's way: a new password for an account, every login of it ended. */
    setPassword: async (account: string, password: string): Promise<boolean> => {
      const member = await store.memberByAccount(account)
      if (!member) return false
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        await store.dropResets(member.id, clock.now(), tx)
        await store.changeMember(member.firmId, member.id, { passwordHash }, tx)
        await store.endSessions(member.firmId, member.id, { at: clock.now(), by: 'reset' }, tx)
        const target = { id: member.id, name: member.name }
        await deps.audit.record(tx, operatorOf(member.firmId), 'member.resetPassword', target)
      })
      return true
    },

    /** The new-merchant form. The ids in the body must be the caller's own. */
    settle: async (caller: FirmCaller, body: z.output<typeof NewFirmSetting>, ip: string): Promise<void> => {
      if (body.firmId !== caller.id || body.userId !== caller.userId) throw fail('noData')
      if (body.name === defaultFirmName) throw fail('invalid', { fields: { name: common.required } })
      const phone = readPhone(body.userPhone, 'TW', 'userPhone')
      await db.transaction(async (tx) => {
        if (caller.can('setting', 'write')) await firms.change(caller.id, { name: body.name }, tx)
        await store.changeMember(caller.id, caller.userId, { name: body.userName, phone }, tx)
        await deps.audit.record(
          tx,
          actorOf(caller, ip),
          'firm.settle',
          { id: caller.id, name: body.name },
          changesOf({ userName: caller.userName }, { name: body.name, userName: body.userName, phone }),
        )
      })
    },

    setOneDevice: (firmId: string, memberId: string, on: boolean): Promise<void> =>
      store.changeMember(firmId, memberId, { oneDevice: on }),

    member: store.member,
  }
}
export type AuthService = ReturnType<typeof createAuthService>
