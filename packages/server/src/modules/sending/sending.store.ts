import type { Selectable } from 'kysely'
import { type Database, json, type Tx } from '../../platform/db/database.ts'
import { createResourceStore } from '../../platform/resource/resource.store.ts'
import { newestFirst } from '../../platform/db/sort.ts'
import type { SendingPerson } from './named-sessions.ts'
import type { SendingRow, SendingTables } from './sending.tables.ts'

type SendingRecord = Selectable<SendingRow>
/** As lists read it: without the text and the people who wait. */
export type ListedSending = Omit<SendingRecord, 'contents' | 'waiting' | 'firmName'>

const listed = [
  'id',
  'firmId',
  'title',
  'channel',
  'audience',
  'who',
  'minute',
  'consent',
  'people',
  'written',
  'dropped',
  'scheduledAt',
  'stoppedAt',
  'createdAt',
] as const

export const createSendingStore = (db: Database) => {
  const on = (executor: Pick<Database, 'as'> = db) => executor.as<SendingTables>()
  const rows = createResourceStore<ListedSending>(db, { table: 'sending', listed })

  return {
    list: (firmId: string, page: { readonly limit: number; readonly offset: number }) =>
      rows.list(firmId, { ...page, ...newestFirst, where: [] }),
    find: (firmId: string, id: string): Promise<ListedSending | undefined> =>
      on().selectFrom('sending').select(listed).where('firmId', '=', firmId).where('id', '=', id).executeTakeFirst(),
    /** With its text and the people who wait. */
    whole: (id: string): Promise<SendingRecord | undefined> =>
      on().selectFrom('sending').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: async ({ contents, waiting, dropped, ...row }: SendingRecord, tx: Tx): Promise<void> => {
      await on(tx)
        .insertInto('sending')
        .values({ ...row, contents: json(contents), waiting: json(waiting), dropped: json(dropped) })
        .execute()
    },
    /** As it is now, held until the transaction ends. */
    lock: (id: string, tx: Tx) =>
      on(tx)
        .selectFrom('sending')
        .select(['id', 'firmId', 'title', 'channel', 'contents', 'written', 'stoppedAt'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),
    /** Who is no recipient yet; those that are stand before them. */
    waiting: async (id: string, tx: Tx): Promise<readonly SendingPerson[]> =>
      (await on(tx).selectFrom('sending').select('waiting').where('id', '=', id).executeTakeFirst())?.waiting ?? [],
    setWritten: async (id: string, written: number, tx: Tx): Promise<void> => {
      await on(tx).updateTable('sending').set({ written }).where('id', '=', id).execute()
    },
    /** Nobody waits any more: all are recipients, or it was stopped. */
    end: async (id: string, stoppedAt: Date | null, tx: Tx): Promise<void> => {
      await on(tx).updateTable('sending').set({ waiting: null, stoppedAt }).where('id', '=', id).execute()
    },
  }
}
export type SendingStore = ReturnType<typeof createSendingStore>
