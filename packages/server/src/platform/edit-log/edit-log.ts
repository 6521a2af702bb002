import { isDeepStrictEqual } from 'node:util'
import type { EditConflict } from '@kaimai/contract/common/edit-version.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Actor } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import { type Executor, json, type Tx } from '../db/database.ts'

interface EditLogTables {
  editLog: {
    firmId: string
    targetId: string
    version: number
    fields: readonly string[]
    actorName: string
    createdAt: Date
  }
}

type Fields = Readonly<Record<string, unknown>>

/** A record as it stands after a change, and the names of the fields that the change touched. */
export interface Edit {
  readonly targetId: string
  readonly version: number
  readonly fields: readonly string[]
}

export interface Save {
  readonly firmId: string
  readonly targetId: string
  /** The version that the save was made from; undefined: it overwrites. */
  readonly from: number | undefined
  /** The record as it is now, as its route answers it. */
  readonly now: Fields & { readonly version: number }
  /** The fields that the save would write. */
  readonly sent: Fields
}

/** Versions of a record whose fields are known. */
const maxVersions = 50
/** Rows of one statement. */
const chunk = 500

/** The names of the fields of `after` that differ from `before`. */
export const changedFields = (before: object, after: object): string[] => {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) =>
    value === undefined || isDeepStrictEqual(was.get(name), value) ? [] : [name],
  )
}

/** Who changed which fields of a record with each version, and what a save from an older version is answered. */
export const createEditLog = ({ clock }: { readonly clock: Clock }) => {
  const on = (executor: Executor) => executor.as<EditLogTables>()

  const since = (executor: Executor, { firmId, targetId, from, now }: Save) =>
    on(executor)
      .selectFrom('editLog')
      .select(['version', 'fields', 'actorName', 'createdAt'])
      .where('firmId', '=', firmId)
      .where('targetId', '=', targetId)
      .where('version', '>', from ?? now.version)
      .where('version', '<=', now.version)
      .orderBy('version', 'desc')
      .execute()

  return {
    /** Keeps what changed, in the transaction of the change. */
    add: async (tx: Tx, firmId: string, by: Actor | undefined, edits: readonly Edit[]): Promise<void> => {
      const actorName = by?.actorName ?? ''
      for (let at = 0; at < edits.length; at += chunk) {
        const part = edits.slice(at, at + chunk)
        const row = { firmId, actorName, createdAt: clock.now() }
        await on(tx)
          .insertInto('editLog')
          .values(part.map((edit) => ({ ...row, ...edit, fields: json([...edit.fields]) })))
          .execute()
        const old = part.filter(({ version }) => version > maxVersions)
        if (old.length === 0) continue
        await on(tx)
          .deleteFrom('editLog')
          .where('firmId', '=', firmId)
          .where((eb) =>
            eb.or(old.map((edit) => eb.and({ targetId: edit.targetId, version: edit.version - maxVersions }))),
          )
          .execute()
      }
    },

    /**
     * Lets a save through that overwrites nobody: it is made from the version that is there, or what changed since is
     * nothing that it would write, or is what it would write too. Throws `conflict` with what changed otherwise. Call it
     * while the record is locked.
     */
    checkSave: async (executor: Executor, save: Save): Promise<void> => {
      const { from, now, sent } = save
      if (from === undefined || from === now.version) return
      const edits = await since(executor, save)
      // Without a row for each version nobody knows which fields changed: every one that differs may have.
      const isWhole = from < now.version && edits.length === now.version - from
      const names = isWhole ? [...new Set(edits.flatMap(({ fields }) => fields))] : changedFields(now, sent)
      const changed = names.filter((name) => name in now && name !== 'version')
      const isOverwritten = (name: string) => name in sent && !isDeepStrictEqual(sent[name], now[name])
      if (!changed.some(isOverwritten)) return
      const [last] = edits
      const conflict: EditConflict = {
        version: now.version,
        changedBy: last === undefined || last.actorName === '' ? null : last.actorName,
        changedAt: last?.createdAt.toISOString() ?? null,
        fields: changed.map((field) => ({ field, now: now[field] })),
      }
      throw fail('conflict', { conflict })
    },
  }
}
export type EditLog = ReturnType<typeof createEditLog>
