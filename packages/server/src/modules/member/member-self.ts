import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import { memberErrors } from '@kaimai/contract/member/member.errors.ts'
import type { Device, Me, MeChange } from '@kaimai/contract/member/member.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { unguessable } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { AccountLetters } from '../auth/account-letters.ts'
import type { AuthStore } from '../auth/auth.store.ts'
import type { MemberRow } from '../auth/auth.tables.ts'
import type { MemberStore } from './member.store.ts'
import { hashToken } from '../auth/session-tokens.ts'

const emailLinkMs = 24 * 3600_000
/** Wrong passwords count; so do letters to addresses that were typed. */
const emailLimit = { limit: 10, windowMs: 3600_000 } as const
const openLimit = { limit: 60, windowMs: 3600_000 } as const

export interface SelfDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'limits' | 'passwords'>
  readonly stores: { readonly members: MemberStore; readonly auth: AuthStore }
  readonly letters: AccountLetters
}

/** What members change of themselves: name, phone, e-mail, and the devices they are logged in on. */
export const createSelfService = ({ platform, stores, letters }: SelfDeps) => {
  const { db, clock, audit, limits, passwords } = platform
  const { members, auth } = stores

  const take = async (key: string, rule: { limit: number; windowMs: number }): Promise<void> => {
    const taken = await limits.take(key, rule)
    if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }

  const self = async (caller: FirmCaller): Promise<MemberRow> => {
    const member = await auth.member(caller.id, caller.userId)
    if (!member) throw fail('noData')
    return member
  }

  const show = async (caller: FirmCaller): Promise<z.input<typeof Me>> => {
    const member = await self(caller)
    const pending = await members.pendingEmail(member.id, clock.now())
    return {
      id: member.id,
      account: member.account,
      userName: member.name,
      userPhone: member.phone,
      userEmail: member.email,
      role: member.role,
      pendingEmail: pending?.email ?? '',
    }
  }

  return {
    show,

    change: async (caller: FirmCaller, ip: string, body: z.output<typeof MeChange>): Promise<z.input<typeof Me>> => {
      const before = await self(caller)
      const after = { name: body.userName, phone: body.userPhone && readPhone(body.userPhone, 'TW', 'userPhone') }
      await db.transaction(async (tx) => {
        await auth.changeMember(caller.id, caller.userId, after, tx)
        const changes = changesOf({ name: before.name, phone: before.phone }, after)
        const target = { id: caller.userId, name: after.name }
        if (Object.keys(changes).length > 0)
          await audit.record(tx, actorOf(caller, ip), 'member.changeSelf', target, changes)
      })
      return show(caller)
    },

    /** The address stays until the new one is confirmed; the password must be given, for a stolen tab has none. */
    changeEmail: async (
      caller: FirmCaller,
      ip: string,
      body: { email: string; password: string },
      language: Language,
    ): Promise<void> => {
      await take(`email:${caller.userId}`, emailLimit)
      const member = await self(caller)
      if (!(await passwords.isRight(body.password, member.passwordHash)))
        throw fail('invalid', { fields: { password: authErrors.passwordWrong } })
      if (body.email === member.email) throw fail('invalid', { fields: { email: memberErrors.sameEmail } })
      const token = unguessable(24)
      await db.transaction(async (tx) => {
        const expiresAt = new Date(clock.ms() + emailLinkMs)
        const row = { memberId: member.id, hash: hashToken(token), email: body.email, expiresAt }
        await members.putEmailChange(row, tx)
        await letters.confirmEmail(tx, { to: body.email, name: member.name, token }, language)
        const target = { id: member.id, name: member.name }
        const change = { email: { before: member.email, after: body.email } }
        await audit.record(tx, actorOf(caller, ip), 'member.askEmail', target, change)
      })
    },

    /** By the letter to the new address; the old one is notified, should it not have been its owner. */
    confirmEmail: async (token: string, ip: string, language: Language): Promise<void> => {
      await take(`confirm-email:${networkOf(ip)}`, openLimit)
      await db.transaction(async (tx) => {
        const taken = await members.takeEmailChange(hashToken(token), clock.now(), tx)
        const member = taken && (await auth.memberById(taken.memberId, tx))
        if (!member) throw fail('gone', { reason: memberErrors.emailLinkGone })
        const { firmId, id, name } = member
        await auth.changeMember(firmId, id, { email: taken.email }, tx)
        // A reset link that lies in the old mailbox opens nothing any more.
        await auth.dropResets(id, clock.now(), tx)
        await letters.emailChanged(tx, { to: member.email, name, email: taken.email }, language)
        const by = { firmId, memberId: id, actorName: name, ip }
        const change = { email: { before: member.email, after: taken.email } }
        await audit.record(tx, by, 'member.changeEmail', { id, name }, change)
      })
    },

    devices: async (caller: FirmCaller): Promise<z.input<typeof Device>[]> =>
      (await members.sessions(caller.id, caller.userId, clock.now())).map((session) => ({
        id: session.id,
        userAgent: session.userAgent,
        ip: session.ip,
        isThis: session.id === caller.sessionId,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: (session.lastUsedAt ?? session.createdAt).toISOString(),
      })),

    endDevice: async (caller: FirmCaller, ip: string, sessionId: string): Promise<void> => {
      await db.transaction(async (tx) => {
        const end = { at: clock.now(), by: 'signedOut', sessionId } as const
        const ended = await auth.endSessions(caller.id, caller.userId, end, tx)
        if (ended === 0) throw fail('noData')
        const target = { id: caller.userId, name: caller.userName }
        await audit.record(tx, actorOf(caller, ip), 'member.endDevice', target, { count: ended })
      })
    },

    endOthers: (caller: FirmCaller, ip: string): Promise<{ ended: number }> =>
      db.transaction(async (tx) => {
        const end = { at: clock.now(), by: 'signedOut', except: caller.sessionId } as const
        const ended = await auth.endSessions(caller.id, caller.userId, end, tx)
        const target = { id: caller.userId, name: caller.userName }
        if (ended > 0) await audit.record(tx, actorOf(caller, ip), 'member.endDevice', target, { count: ended })
        return { ended }
      }),
  }
}
export type SelfService = ReturnType<typeof createSelfService>
