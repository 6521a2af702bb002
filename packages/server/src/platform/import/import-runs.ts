import { createHash } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { type ImportRun, importRunLimits, importRunMachine } from '@kaimai/contract/common/import-run.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { canMove } from '@kaimai/contract/common/machine.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import type { Charset, ImportRow, SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { z } from 'zod'
import { actorOf } from '../audit/audit.ts'
import { inBatches } from '../db/batches.ts'
import { isUniqueViolation, type Tx } from '../db/database.ts'
import type { FirmCaller } from '../http/caller.ts'
import { newId } from '../ids.ts'
import { mapInTurns } from '../map-in-turns.ts'
import type { Platform } from '../platform.ts'
import type { CellError } from '../sheet/read-lines.ts'
import { readLines } from '../sheet/read-lines.ts'
import { type ReadRow, wordsOf } from '../sheet/plan-import.ts'
import { otherThanCells } from '../sheet/stored-cells.ts'
import { auditedCounts, createImportBatches } from './import-batches.ts'
import type { ImportKind, ImportTask } from './import-kind.ts'
import { createImportRunStore } from './import-run.store.ts'
import type { ImportRowRecord, ImportRunRecord } from './import-run.tables.ts'
import { errorsShown, presentRow, presentRun, taskOf } from './import-run.present.ts'
import { refusedSheet } from './refused-sheet.ts'
import { scheduleImportSweeps } from './import-sweeps.ts'

export interface ImportRunsDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'jobs'>
}

export interface ReadRequest<Options> {
  readonly file: Uint8Array | undefined
  readonly fileName: string
  /** Without it the one that the file says, or the likeliest. */
  readonly charset?: Charset | undefined
  readonly options: Options
  readonly language: Language
  readonly ip: string
}

const none = { new: 0, change: 0, same: 0, bad: 0 } as const
/** Rows of one statement while a file is read. */
const insertedRows = 250
/** The last try of a job says that the run has failed. */
const retryLimit = 5

/** Files of one kind that are brought in: read, looked at, written in the background, and what became of them. */
export const createImportRuns = <Row, Known, Options extends object, Around>(
  { platform }: ImportRunsDeps,
  kind: ImportKind<Row, Known, Options, Around>,
) => {
  const { db, clock, audit, jobs } = platform
  const store = createImportRunStore(db, kind.kind)
  const batches = createImportBatches({ platform, store, kind })
  const job = `${kind.kind}/import`
  jobs.define(
    job,
    { schema: z.object({ runId: z.string() }), concurrency: 2, retryLimit, retryDelaySeconds: 2, expireSeconds: 3600 },
    ({ runId }, { signal, attempt }) => batches.work(runId, { signal, isLast: attempt > retryLimit }),
  )
  const enqueue = (runId: string, on?: Tx) =>
    jobs.enqueue(job, { runId }, { key: runId, ...(on === undefined ? {} : { on }) })
  scheduleImportSweeps({ platform, store, name: kind.kind, enqueue: (runId) => enqueue(runId) })

  const shown = async (run: ImportRunRecord): Promise<ImportRun> =>
    presentRun(run, await store.sameFile(run.firmId, run))

  const found = async (firmId: string, id: string, error: 'notFound' | 'noData', tx?: Tx): Promise<ImportRunRecord> => {
    const run = await (tx === undefined ? store.find(firmId, id) : store.lock(firmId, id, tx))
    if (!run) throw fail(error)
    return run
  }

  /** What each line is, judged as a whole file. */
  const judged = async (
    task: ImportTask<Options>,
    { file, charset }: Pick<ReadRequest<Options>, 'file' | 'charset'>,
  ) => {
    const { language } = task
    const { columns, schema } = kind
    const { shown: found, unknown, lines, source } = await readLines({ file, language, columns, schema, charset })
    const keys = found.map(({ key }) => key)
    const good = lines.flatMap(({ line, parsed }): ReadRow<Row>[] => (parsed.isGood ? [{ line, row: parsed.row }] : []))
    const around = await kind.prepare(task, good, false)
    const verdicts = await kind.judge(task, good, around, undefined)
    const verdictOf = new Map(good.map(({ line }, at) => [line, verdicts[at]]))
    const rows = await mapInTurns(
      lines,
      ({ line, cells, parsed, notes }): Omit<ImportRowRecord, 'runId' | 'firmId' | 'settled' | 'target'> => {
        const verdict = verdictOf.get(line)
        const errors: readonly CellError[] = parsed.isGood
          ? verdict?.state === 'bad'
            ? verdict.errors
            : []
          : parsed.errors
        const isBad = !parsed.isGood || verdict === undefined || verdict.state === 'bad'
        const plain = { line, cells, isBad, errors: errorsShown(errors, language) }
        return isBad
          ? { ...plain, unit: line, state: 'bad', before: {}, stored: {}, note: '' }
          : {
              ...plain,
              unit: verdict.unit ?? line,
              state: verdict.state,
              before: verdict.before ?? {},
              stored: otherThanCells({ ...kind.stored(parsed.row, language), ...verdict.stored }, keys, cells),
              note: wordsOf([...(verdict.note === undefined ? [] : [verdict.note]), ...notes], language),
            }
      },
    )
    return { found, unknown, rows, source, unknownNames: kind.unknownNames?.(good, around) ?? [] }
  }

  const countsOf = (rows: readonly Pick<ImportRow, 'state'>[]) => {
    const counts = { ...none }
    for (const { state } of rows) counts[state] += 1
    return counts
  }

  /** The first required column names the row; then come those that something happens in. */
  const leadingOf = (rows: readonly Pick<ImportRowRecord, 'before' | 'errors'>[]): string[] => {
    const touched = new Set(
      rows.flatMap(({ before, errors }) => [...Object.keys(before), ...errors.map((one) => one.column)]),
    )
    const name = kind.columns.find(({ required }) => required)?.key
    return [
      ...(name === undefined ? [] : [name]),
      ...kind.columns.flatMap(({ key }) => (key !== name && touched.has(key) ? [key] : [])),
    ]
  }

  return {
    work: batches.work,

    /** Reads a file: nothing is written but what it would do. Throws `invalid` with field `file` when it is no sheet. */
    read: async (
      caller: Pick<FirmCaller, 'id' | 'userId' | 'userName'>,
      request: ReadRequest<Options>,
    ): Promise<ImportRun> => {
      const { file, fileName, options, language, ip } = request
      const { firmId, actorName } = actorOf(caller, ip)
      const by = { firmId, memberId: caller.userId, actorName, ip }
      const task = { by, language, options }
      await kind.check(task)
      const { found: columns, unknown, rows, unknownNames, source } = await judged(task, request)
      const { candidates, ...kept } = source
      const counts = countsOf(rows)
      const now = clock.now()
      const run: ImportRunRecord = {
        ...by,
        id: newId(),
        kind: kind.kind,
        state: importRunMachine.initial,
        fileName,
        fileHash: createHash('sha256')
          .update(file ?? '')
          .update(JSON.stringify(options))
          // Other words, where the same bytes are read in another character set.
          .update(kept.charset === 'utf-8' ? '' : (kept.charset ?? ''))
          .digest('base64url'),
        options,
        language,
        source: kept,
        columns: columns.map(({ key, title }) => ({ key, title: title[language] })),
        leading: leadingOf(rows),
        unknownHeaders: unknown,
        unknownNames,
        counts,
        outcome: { ...none, same: counts.same, bad: counts.bad },
        total: counts.new + counts.change,
        done: 0,
        reason: '',
        createdAt: now,
        startedAt: null,
        endedAt: null,
        touchedAt: now,
      }
      await store.insert(run)
      for (const batch of inBatches(rows, insertedRows))
        await store.insertRows(batch.map((row) => ({ ...row, runId: run.id, firmId })))
      await store.set(firmId, run.id, { state: importRunMachine.moves.look.to })
      const ready = await shown({ ...run, state: importRunMachine.moves.look.to })
      return { ...ready, source: { ...kept, candidates } }
    },

    runs: async (firmId: string): Promise<{ runs: ImportRun[] }> => ({
      runs: (await store.newest(firmId, importRunLimits.runs)).map((run) => presentRun(run, undefined)),
    }),

    run: async (firmId: string, id: string): Promise<ImportRun> => shown(await found(firmId, id, 'notFound')),

    rows: async (
      firmId: string,
      id: string,
      page: { readonly state?: ImportRow['state'] | undefined; readonly offset: number },
    ) => {
      await found(firmId, id, 'notFound')
      const { state, offset } = page
      const rows = await store.rows(firmId, id, { state, offset, limit: importRunLimits.shownRows })
      return { rows: rows.map(presentRow) }
    },

    /**
     * Begins to write, or goes on with the rows that are left. One that runs or is over already stays so. `conflict`
     * when somebody writes the same file, or has written it since this one was read.
     */
    start: async (firmId: string, id: string, change?: Partial<Options>): Promise<ImportRun> => {
      const before = await found(firmId, id, 'noData')
      await kind.check(taskOf(kind, before))
      try {
        return await db.transaction(async (tx) => {
          const run = await found(firmId, id, 'noData', tx)
          if (!canMove(importRunMachine, run.state, 'start')) {
            if (run.state === 'reading') throw fail('conflict')
            return presentRun(run, undefined)
          }
          const other = await store.sameFile(firmId, run, tx)
          if (other && (other.endedAt === null || (other.endedAt > run.createdAt && run.startedAt === null))) {
            const { importRunning, importedMeanwhile } = sheetErrors
            const reason = other.endedAt === null ? importRunning : importedMeanwhile
            throw fail('conflict', { reason: withValues(reason, { name: other.actorName }) })
          }
          if (run.total > run.done && (await store.next(firmId, id, 1, tx)).length === 0)
            throw fail('gone', { reason: sheetErrors.importRowsGone })
          const now = clock.now()
          const options = { ...taskOf(kind, run).options, ...change }
          const next = { state: importRunMachine.moves.start.to, startedAt: run.startedAt ?? now, endedAt: null }
          await store.set(firmId, id, { ...next, reason: '', touchedAt: now, options }, tx)
          const { memberId, actorName, ip, fileName, counts } = run
          const target = { id, name: fileName }
          await audit.record(
            tx,
            { firmId, memberId, actorName, ip },
            `${kind.kind}.import`,
            target,
            auditedCounts(counts),
          )
          await enqueue(id, tx)
          return presentRun({ ...run, ...next, reason: '' }, undefined)
        })
      } catch (error) {
        if (!isUniqueViolation(error, 'import_run_same_file')) throw error
        const other = await store.sameFile(firmId, before)
        const reason = withValues(sheetErrors.importRunning, { name: other?.actorName ?? '' })
        throw fail('conflict', { reason })
      }
    },

    /** What is written stays; `conflict` when it has ended by itself meanwhile. */
    cancel: (firmId: string, id: string): Promise<ImportRun> =>
      db.transaction(async (tx) => {
        const run = await found(firmId, id, 'noData', tx)
        if (!canMove(importRunMachine, run.state, 'cancel')) throw fail('conflict', { reason: sheetErrors.importOver })
        await batches.end(run, { state: 'cancelled' }, tx)
        return presentRun({ ...run, state: 'cancelled', endedAt: clock.now() }, undefined)
      }),

    /** The rows that were refused, as they were, each with its reason. */
    refused: async (firmId: string, id: string, format: SheetFormat, language: Language): Promise<RawContent> =>
      refusedSheet({ store, run: await found(firmId, id, 'notFound'), format, language }),

    /** Rows of a run that went through, or of those states, by line. */
    rowsAfter: store.rowsAfter,
    find: store.find,
  }
}
export type ImportRuns = Pick<
  ReturnType<typeof createImportRuns<unknown, unknown, object, unknown>>,
  'runs' | 'run' | 'rows' | 'cancel' | 'refused'
>
