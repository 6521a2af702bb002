import type { Level, Resource, Role } from '@kaimai/contract/common/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AccessService } from '../access/access.service.ts'
import type { AuthTables } from './auth.tables.ts'

/** The member of a session, and what the policy lets it do. */
export interface SessionMember {
  readonly id: string
  readonly role: Role
  readonly can: (resource: Resource, level: Level) => boolean
}

/**
 * The member of a session of a firm that still stands, for lines that stay open: undefined once it was ended (logged
 * out, replaced by another device, the firm suspended), has run out, or its member was removed.
 */
export const createSessionMembers =
  ({ db, access, clock }: { db: Database; access: Pick<AccessService, 'can'>; clock: Clock }) =>
  async (firmId: string, sessionId: string): Promise<SessionMember | undefined> => {
    const member = await db
      .as<AuthTables>()
      .selectFrom('session')
      .innerJoin('member', 'member.id', 'session.memberId')
      .innerJoin('firm', 'firm.id', 'session.firmId')
      .select(['member.id', 'member.role', 'member.bombmyLive', 'member.bombmySignup', 'member.bombmySetting'])
      .where('session.firmId', '=', firmId)
      .where('session.id', '=', sessionId)
      .where('session.endedAt', 'is', null)
      .where('session.renewalExpiresAt', '>', clock.now())
      .where('member.removedAt', 'is', null)
      .where('firm.suspendedAt', 'is', null)
      .executeTakeFirst()
    return member && { ...member, can: (resource, level) => access.can(member, resource, level) }
  }
