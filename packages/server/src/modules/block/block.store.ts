import type { BlockCounts } from '@kaimai/contract/block/block.routes.ts'
import type { BlockState } from '@kaimai/contract/block/block.rules.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'
import { newestFirst } from '../../platform/db/sort.ts'
import { createResourceStore, type ListWanted } from '../../platform/resource/resource.store.ts'
import type { BlockRow, BlockTables } from './block.tables.ts'

/** Columns a list may be sorted by. */
export const blockSorts = ['createdAt', 'name'] as const

export interface BlockNarrowing {
  readonly q: string | undefined
  /** Whether `q` finds phones and e-mails too. */
  readonly personal: boolean
  readonly liveId: string | undefined
}

const standing = sql<SqlBool>`"cancelledAt" is null`
const states: Readonly<Record<'active' | BlockState, Expression<SqlBool>>> = {
  active: standing,
  temporary: sql<SqlBool>`${standing} and "liveId" is not null`,
  permanent: sql<SqlBool>`${standing} and "liveId" is null`,
  cancelled: sql<SqlBool>`"cancelledAt" is not null`,
}

const narrowed = ({ q, personal, liveId }: BlockNarrowing) => [
  liveId === undefined ? undefined : sql<SqlBool>`("liveId" = ${liveId} or "fromLiveId" = ${liveId})`,
  // strpos, not LIKE: a % or _ in the search is a letter like any other, and 100,000 rows are read in time.
  q === undefined || q === '' ? undefined : containingFolded(personal ? 'searchAll' : 'searchName', q),
]

type Page = Omit<ListWanted, 'where'>

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

  const blocks = createResourceStore<BlockRow>(db, { table: 'block' })

  return {
    list: (
      firmId: string,
      narrowing: BlockNarrowing & { readonly state: 'active' | BlockState | undefined },
      page: Page,
    ) =>
      blocks.list(firmId, {
        ...page,
        where: [...narrowed(narrowing), narrowing.state === undefined ? undefined : states[narrowing.state]],
      }),

    counts: async (firmId: string, narrowing: BlockNarrowing): Promise<BlockCounts> => {
      const { all: _all, ...counts } = await blocks.counts(firmId, narrowed(narrowing), states)
      return counts
    },

    /** In force in a live: its own blocks and those of all lives, the newest first. */
    inLive: (firmId: string, liveId: string, narrowing: BlockNarrowing, page: Pick<Page, 'limit' | 'offset'>) =>
      blocks.list(firmId, {
        ...page,
        ...newestFirst,
        where: [...narrowed(narrowing), standing, sql<SqlBool>`("liveId" = ${liveId} or "liveId" is null)`],
      }),

    find: blocks.find,

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

    insert: (row: BlockRow, tx: Executor): Promise<void> => blocks.insert([row], tx),

    change: (firmId: string, id: string, change: BlockChange, tx: Tx): Promise<BlockRow> =>
      blocks.update(firmId, id, change, tx),
  }
}
export type BlockStore = ReturnType<typeof createBlockStore>
