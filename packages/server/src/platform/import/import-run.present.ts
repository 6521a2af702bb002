import type { ImportRun, ImportRunRow } from '@kaimai/contract/common/import-run.ts'
import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { ImportRow } from '@kaimai/contract/common/sheet.ts'
import type { z } from 'zod'
import type { CellError } from '../sheet/read-lines.ts'
import type { ImportTask } from './import-kind.ts'
import type { ImportRowRecord, ImportRunRecord } from './import-run.tables.ts'

export const errorsShown = (errors: readonly CellError[], language: Language): ImportRow['errors'] =>
  errors.map(({ column, reason }) => ({ column, message: formatErrorText(reason, language) }))

export const taskOf = <Options>(
  { options }: { readonly options: z.ZodType<Options> },
  { firmId, memberId, actorName, ip, language, options: stored }: ImportRunRecord,
): ImportTask<Options> => ({ by: { firmId, memberId, actorName, ip }, language, options: options.parse(stored) })

export const presentRun = (run: ImportRunRecord, sameFile: ImportRunRecord | undefined): ImportRun => ({
  id: run.id,
  state: run.state,
  fileName: run.fileName,
  userName: run.actorName,
  createdAt: run.createdAt.toISOString(),
  startedAt: run.startedAt?.toISOString() ?? null,
  endedAt: run.endedAt?.toISOString() ?? null,
  source: { ...run.source, candidates: [] },
  columns: [...run.columns],
  leading: [...run.leading],
  unknownHeaders: [...run.unknownHeaders],
  counts: run.counts,
  outcome: run.outcome,
  total: run.total,
  done: run.done,
  reason: run.reason,
  sameFile: sameFile?.endedAt ? { userName: sameFile.actorName, endedAt: sameFile.endedAt.toISOString() } : null,
  unknownNames: [...run.unknownNames],
})

export const presentRow = ({ line, state, cells, note, errors, before, stored }: ImportRowRecord): ImportRunRow => ({
  line,
  state,
  cells: [...cells],
  note,
  errors,
  before,
  stored,
})
