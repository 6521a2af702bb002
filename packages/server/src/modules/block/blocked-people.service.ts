import { type Person, isBlocked } from '@kaimai/contract/block/block.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import { createHeld } from '../../platform/held.ts'
import { onShopChanged } from '../../platform/shop-hints.ts'
import type { BlockTables } from './block.tables.ts'

/** How long it may be believed that a firm blocks nobody, in milliseconds, where the hint of a change was lost. */
const nobodyForMs = 1000
const maxFirms = 500

/**
 * Whether somebody is blocked: asked at every entrance, answered by the one rule of the contract. With
 * `hints`, the bus that tells of changes, it is held of which firms nobody is blocked, as of most: their entrances need
 * not ask.
 */
export const createBlockedPeople = (db: Database, hints?: { readonly bus: Bus; readonly clock: Clock }) => {
  const nobody = hints && createHeld<boolean>({ forMs: nobodyForMs, max: maxFirms, clock: hints.clock })
  if (hints && nobody) onShopChanged(hints.bus, nobody.drop)

  const inForceOf = (firmId: string, on: Executor) =>
    on.as<BlockTables>().selectFrom('block').where('firmId', '=', firmId).where('cancelledAt', 'is', null)

  const blocksNobody = async (firmId: string): Promise<boolean> =>
    (await inForceOf(firmId, db).select('id').limit(1).executeTakeFirst()) === undefined

  /** Of each in their order. `on`: the transaction that decides by the answers, and gets them as they are in there. */
  const areBlocked = async (
    firmId: string,
    liveId: string,
    people: readonly Person[],
    on?: Executor,
  ): Promise<readonly boolean[]> => {
    const liveUserIds = people.flatMap((person) => person.liveUserIds)
    const phones = people.flatMap((person) => person.phones)
    const emails = people.flatMap((person) => person.emails)
    const deviceHashes = people.flatMap((person) => person.deviceHashes)
    const nobodyIs = people.map(() => false)
    if (liveUserIds.length + phones.length + emails.length + deviceHashes.length === 0) return nobodyIs
    // Never in a transaction: it would wait for a reading that, on one connection, waits for it.
    if (on === undefined && nobody && (await nobody.get(firmId, () => blocksNobody(firmId)))) return nobodyIs
    const rows = await inForceOf(firmId, on ?? db)
      .select(['liveId', 'liveUserId', 'phone', 'email', 'deviceHash'])
      .where((eb) =>
        eb.or([
          ...(liveUserIds.length === 0 ? [] : [eb('liveUserId', 'in', liveUserIds)]),
          ...(phones.length === 0 ? [] : [eb('phone', 'in', phones)]),
          ...(emails.length === 0 ? [] : [eb('email', 'in', emails)]),
          ...(deviceHashes.length === 0 ? [] : [eb('deviceHash', 'in', deviceHashes)]),
        ]),
      )
      .execute()
    const inForce = rows.map((block) => ({ ...block, cancelled: false }))
    return people.map((person) => isBlocked(inForce, person, liveId))
  }

  return {
    areBlocked,

    isBlocked: async (firmId: string, liveId: string, person: Person, on?: Executor): Promise<boolean> =>
      (await areBlocked(firmId, liveId, [person], on))[0] === true,

    /** Which of these e-mails and phones (E.164) are blocked in all lives of the firm. */
    contactsAmong: async (firmId: string, contacts: readonly string[]): Promise<ReadonlySet<string>> => {
      const wanted = sql`any(${[...contacts]}::text[])`
      const rows = await inForceOf(firmId, db)
        .select(['email', 'phone'])
        .where('liveId', 'is', null)
        .where(sql<SqlBool>`(email = ${wanted} or phone = ${wanted})`)
        .execute()
      return new Set(rows.flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat()))
    },

    /** The firm's blocks have changed: what is asked from now on is answered by what they are then. */
    changed: (firmId: string): void => nobody?.drop(firmId),
  }
}
export type BlockedPeople = ReturnType<typeof createBlockedPeople>
