import { fail } from '@kaimai/contract/common/error.ts'
import { controlRoomErrors } from '@kaimai/contract/control-room/control-room.errors.ts'
import type { CrewMember } from '@kaimai/contract/control-room/crew.routes.ts'
import {
  type CrewRole,
  crewRoles,
  keepsRights,
  mayGiveCrewRole,
  ownCrewRole,
} from '@kaimai/contract/control-room/crew.rules.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { AccessService } from '../access/access.service.ts'
import type { Crew, CrewRow } from '../live/crew.service.ts'
import { type RoomHint, roomTopic } from '../room/room.topics.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'

export interface CrewControlDeps {
  readonly platform: { readonly db: Database; readonly clock: Clock; readonly bus: Bus }
  readonly room: ControlRoomAccess
  readonly crew: Crew
  readonly access: Pick<AccessService, 'can'>
}

/** Who of the firm does what in one live: set by who may change the live, never beyond their own rights in it. */
export const createCrewControl = ({ platform, room, crew, access }: CrewControlDeps) => {
  const { db, clock, bus } = platform

  const ownRoleIn = async (firm: FirmCaller, liveId: string): Promise<CrewRole | undefined> =>
    ownCrewRole((await crew.inLive(firm, liveId)).can)

  /** Why a member's role stays as it is; undefined: it may be changed. */
  const fixedBecause = (firm: FirmCaller, own: CrewRole | undefined, { memberId, role, crewRole }: CrewRow) => {
    if (keepsRights(role)) return controlRoomErrors.crewKeepsRights
    if (memberId === firm.userId && !keepsRights(firm.role)) return controlRoomErrors.crewOwnRole
    // What was given by somebody who may do more is theirs to take back.
    if (crewRole !== null && !mayGiveCrewRole(own, crewRole)) return controlRoomErrors.crewBeyondOwn
    return undefined
  }

  return {
    list: async (firm: FirmCaller, liveId: string): Promise<{ members: CrewMember[]; given: CrewRole[] }> => {
      await room.find(firm.id, liveId, 'notFound')
      const own = await ownRoleIn(firm, liveId)
      const given = crewRoles.filter((role) => mayGiveCrewRole(own, role))
      const members = (await crew.list(firm.id, liveId)).map((row): CrewMember => {
        const { memberId, name, role, crewRole } = row
        return {
          memberId,
          name,
          role,
          ownRole: ownCrewRole((resource, level) => access.can(row, resource, level)) ?? null,
          crewRole: keepsRights(role) ? null : crewRole,
          mayChange: given.length > 0 && fixedBecause(firm, own, row) === undefined,
        }
      })
      return { members, given }
    },

    set: async (
      caller: ControlRoomCaller,
      { liveId, memberId, role }: { liveId: string; memberId: string; role: CrewRole | null },
    ): Promise<void> => {
      const { firm } = caller
      const live = await room.find(firm.id, liveId)
      // A rehearsal has the crew of its live.
      if (live.rehearsalOf !== null) throw fail('noData')
      const own = await ownRoleIn(firm, liveId)
      const changed = await db.transaction(async (tx) => {
        const row = await crew.one(firm.id, liveId, memberId, tx)
        if (row === undefined) throw fail('noData')
        const fixed = fixedBecause(firm, own, row)
        if (fixed !== undefined) throw fail('conflict', { reason: fixed })
        // Taking an entry back gives what the role of the firm has: no more than who does it has here.
        const next = role ?? ownCrewRole((resource, level) => access.can(row, resource, level))
        if (next !== undefined && !mayGiveCrewRole(own, next))
          throw fail('conflict', { reason: controlRoomErrors.crewBeyondOwn })
        if (row.crewRole === role) return false
        if (role === null) await crew.remove(firm.id, liveId, memberId, tx)
        else await crew.set(firm.id, { liveId, memberId, role, changedAt: clock.now() }, tx)
        await room.record(caller, live, 'crew', { userName: row.name, role: { before: row.crewRole, after: role } }, tx)
        return true
      })
      if (!changed) return
      // Open control rooms learn it: each asks anew what it may do, and who may see nothing any more is sent out.
      if (room.isOpen(live)) await room.appendAction(live, caller, 'crewChanged', `crew ${newId()}`)
      bus.publish(roomTopic(liveId), { kind: 'crew' } satisfies RoomHint)
    },
  }
}
export type CrewControl = ReturnType<typeof createCrewControl>
