import { type ExtraAuthority, type Grants, grantsOf } from '@kaimai/contract/access/access.rules.ts'
import {
  type Level,
  type Policy,
  type Resource,
  type Role,
  roles,
  startingPolicy,
} from '@kaimai/contract/common/access.ts'
import { sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Database, Executor } from '../../platform/db/database.ts'

interface AccessTables {
  policy: { role: Role; resource: Resource; level: Level }
  policyVersion: { one: boolean; version: number }
}

const readAgainMs = 1_000

/** What of a member decides what it may do. */
export type Ranked = ExtraAuthority & { readonly role: Role }

/**
 * The roles' policy: rows in the database, read once, compiled per role and set of figures, read again when
 * update_casbin_policy is called on any node.
 */
export const createAccessService = ({ db, bus, log }: { db: Database; bus: Bus; log: Pick<Log, 'error'> }) => {
  let policy: Policy = startingPolicy
  // 5 roles × 4³ figures at most.
  let compiled = new Map<string, Grants>()

  const load = async (): Promise<void> => {
    const rows = await db.as<AccessTables>().selectFrom('policy').selectAll().execute()
    const made = Object.fromEntries(roles.map((role) => [role, {}])) as Record<Role, Partial<Record<Resource, Level[]>>>
    for (const { role, resource, level } of rows) (made[role][resource] ??= []).push(level)
    policy = made
    compiled = new Map()
  }

  // A right that was taken away must not stay because the database was away for a moment: it is tried until it is read.
  const loadChanged = guarded(log, 'the policy of the roles could not be read again', load, () => {
    setTimeout(loadChanged, readAgainMs).unref()
  })
  bus.subscribe('policy', loadChanged)

  const bump = async (executor: Executor): Promise<number> => {
    const { version } = await executor
      .as<AccessTables>()
      .updateTable('policyVersion')
      .set({ version: sql<number>`version + 1` })
      .returning('version')
      .executeTakeFirstOrThrow()
    return Number(version)
  }

  const grants = (member: Ranked): Grants => {
    const { role, bombmyLive, bombmySignup, bombmySetting } = member
    const key = `${role} ${bombmyLive} ${bombmySignup} ${bombmySetting}`
    const known = compiled.get(key)
    if (known) return known
    const made = grantsOf(policy, role, member)
    compiled.set(key, made)
    return made
  }

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
      await bump(db)
      await load()
      bus.publish('policy', {})
    },
    /** Counts the policy's version up; `announce` afterwards. */
    bump,
    /** Every node reads the policy again. */
    announce: (): void => bus.publish('policy', {}),
    /** All that a member may do: the role's policy with the member's own figures over it. */
    grants,
    can: (member: Ranked, resource: Resource, level: Level): boolean =>
      grants(member)[resource]?.includes(level) ?? false,
  }
}
export type AccessService = ReturnType<typeof createAccessService>
