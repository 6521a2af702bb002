import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { firmErrors } from '@kaimai/contract/firm/firm.errors.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthStore } from './auth.store.ts'

/** Guesses at the current password from a tab that somebody left open. */
const guesses = { limit: 10, windowMs: 15 * 60_000 } as const

export interface OwnLoginDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'limits' | 'passwords'>
  readonly store: AuthStore
}

/** What every member decides for oneself about logging in. */
export const createOwnLogin = ({ platform, store }: OwnLoginDeps) => {
  const { db, clock, audit, limits, passwords } = platform
  return {
    /** Ends the member's other logins and open reset links. Throws at the field `password` when it is wrong. */
    changePassword: async (
      caller: FirmCaller,
      ip: string,
      { password, newPassword }: { readonly password: string; readonly newPassword: string },
    ): Promise<void> => {
      const key = `own password ${caller.userId}`
      const taken = await limits.take(key, guesses)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const member = await store.member(caller.id, caller.userId)
      if (!member || !(await passwords.isRight(password, member.passwordHash))) {
        throw fail('invalid', { fields: { password: authErrors.passwordWrong } })
      }
      if (password === newPassword) throw fail('invalid', { fields: { newPassword: firmErrors.passwordSame } })
      await limits.reset(key)
      const passwordHash = await passwords.hash(newPassword)
      await db.transaction(async (tx) => {
        await store.dropResets(member.id, clock.now(), tx)
        await store.changeMember(caller.id, member.id, { passwordHash }, tx)
        const end = { at: clock.now(), by: 'reset', except: caller.sessionId } as const
        await store.endSessions(caller.id, member.id, end, tx)
        await audit.record(tx, actorOf(caller, ip), 'member.changePassword', { id: member.id, name: member.name })
      })
    },

    setOneDevice: async (caller: FirmCaller, ip: string, oneDevice: boolean): Promise<void> => {
      const member = await store.member(caller.id, caller.userId)
      if (!member || member.oneDevice === oneDevice) return
      await db.transaction(async (tx) => {
        await store.changeMember(caller.id, member.id, { oneDevice }, tx)
        const change = { oneDevice: { before: member.oneDevice, after: oneDevice } }
        await audit.record(tx, actorOf(caller, ip), 'member.changeSelf', { id: member.id, name: member.name }, change)
      })
    },
  }
}
export type OwnLogin = ReturnType<typeof createOwnLogin>
