import type { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'
import { createResourceStore, type ListWanted } from '../../platform/resource/resource.store.ts'

export type CommentModTable = {
  id: string
  firmId: string
  name: string
  /** The name folded, for finding it. */
  searchName: string
  videoId: string
  comments: ScriptedComment[]
  commentCount: number
  /** Names that speak in it, each once. */
  speakers: string[]
  version: number
  createdAt: Date
  changedAt: Date
  removedAt: Date | null
}
interface CommentModTables {
  commentMod: CommentModTable
}

export type ListedGroup = Omit<CommentModTable, 'comments' | 'speakers' | 'searchName' | 'version'>

const listed = ['id', 'firmId', 'name', 'videoId', 'commentCount', 'createdAt', 'changedAt', 'removedAt'] as const

/** What is written of a group; its comments are sorted by second. */
export interface GroupFields {
  readonly name: string
  readonly videoId: string
  readonly comments: readonly ScriptedComment[]
}

const written = ({ name, videoId, comments }: GroupFields) => ({
  name,
  searchName: folded(name),
  videoId,
  comments: json([...comments]),
  commentCount: comments.length,
  speakers: json([...new Set(comments.map(({ userName }) => userName))]),
})

export const createCommentModStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<CommentModTables>()
  const groups = createResourceStore<CommentModTable>(db, { table: 'commentMod', listed, softRemove: true })
  const present = (firmId: string, executor?: Executor) =>
    on(executor).selectFrom('commentMod').where('firmId', '=', firmId).where('removedAt', 'is', null)

  return {
    find: groups.find,
    lock: groups.lock,
    list: (
      firmId: string,
      {
        q = '',
        videoId,
        ...page
      }: Omit<ListWanted, 'where'> & { readonly q?: string | undefined; readonly videoId?: string | undefined },
    ): Promise<{ rows: ListedGroup[]; total: number }> =>
      groups.list(firmId, {
        ...page,
        where: [
          q === '' ? undefined : containingFolded('searchName', q),
          videoId === undefined ? undefined : sql<SqlBool>`"videoId" = ${videoId}`,
        ],
      }),

    /** The newest 50 groups of a video. */
    ofVideo: (firmId: string, videoId: string): Promise<ListedGroup[]> =>
      present(firmId).select(listed).where('videoId', '=', videoId).orderBy('createdAt', 'desc').limit(50).execute(),

    /** In how many groups each of the names speaks; those in none are left out. */
    usedIn: async (firmId: string, names: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      if (names.length === 0) return new Map()
      const { rows } = await sql<{ name: string; groups: number }>`
        select speaker.name, count(*) as groups
        from "commentMod", jsonb_array_elements_text(speakers) as speaker (name)
        where "firmId" = ${firmId} and "removedAt" is null and speaker.name = any(${[...names]}::text[])
        group by speaker.name`.execute(on())
      return new Map(rows.map(({ name, groups }) => [name, Number(groups)]))
    },

    insert: async (firmId: string, id: string, fields: GroupFields, at: Date, tx: Tx): Promise<void> => {
      await on(tx)
        .insertInto('commentMod')
        .values({ id, firmId, ...written(fields), version: 1, createdAt: at, changedAt: at, removedAt: null })
        .execute()
    },

    /** Changes a group that is at this version, which is then one higher. Throws when it is at another. */
    update: async (
      firmId: string,
      { id, version }: { readonly id: string; readonly version: number },
      fields: GroupFields,
      at: Date,
      tx: Tx,
    ): Promise<void> => {
      await on(tx)
        .updateTable('commentMod')
        .set({ ...written(fields), changedAt: at, version: version + 1 })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    remove: groups.remove,
  }
}
export type CommentModStore = ReturnType<typeof createCommentModStore>
