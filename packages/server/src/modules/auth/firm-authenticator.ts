import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Credentials, FirmCaller } from '../../platform/http/caller.ts'
import type { AccessService } from '../access/access.service.ts'
import type { AuthStore } from './auth.store.ts'
import type { SessionEnd } from './auth.tables.ts'
import { hashToken, sameText, tokenLife } from './session-tokens.ts'

/** The use of a bearer is written down at most so often. */
const touchEveryMs = 60_000

/** The code that the bearer of an ended session receives: 12 when somebody else has ended it, else 16 (and renewing says 3). */
const ended = (by: SessionEnd | null) => {
  if (by === 'removed') return fail('sessionReplaced', { reason: authErrors.memberRemoved })
  if (by === 'suspended') return fail('sessionReplaced', { reason: authErrors.suspensionEnded })
  return fail(by === 'replaced' ? 'sessionReplaced' : 'sessionExpired')
}

/**
 * Who calls, by the main headers: the bearer is the only source of identity; x-firm-id and x-user-id must equal it,
 * and x-csrf-token the session's (else code 12). Missing or expired: code 16.
 */
export const createFirmAuthenticator =
  ({ store, access, clock }: { store: AuthStore; access: AccessService; clock: Clock }) =>
  async ({ header }: Credentials): Promise<FirmCaller> => {
    const bearer = /^Bearer ([\w-]{10,100})$/.exec(header('authorization') ?? '')?.[1]
    if (bearer === undefined) throw fail('sessionExpired')
    const hash = hashToken(bearer)
    const found = await store.bearer(hash)
    if (!found) throw fail('sessionExpired')
    const { session } = found
    // Code 12 logs the browser out at once, with these words.
    if (found.suspended) throw fail('sessionReplaced', { reason: authErrors.firmSuspended })
    if (session.endedAt) throw ended(session.endedBy)
    const now = clock.ms()
    if (now - found.usedAt.getTime() > tokenLife.bearerIdleMs || now - found.createdAt.getTime() > tokenLife.bearerMs)
      throw fail('sessionExpired')
    const claims =
      sameText(header('x-firm-id') ?? '', session.firmId) && sameText(header('x-user-id') ?? '', session.memberId)
    if (!claims || !sameText(header('x-csrf-token') ?? '', session.csrf)) throw fail('sessionReplaced')
    const member = await store.member(session.firmId, session.memberId)
    if (!member) throw ended('removed')
    if (now - found.usedAt.getTime() > touchEveryMs) await store.touchBearer(hash, session.id, clock.now())
    return {
      kind: 'firm',
      id: session.firmId,
      userId: member.id,
      sessionId: session.id,
      userName: member.name,
      role: member.role,
      can: (resource, level) => access.can(member, resource, level),
    }
  }
