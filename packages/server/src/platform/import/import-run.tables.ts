import type { ImportCounts, ImportRunState } from '@kaimai/contract/common/import-run.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { ImportRow, SheetSource } from '@kaimai/contract/common/sheet.ts'

export interface ImportRunRecord {
  id: string
  firmId: string
  kind: string
  state: ImportRunState
  fileName: string
  fileHash: string
  options: unknown
  language: Language
  memberId: string
  actorName: string
  ip: string
  source: Omit<SheetSource, 'candidates'>
  columns: readonly { readonly key: string; readonly title: string }[]
  leading: readonly string[]
  unknownHeaders: readonly string[]
  unknownNames: readonly string[]
  counts: ImportCounts
  outcome: ImportCounts
  total: number
  done: number
  reason: string
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  touchedAt: Date
}

export interface ImportRowRecord {
  runId: string
  firmId: string
  line: number
  unit: number
  state: ImportRow['state']
  isBad: boolean
  settled: boolean
  cells: readonly string[]
  before: Readonly<Record<string, string>>
  stored: Readonly<Record<string, string>>
  errors: ImportRow['errors']
  note: string
  target: string
}

export interface ImportTables {
  importRun: ImportRunRecord
  importRow: ImportRowRecord
}
