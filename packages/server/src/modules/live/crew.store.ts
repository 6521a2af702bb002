import type { ExtraAuthority } from '@kaimai/contract/access/access.rules.ts'
import type { Role } from '@kaimai/contract/common/access.ts'
import type { CrewRole } from '@kaimai/contract/control-room/crew.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'

interface CrewTables {
  liveCrew: { liveId: string; memberId: string; firmId: string; role: CrewRole; changedAt: Date }
  member: ExtraAuthority & { id: string; firmId: string; name: string; role: Role; removedAt: Date | null }
}

export type CrewRow = ExtraAuthority & {
  readonly memberId: string
  readonly name: string
  readonly role: Role
  readonly crewRole: CrewRole | null
}

/** Who has another role in a live than the firm's. A rehearsal has the crew of what it rehearses. */
export const createCrewStore = (db: Database) => {
  const tables = (on: Executor = db) => on.as<CrewTables>()
  const members = (firmId: string, liveId: string, on?: Executor) =>
    tables(on)
      .selectFrom('member')
      .leftJoin('liveCrew', (join) =>
        join.onRef('liveCrew.memberId', '=', 'member.id').on('liveCrew.liveId', '=', liveId),
      )
      .select(['member.id as memberId', 'member.name', 'member.role', 'liveCrew.role as crewRole'])
      .select(['member.bombmyLive', 'member.bombmySignup', 'member.bombmySetting'])
      .where('member.firmId', '=', firmId)
      .where('member.removedAt', 'is', null)

  return {
    roleOf: async (firmId: string, liveId: string, memberId: string): Promise<CrewRole | undefined> => {
      const { rows } = await sql<{ role: CrewRole }>`
        select role from "liveCrew" where "firmId" = ${firmId} and "memberId" = ${memberId}
          and "liveId" = coalesce((select "rehearsalOf" from live where id = ${liveId}::uuid), ${liveId}::uuid)`.execute(
        tables(),
      )
      return rows[0]?.role
    },

    /** By what they may do in the firm, then by name. */
    list: (firmId: string, liveId: string): Promise<CrewRow[]> =>
      members(firmId, liveId)
        .orderBy(sql`array_position(array['owner', 'manager', 'host', 'assistant', 'analyst'], member.role)`)
        .orderBy('member.name')
        .orderBy('member.id')
        .execute(),

    one: (firmId: string, liveId: string, memberId: string, on: Executor): Promise<CrewRow | undefined> =>
      members(firmId, liveId, on).where('member.id', '=', memberId).executeTakeFirst(),

    set: async (
      firmId: string,
      entry: { liveId: string; memberId: string; role: CrewRole; changedAt: Date },
      on: Executor,
    ): Promise<void> => {
      const { role, changedAt } = entry
      await tables(on)
        .insertInto('liveCrew')
        .values({ ...entry, firmId })
        .onConflict((conflict) => conflict.columns(['liveId', 'memberId']).doUpdateSet({ role, changedAt }))
        .execute()
    },

    remove: async (firmId: string, liveId: string, memberId: string, on: Executor): Promise<void> => {
      await tables(on)
        .deleteFrom('liveCrew')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('memberId', '=', memberId)
        .execute()
    },
  }
}
export type CrewStore = ReturnType<typeof createCrewStore>
