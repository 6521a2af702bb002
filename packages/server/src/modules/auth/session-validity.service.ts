import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AccessService } from '../access/access.service.ts'
import type { AuthTables } from './auth.tables.ts'

/**
 * Whether a session of a firm still stands, for lines that stay open: false once it was ended (logged out, replaced by
 * another device, the firm suspended), has run out, or its member was removed or may no longer see rooms.
 */
export const createSessionValidity =
  ({ db, access, clock }: { db: Database; access: Pick<AccessService, 'can'>; clock: Clock }) =>
  async (firmId: string, sessionId: string): Promise<boolean> => {
    const member = await db
      .as<AuthTables>()
      .selectFrom('session')
      .innerJoin('member', 'member.id', 'session.memberId')
      .innerJoin('firm', 'firm.id', 'session.firmId')
      .select(['member.role', 'member.bombmyLive', 'member.bombmySignup', 'member.bombmySetting'])
      .where('session.firmId', '=', firmId)
      .where('session.id', '=', sessionId)
      .where('session.endedAt', 'is', null)
      .where('session.renewalExpiresAt', '>', clock.now())
      .where('member.removedAt', 'is', null)
      .where('firm.suspendedAt', 'is', null)
      .executeTakeFirst()
    return member !== undefined && access.can(member, 'room', 'read')
  }
