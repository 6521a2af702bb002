import { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { controlRoomTables } from './moderation.tables.ts'

/** A cue with who made it. */
export interface MadeCue {
  readonly id: string
  readonly cue: Cue
  readonly byName: string
  /** Epoch ms. */
  readonly madeAtMs: number
}

/** What the staff changed of running scripts. */
export const createCueStore = (db: Database) => {
  const list = async (firmId: string, liveId: string, on: Executor = db): Promise<MadeCue[]> => {
    const rows = await controlRoomTables(on)
      .selectFrom('roomCue')
      .select(['id', 'cue', 'byName', 'createdAt'])
      .where('firmId', '=', firmId)
      .where('liveId', '=', liveId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return rows.map(({ id, cue, byName, createdAt }) => ({
      id,
      byName,
      cue: Cue.parse(cue),
      madeAtMs: createdAt.getTime(),
    }))
  }

  return {
    /** In the order they were made. */
    list,
    cues: async (firmId: string, liveId: string): Promise<readonly Cue[]> =>
      (await list(firmId, liveId)).map(({ cue }) => cue),
    /** One at a time changes a room's cues: until the transaction ends. */
    lock: async (firmId: string, liveId: string, on: Executor): Promise<void> => {
      await controlRoomTables(on)
        .selectFrom('room')
        .select('liveId')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .forUpdate()
        .execute()
    },
    add: async (
      row: { id: string; firmId: string; liveId: string; cue: Cue; memberId: string; byName: string; createdAt: Date },
      on: Executor,
    ): Promise<void> => {
      await controlRoomTables(on)
        .insertInto('roomCue')
        .values({ ...row, cue: json(row.cue) })
        .execute()
    },
    change: async (firmId: string, liveId: string, id: string, cue: Cue, on: Executor): Promise<void> => {
      await controlRoomTables(on)
        .updateTable('roomCue')
        .set({ cue: json(cue) })
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('id', '=', id)
        .execute()
    },
    remove: async (firmId: string, liveId: string, id: string, on: Executor): Promise<void> => {
      await controlRoomTables(on)
        .deleteFrom('roomCue')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('id', '=', id)
        .execute()
    },
  }
}
export type CueStore = ReturnType<typeof createCueStore>
