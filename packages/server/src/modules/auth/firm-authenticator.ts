import { fail } from '@kaimai/contract/common/error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Credentials, FirmCaller } from '../../platform/http/caller.ts'
import type { AccessService } from '../access/access.service.ts'
import type { AuthStore } from './auth.store.ts'
import { hashToken, sameText, tokenLife } from './session-tokens.ts'

/** The use of a bearer is written down at most so often. */
const touchEveryMs = 60_000

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
    if (session.endedAt) throw fail(session.endedBy === 'replaced' ? 'sessionReplaced' : 'sessionExpired')
    const now = clock.ms()
    if (now - found.usedAt.getTime() > tokenLife.bearerIdleMs || now - found.createdAt.getTime() > tokenLife.bearerMs)
      throw fail('sessionExpired')
    const claims =
      sameText(header('x-firm-id') ?? '', session.firmId) && sameText(header('x-user-id') ?? '', session.memberId)
    if (!claims || !sameText(header('x-csrf-token') ?? '', session.csrf)) throw fail('sessionReplaced')
    const member = await store.member(session.firmId, session.memberId)
    if (!member) throw fail('sessionReplaced')
    if (now - found.usedAt.getTime() > touchEveryMs) await store.touchBearer(hash, clock.now())
    return {
      kind: 'firm',
      id: session.firmId,
      userId: member.id,
      sessionId: session.id,
      userName: member.name,
      role: member.role,
      can: (resource, level) => access.can(member.role, resource, level),
    }
  }
