import { fail } from '@kaimai/contract/common/error.ts'
import { Id } from '@kaimai/contract/common/fields.ts'
import { z } from 'zod'
import { inBatches } from '../../platform/db/batches.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ImportTask } from '../../platform/import/import-kind.ts'
import { createImportRuns } from '../../platform/import/import-runs.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  checkPeople,
  type Known,
  type Row,
  type Seating,
  type SeatingDeps,
  type Written,
} from './signup-user-seating.ts'
import { importColumns, ImportedPerson, storedPerson } from './signup-user-sheet.ts'

export interface ImportDeps extends Pick<SeatingDeps, 'store'> {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'jobs'>
  readonly seating: Seating
}

const Options = z.object({
  signupId: Id,
  liveId: Id,
  consentSource: z.string(),
  sendLinks: z.enum(['true', 'false']),
})
type Options = z.output<typeof Options>

/** People whose contacts are looked up in one statement. */
const lookUpRows = 500

/** Brings people from a sheet into a session of a form. */
export const createSignupUserImport = ({ platform, store, seating }: ImportDeps) => {
  const standing = async ({ by, options }: ImportTask<Options>, rows: readonly Row[], tx: Tx | undefined) => {
    // A batch waits for sign-ups of the form, and they for it: one person can't become two, one place can't be taken twice.
    if (tx && !(await store.lockForm(by.firmId, options.signupId, tx))) throw fail('noData')
    const parts = []
    for (const part of inBatches(rows, lookUpRows)) parts.push(await seating.standing(by.firmId, options, part, tx))
    const people = new Map(parts.flatMap((part) => part.people.map((person) => [person.id, person] as const)))
    return {
      people: [...people.values()].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
      seated: new Set(parts.flatMap((part) => [...part.seated])),
      left: parts[0]?.left ?? 0,
    }
  }

  const write = async (
    { by, options }: ImportTask<Options>,
    rows: readonly Written[],
    tx: Tx,
  ): Promise<ReadonlyMap<number, string>> => {
    const target = { ...options, sendLinks: options.sendLinks === 'true', source: 'import' as const }
    const caller = { id: by.firmId, userName: by.actorName }
    const { ids } = await seating.seat(caller, target, rows, tx)
    return new Map(
      rows.flatMap(({ line, known }, at) => {
        const id = ids[at]
        return known || id === undefined ? [] : [[line, id] as const]
      }),
    )
  }

  return createImportRuns<ImportedPerson, Known, Options, undefined>(
    { platform },
    {
      kind: 'signupUser',
      columns: importColumns,
      schema: ImportedPerson,
      stored: storedPerson,
      options: Options,
      check: ({ by, options }) => seating.check(by.firmId, options),
      prepare: async () => undefined,
      judge: async (task, rows, _, batch) => checkPeople(rows, await standing(task, rows, batch?.tx)),
      write: (task, rows, _, tx) => write(task, rows, tx),
    },
  )
}
export type SignupUserImport = ReturnType<typeof createSignupUserImport>
