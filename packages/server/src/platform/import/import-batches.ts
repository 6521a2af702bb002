import type { ImportCounts } from '@kaimai/contract/common/import-run.ts'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { setTimeout as rest } from 'node:timers/promises'
import { isUniqueViolation, type Tx } from '../db/database.ts'
import type { Platform } from '../platform.ts'
import { parseCells } from '../sheet/read-lines.ts'
import type { JudgedRow, ReadRow, Verdict } from '../sheet/plan-import.ts'
import { firstBatchRows, nextBatchRows } from './batch-size.ts'
import type { ImportKind } from './import-kind.ts'
import type { ImportRunStore, SettledRow } from './import-run.store.ts'
import type { ImportRowRecord, ImportRunRecord } from './import-run.tables.ts'
import { errorsShown, taskOf } from './import-run.present.ts'

const defaultBatchRows = 100
/** Times that a batch is judged again when somebody was faster with a keyword or a place. */
const triesMax = 4
/** Between two batches the database is everybody's for as long as the batch took, up to this. */
const restMs = 250

export interface BatchDeps<Row, Known, Options, Around> {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit'>
  readonly store: ImportRunStore
  readonly kind: ImportKind<Row, Known, Options, Around>
}

const plus = (counts: ImportCounts, rows: readonly SettledRow[]): ImportCounts => {
  const sum = { ...counts }
  for (const { state } of rows) sum[state] += 1
  return sum
}

/** Counts as the audit log names them. */
export const auditedCounts = (counts: ImportCounts) => ({
  rowsNew: counts.new,
  rowsChanged: counts.change,
  rowsSame: counts.same,
  rowsBad: counts.bad,
})

/** Whether the batch may go better when it is judged again: what it met was not there when it was judged. */
const isOvertaken = (error: unknown): boolean =>
  isUniqueViolation(error) || (error instanceof KaimaiError && ['conflict', 'soldOut'].includes(error.errorName))

/**
 * Writes a run batch by batch. The rows of a batch, and the note that they are behind the run, are one transaction:
 * whoever stops the process, a row is written once or not yet.
 */
export const createImportBatches = <Row, Known, Options, Around>({
  platform,
  store,
  kind,
}: BatchDeps<Row, Known, Options, Around>) => {
  const { db, clock, log, audit } = platform
  const { batchRows = defaultBatchRows } = kind

  const readAgain = (run: ImportRunRecord, rows: readonly ImportRowRecord[]): ReadRow<Row>[] =>
    rows.map(({ line, cells }) => {
      const parsed = parseCells(
        kind.schema,
        run.columns.map(({ key }) => key),
        cells,
      )
      if (!parsed.isGood) throw new Error('a row that was good reads no more')
      return { line, row: parsed.row }
    })

  const end = async (
    run: ImportRunRecord,
    change: { readonly state: 'done' | 'cancelled' | 'failed'; readonly reason?: string },
    tx: Tx,
  ): Promise<void> => {
    const now = clock.now()
    await store.set(run.firmId, run.id, { ...change, endedAt: now, touchedAt: now }, tx)
    const { firmId, memberId, actorName, ip, fileName, outcome, total, done } = run
    await audit.record(
      tx,
      { firmId, memberId, actorName, ip },
      `${kind.kind}.importEnd`,
      { id: run.id, name: fileName },
      { importState: change.state, ...auditedCounts(outcome), rowsLeft: total - done },
    )
  }

  const settledOf = (
    rows: readonly ImportRowRecord[],
    verdicts: readonly Verdict<Known>[],
    targets: ReadonlyMap<number, string>,
    language: ImportRunRecord['language'],
  ): SettledRow[] =>
    rows.map(({ line }, at) => {
      const verdict = verdicts[at]
      if (!verdict) throw new Error('a row was not judged')
      const errors = verdict.state === 'bad' ? errorsShown(verdict.errors, language) : []
      return { line, state: verdict.state, errors, target: targets.get(line) ?? '' }
    })

  /** One batch; how long it held the database in milliseconds, or undefined: there is nothing left to do. */
  const step = async (runId: string, most: number): Promise<number | undefined> => {
    const found = await store.findAny(runId)
    if (found?.state !== 'running') return undefined
    const { firmId } = found
    const task = taskOf(kind, found)
    // Asked before each batch: a form may have been deleted, a session ended meanwhile.
    await kind.check(task)
    const around = await kind.prepare(task, readAgain(found, await store.next(firmId, runId, most)), true)
    const begun = performance.now()
    const isWritten = await db.transaction(async (tx) => {
      const run = await store.lock(firmId, runId, tx)
      if (run?.state !== 'running') return false
      await store.takeTurn(firmId, tx)
      const rows = await store.next(firmId, runId, most, tx)
      if (rows.length === 0) {
        await end(run, { state: 'done' }, tx)
        return false
      }
      const read = readAgain(run, rows)
      const made = (targets: readonly string[]) => store.made(firmId, runId, targets, tx)
      const verdicts = await kind.judge(task, read, around, { tx, made })
      const toWrite = read.flatMap((row, at): JudgedRow<Row, Known>[] => {
        const verdict = verdicts[at]
        return verdict && (verdict.state === 'new' || verdict.state === 'change')
          ? [{ ...row, state: verdict.state, known: verdict.known }]
          : []
      })
      const targets: ReadonlyMap<number, string> =
        toWrite.length > 0 ? await kind.write(task, toWrite, around, tx) : new Map()
      const settled = settledOf(rows, verdicts, targets, run.language)
      await store.settle(firmId, runId, settled, tx)
      await store.set(
        firmId,
        runId,
        { done: run.done + rows.length, outcome: plus(run.outcome, settled), touchedAt: clock.now() },
        tx,
      )
      return true
    })
    return isWritten ? performance.now() - begun : undefined
  }

  const fail = async (runId: string, reason: string): Promise<void> => {
    const found = await store.findAny(runId)
    if (!found) return
    await db.transaction(async (tx) => {
      const run = await store.lock(found.firmId, runId, tx)
      if (run?.state === 'running') await end(run, { state: 'failed', reason }, tx)
    })
  }

  return {
    end,

    /** Goes on with a run until it is over, is cancelled, or can't. */
    work: async (runId: string, job: { readonly signal?: AbortSignal; readonly isLast: boolean }): Promise<void> => {
      let rows = firstBatchRows(batchRows)
      for (let tries = 0; ; ) {
        job.signal?.throwIfAborted()
        const begun = performance.now()
        try {
          const tookMs = await step(runId, rows)
          if (tookMs === undefined) return
          log.debug({ runId, rows, tookMs: Math.round(tookMs) }, 'a batch of an import is written')
          rows = nextBatchRows(rows, tookMs, batchRows)
          tries = 0
        } catch (error) {
          tries += 1
          if (isOvertaken(error) && tries < triesMax) continue
          const language = (await store.findAny(runId))?.language ?? 'zh-TW'
          if (error instanceof KaimaiError && error.errorName !== 'internal' && error.errorName !== 'busy') {
            return fail(runId, formatErrorText(error.reason ?? sheetErrors.importStopped, language))
          }
          if (job.isLast) await fail(runId, formatErrorText(sheetErrors.importStopped, language))
          throw error
        }
        await rest(Math.min(restMs, performance.now() - begun))
      }
    },
  }
}
