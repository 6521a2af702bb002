import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createLoginLimit } from '../../platform/rate-limits/login-limit.ts'
import type { AccessService } from '../access/access.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { type AccountLetterDeps, createAccountLetters } from './account-letters.ts'
import { createAuthService } from './auth.service.ts'
import { createAuthStore } from './auth.store.ts'
import { createFirmAuthenticator } from './firm-authenticator.ts'
import { createMemberNames } from './member-names.ts'
import { createOwnLogin } from './own-login.service.ts'
import { createSessionService } from './session.service.ts'
import { tokenLife } from './session-tokens.ts'
import { createStaffBrowsers } from './staff-browser.ts'
import { createSuspension } from './suspension.service.ts'

/** A device nobody logged in on for so long counts as new. */
const deviceRetentionMs = 400 * 24 * 3600_000

export interface AuthDeps {
  readonly platform: Platform
  readonly firms: FirmService
  readonly access: AccessService
  readonly letters: AccountLetterDeps['letters']
  /** Seconds. */
  readonly hoursBalance: (firmId: string) => Promise<number>
  /** What a new firm starts with. */
  readonly welcome: (firmId: string, tx: Tx) => Promise<void>
  readonly publicUrl: () => string
}

/** Logins, the letters about them, and who a bearer is. */
export const createAuthModule = (deps: AuthDeps) => {
  const { platform, firms, access, letters, hoursBalance, welcome, publicUrl } = deps
  const { db, jobs, clock, secret, limits, passwords, audit } = platform
  const store = createAuthStore(db)
  const accountLetters = createAccountLetters({ letters, publicUrl })
  const sessions = createSessionService({ db, store, firms, access, clock, secret, hoursBalance })
  const auth = createAuthService({
    db,
    store,
    sessions,
    loginLimit: createLoginLimit(limits, 'login'),
    firms,
    limits,
    passwords,
    letters: accountLetters,
    clock,
    audit,
    welcome,
  })
  jobs.every('sweep-bearers', 3600, () => store.sweepBearers(new Date(clock.ms() - tokenLife.bearerMs)))
  jobs.every('sweep-retired-tokens', 3600, () => store.sweepRetired(new Date(clock.ms() - tokenLife.renewalMs)))
  jobs.every('sweep-sessions', 3600, () => store.sweepSessions(new Date(clock.ms() - tokenLife.renewalMs)))
  jobs.every('sweep-devices', 86_400, () => store.sweepDevices(new Date(clock.ms() - deviceRetentionMs)))
  return {
    authStore: store,
    memberNames: createMemberNames(db),
    staffBrowsers: createStaffBrowsers({ secret, clock }),
    accountLetters,
    sessions,
    auth,
    suspension: createSuspension({ platform, store }),
    sweepSessions: store.sweepSessions,
    ownLogin: createOwnLogin({ platform, store }),
    authenticateFirm: createFirmAuthenticator({ store, access, clock }),
  }
}
export type AuthModule = ReturnType<typeof createAuthModule>
