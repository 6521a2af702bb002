import {
  type Level,
  type Policy,
  type Resource,
  type Role,
  roles,
  startingPolicy,
} from '@kaimai/contract/common/access.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AccessTables } from './access.tables.ts'

/**
 * The roles' policy: rows in the database, compiled to sets once, read again when update_casbin_policy is called on
 * any node.
 */
export const createAccessService = ({ db, bus }: { db: Database; bus: Bus }) => {
  let allowed = new Set<string>()
  let policy: Policy = startingPolicy

  const load = async (): Promise<void> => {
    const rows = await db.as<AccessTables>().selectFrom('policy').selectAll().execute()
    allowed = new Set(rows.map(({ role, resource, level }) => `${role} ${resource} ${level}`))
    const made = Object.fromEntries(roles.map((role) => [role, {}])) as Record<Role, Partial<Record<Resource, Level[]>>>
    for (const { role, resource, level } of rows) (made[role][resource] ??= []).push(level)
    policy = made
  }

  bus.subscribe('policy', () => void load())

  return {
    /** Fills an empty policy and loads it; call once at start. */
    start: async (): Promise<void> => {
      const rows = roles.flatMap((role) =>
        Object.entries(startingPolicy[role]).flatMap(([resource, levels]) =>
          (levels ?? []).map((level) => ({ role, resource: resource as Resource, level })),
        ),
      )
      const some = await db.as<AccessTables>().selectFrom('policy').select('role').limit(1).execute()
      if (some.length === 0)
        await db
          .as<AccessTables>()
          .insertInto('policy')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await load()
    },
    reload: async (): Promise<void> => {
      await load()
      bus.publish('policy', {})
    },
    can: (role: Role, resource: Resource, level: Level): boolean => allowed.has(`${role} ${resource} ${level}`),
    policy: (): Policy => policy,
  }
}
export type AccessService = ReturnType<typeof createAccessService>
