import type { Platform } from '../../platform/platform.ts'
import type { AccessService } from '../access/access.service.ts'
import type { AuthModule } from '../auth/auth.module.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createAuditReader } from './member-audit.ts'
import { createInvitationService } from './member-invitation.ts'
import { createSelfService } from './member-self.ts'
import { createMemberService } from './member.service.ts'
import { createMemberStore } from './member.store.ts'

export interface MemberDeps {
  readonly platform: Platform
  readonly access: AccessService
  readonly firms: FirmService
  readonly auth: Pick<AuthModule, 'authStore' | 'sessions' | 'accountLetters'>
}

/** Who works for a firm: invited, with a role, and on record. */
export const createMemberModule = ({ platform, access, firms, auth }: MemberDeps) => {
  const store = createMemberStore(platform.db)
  const stores = { members: store, auth: auth.authStore }
  const { sessions, accountLetters: letters } = auth
  return {
    members: createMemberService({ platform, store, auth: auth.authStore, access }),
    invitations: createInvitationService({ platform, stores, access, firms, letters, sessions }),
    self: createSelfService({ platform, stores, letters }),
    auditReader: createAuditReader(platform.db),
    /** Whether somebody of the firm has this address. */
    isMemberEmail: (firmId: string, email: string) => store.emailTaken(firmId, email),
  }
}
