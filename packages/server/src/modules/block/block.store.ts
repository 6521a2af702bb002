import type { BlockState } from '@kaimai/contract/block/block.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'
import type { BlockRow, BlockTables } from './block.tables.ts'

/** Columns a list may be sorted by. */
export const blockSorts = ['createdAt', 'name'] as const
export type BlockSort = (typeof blockSorts)[number]

export interface BlockNarrowing {
  readonly q: string | undefined
  /** Whether `q` finds phones and e-mails too. */
  readonly personal: boolean
  readonly liveId: string | undefined
}

export interface BlockFilter extends BlockNarrowing {
  readonly state: 'active' | BlockState | undefined
  readonly sort: BlockSort
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** What a search looks in, of a new block. */
export const searchTextOf = (block: Pick<BlockRow, 'name' | 'reason' | 'phone' | 'email'>) => {
  const searchName = folded(`${block.name} ${block.reason}`)
  return { searchName, searchAll: folded(`${searchName} ${block.phone ?? ''} ${block.email ?? ''}`) }
}

export type BlockChange = Partial<
  Pick<BlockRow, 'liveId' | 'permanentByName' | 'permanentAt' | 'cancelledByName' | 'cancelledAt'>
>

export const createBlockStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<BlockTables>()

  const found = (firmId: string, { q, personal, liveId }: BlockNarrowing) =>
    on(db)
      .selectFrom('block')
      .where('firmId', '=', firmId)
      .$if(liveId !== undefined, (query) =>
        query.where((eb) => eb.or([eb('liveId', '=', liveId ?? ''), eb('fromLiveId', '=', liveId ?? '')])),
      )
      .$if(q !== undefined && q !== '', (query) =>
        // strpos, not LIKE: a % or _ in the search is a letter like any other, and 100,000 rows are read in time.
        query.where(containingFolded(personal ? 'searchAll' : 'searchName', q ?? '')),
      )

  return {
    list: async (firmId: string, filter: BlockFilter): Promise<{ rows: BlockRow[]; total: number }> => {
      const { state, sort, descending } = filter
      const narrowed = found(firmId, filter)
        .$if(state === 'cancelled', (query) => query.where('cancelledAt', 'is not', null))
        .$if(state !== undefined && state !== 'cancelled', (query) => query.where('cancelledAt', 'is', null))
        .$if(state === 'temporary', (query) => query.where('liveId', 'is not', null))
        .$if(state === 'permanent', (query) => query.where('liveId', 'is', null))
      const direction = descending ? 'desc' : 'asc'
      const rows = await narrowed
        .selectAll()
        .orderBy(sort, direction)
        .orderBy('id', direction)
        .limit(filter.limit)
        .offset(filter.offset)
        .execute()
      if (rows.length < filter.limit && (rows.length > 0 || filter.offset === 0))
        return { rows, total: filter.offset + rows.length }
      const counted = await narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total: Number(counted.total) }
    },

    counts: async (firmId: string, narrowing: BlockNarrowing) => {
      const row = await found(firmId, narrowing)
        .select([
          sql<number>`count(*) filter (where "cancelledAt" is null)`.as('active'),
          sql<number>`count(*) filter (where "cancelledAt" is null and "liveId" is not null)`.as('temporary'),
          sql<number>`count(*) filter (where "cancelledAt" is null and "liveId" is null)`.as('permanent'),
          sql<number>`count(*) filter (where "cancelledAt" is not null)`.as('cancelled'),
        ])
        .executeTakeFirstOrThrow()
      return {
        active: Number(row.active),
        temporary: Number(row.temporary),
        permanent: Number(row.permanent),
        cancelled: Number(row.cancelled),
      }
    },

    /** In force in a live: its own blocks and those of all lives, the newest first. */
    inLive: async (
      firmId: string,
      liveId: string,
      filter: { q: string | undefined; personal: boolean; limit: number; offset: number },
    ): Promise<{ rows: BlockRow[]; total: number }> => {
      const inForce = found(firmId, { ...filter, liveId: undefined })
        .where('cancelledAt', 'is', null)
        .where((eb) => eb.or([eb('liveId', '=', liveId), eb('liveId', 'is', null)]))
      const rows = await inForce
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(filter.limit)
        .offset(filter.offset)
        .execute()
      const counted = await inForce.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total: Number(counted.total) }
    },

    find: (firmId: string, id: string, executor: Executor = db): Promise<BlockRow | undefined> =>
      on(executor).selectFrom('block').selectAll().where('firmId', '=', firmId).where('id', '=', id).executeTakeFirst(),

    /** Keeps other changes of these blocks waiting; in the order of id. */
    lock: (firmId: string, ids: readonly string[], executor: Executor): Promise<BlockRow[]> =>
      on(executor)
        .selectFrom('block')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute(),

    /** In force already, of the same viewer (or the same phone and e-mail, without one), in that live or in all. */
    same: (
      firmId: string,
      wanted: Pick<BlockRow, 'liveId' | 'liveUserId' | 'phone' | 'email'>,
      executor: Executor,
    ): Promise<BlockRow | undefined> =>
      on(executor)
        .selectFrom('block')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('cancelledAt', 'is', null)
        .where((eb) =>
          wanted.liveId === null
            ? eb('liveId', 'is', null)
            : eb.or([eb('liveId', '=', wanted.liveId), eb('liveId', 'is', null)]),
        )
        .where((eb) =>
          wanted.liveUserId === null
            ? eb.and([
                eb('liveUserId', 'is', null),
                eb('phone', 'is not distinct from', wanted.phone),
                eb('email', 'is not distinct from', wanted.email),
              ])
            : eb('liveUserId', '=', wanted.liveUserId),
        )
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst(),

    insert: async (row: BlockRow, executor: Executor = db): Promise<void> => {
      await on(executor).insertInto('block').values(row).execute()
    },

    change: (firmId: string, id: string, change: BlockChange, executor: Executor): Promise<BlockRow> =>
      on(executor)
        .updateTable('block')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
  }
}
export type BlockStore = ReturnType<typeof createBlockStore>
