import type { Platform } from '../../platform/platform.ts'
import type { AccessService } from '../access/access.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createAccountLetters } from './account-letters.ts'
import { createAuthService } from './auth.service.ts'
import { createAuthStore } from './auth.store.ts'
import { createFirmAuthenticator } from './firm-authenticator.ts'
import { createSessionService } from './session.service.ts'
import { tokenLife } from './session-tokens.ts'

export interface AuthNeeds {
  readonly platform: Platform
  readonly firms: FirmService
  readonly access: AccessService
  /** Seconds. */
  readonly hoursBalance: (firmId: string) => Promise<number>
  /** What a new firm starts with. */
  readonly welcome: (firmId: string) => Promise<void>
  readonly publicUrl: () => string
}

/** Members, their logins and letters, and who a bearer is. */
export const assembleAuth = ({ platform, firms, access, hoursBalance, welcome, publicUrl }: AuthNeeds) => {
  const { db, jobs, clock, secret, limits, mail, hasSmtp } = platform
  const store = createAuthStore(db)
  const accountLetters = createAccountLetters({ store, jobs, clock, mail: hasSmtp ? mail : undefined, publicUrl })
  const sessions = createSessionService({ db, store, firms, access, clock, secret, hoursBalance })
  const auth = createAuthService({ db, store, sessions, firms, limits, letters: accountLetters, clock, welcome })
  jobs.every('sweep-bearers', 3600, () => store.sweepBearers(new Date(clock.ms() - tokenLife.bearerMs)))
  jobs.every('sweep-retired-tokens', 3600, () => store.sweepRetired(new Date(clock.ms() - tokenLife.renewalMs)))
  return { accountLetters, sessions, auth, authenticateFirm: createFirmAuthenticator({ store, access, clock }) }
}
