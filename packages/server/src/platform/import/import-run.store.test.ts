import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { recordStatements } from '../../../test/explain.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { newId } from '../ids.ts'
import { createImportRunStore, type SettledRow } from './import-run.store.ts'

const db = await sharedDatabase()
const store = createImportRunStore(db, 'product')

const fileRows = 20_000
const batchRows = 100

interface Plan {
  readonly Plans?: readonly Plan[]
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Join Filter'?: number
}

/** Rows that a plan's steps have handed on or held against each other. */
const handled = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Join Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + handled(part), 0)

test.each([1, 190])(
  'IMPORT-144 A batch whose lines lie %i apart is settled without a look at the rows of its file one by one, though nothing is known of the run yet',
  async (apart) => {
    const [firmId, runId] = [newId(), newId()]
    const rows: readonly SettledRow[] = Array.from({ length: batchRows }, (_, at) => ({
      line: at * apart + 1,
      state: 'new',
      errors: [],
      target: newId(),
    }))
    await db.transaction(async (tx) => {
      const ask = async (text: string, values: readonly unknown[]) =>
        (await tx.as<object>().executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows
      await ask(`insert into firm (id, name, "createdAt") values ($1, 'a firm', now())`, [firmId])
      await ask(
        `insert into "importRun" (id, "firmId", kind, state, "fileName", "fileHash", options, language, "memberId",
          "actorName", ip, columns, "leading", "unknownHeaders", "unknownNames", counts, outcome, total, done,
          "createdAt", "touchedAt")
        values ($1, $2, 'product', 'running', '', '', '{}', 'en', $2, '', '', '[]', '[]', '[]', '[]', '{}', '{}', 1, 0,
          now(), now())`,
        [runId, firmId],
      )
      // Nobody can have analyzed what is not committed.
      await ask(
        `insert into "importRow" ("runId", "firmId", line, unit, state, "isBad", cells, before, errors, note)
        select $1, $2, line, line, 'new', false, '["a name", "100"]', '{}', '[]', '' from generate_series(1, $3::integer) line`,
        [runId, firmId, fileRows],
      )
      const [asked] = (await recordStatements(() => store.settle(firmId, runId, rows, tx))).filter(({ text }) =>
        text.startsWith('update'),
      )
      const settled = await ask('select count(*)::integer as n from "importRow" where "runId" = $1 and settled', [
        runId,
      ])
      expect(settled).toEqual([{ n: batchRows }])
      const [explained] = await ask(`explain (analyze, timing off, format json) ${asked?.text}`, asked?.values ?? [])
      const [{ Plan: plan }] = (explained?.['QUERY PLAN'] ?? []) as [{ Plan: Plan }]
      expect(handled(plan)).toBeGreaterThan(batchRows)
      expect(handled(plan)).toBeLessThan(fileRows)
    })
  },
)
