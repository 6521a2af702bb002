import type { Level, Resource, Role } from '@kaimai/contract/common/access.ts'
import { mayInLive } from '@kaimai/contract/control-room/crew.rules.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { CrewStore } from './crew.store.ts'

export type { CrewRow } from './crew.store.ts'

/** The member of a session that still stands. */
interface SessionMember {
  readonly id: string
  readonly role: Role
  readonly can: (resource: Resource, level: Level) => boolean
}

/** What members may do in the control room of one live. Asked of the database at every call: what is taken away is gone at once. */
export const createCrew = (store: CrewStore) => ({
  ...store,

  /** The caller with its rights in that live. */
  inLive: async (firm: FirmCaller, liveId: string): Promise<FirmCaller> => {
    const crewRole = await store.roleOf(firm.id, liveId, firm.userId)
    return { ...firm, can: (resource, level) => mayInLive(firm, crewRole, resource, level) }
  },

  /** Whether a session stands whose member may see the control room of a live. */
  sessionsOf:
    (memberOf: (firmId: string, sessionId: string) => Promise<SessionMember | undefined>) =>
    async (firmId: string, sessionId: string, liveId: string): Promise<boolean> => {
      const member = await memberOf(firmId, sessionId)
      return member !== undefined && mayInLive(member, await store.roleOf(firmId, liveId, member.id), 'room', 'read')
    },
})
export type Crew = ReturnType<typeof createCrew>
