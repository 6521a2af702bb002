import type { SheetSourceTexts, ShownSource } from './sheet-source.tsx'

export const importRowStates = ['bad', 'new', 'change', 'same'] as const
export type ImportRowState = (typeof importRowStates)[number]

export interface ImportedRow {
  readonly line: number
  readonly state: ImportRowState
  /** In the order of the columns. */
  readonly cells: readonly string[]
  /** What is good to know of it; empty: nothing. */
  readonly note: string
  /** `column`: its key, or '' for the row as a whole. */
  readonly errors: readonly { readonly column: string; readonly message: string }[]
  /** What stands in the cells that it changes, by the columns' keys. */
  readonly before?: Readonly<Record<string, string>>
  /** What will be stored where it is other than the cell says, by the columns' keys. */
  readonly stored: Readonly<Record<string, string>>
}

export interface ImportedRows {
  readonly done: boolean
  readonly source: ShownSource
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly unknownHeaders: readonly string[]
  readonly counts: Readonly<Record<ImportRowState, number>>
  readonly rows: readonly ImportedRow[]
}

/** An import on the server, as its dialog and its note show it. */
export interface ImportedRun {
  readonly id: string
  readonly state: 'reading' | 'ready' | 'running' | 'done' | 'cancelled' | 'failed'
  readonly fileName: string
  readonly userName: string
  readonly endedAt: string | null
  readonly source: ShownSource
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly leading: readonly string[]
  readonly unknownHeaders: readonly string[]
  readonly counts: Readonly<Record<ImportRowState, number>>
  readonly outcome: Readonly<Record<ImportRowState, number>>
  readonly total: number
  readonly done: number
  readonly reason: string
  readonly sameFile: { readonly userName: string; readonly endedAt: string } | null
}

/** The words of an import on the server, beside those of its preview. */
export interface ImportRunTexts<Run = ImportedRun> extends ImportTexts {
  readonly old: string
  readonly fresh: string
  readonly more: string
  readonly starting: string
  readonly progress: (run: { readonly done: number; readonly total: number }) => string
  readonly progressLabel: (fileName: string) => string
  readonly remaining: (ms: number | undefined) => string
  readonly unheard: string
  readonly goesOn: string
  readonly stop: string
  readonly resume: string
  readonly refused: (bad: number) => string
  readonly sameFile: (same: { readonly userName: string; readonly endedAt: string }) => string
  readonly ended: Readonly<Record<'done' | 'cancelled' | 'failed', (written: number) => string>>
  readonly left: (rows: number) => string
  readonly outcome: (counts: ImportedRows['counts']) => string
  readonly noteRunning: (run: Run) => string
  readonly note: (run: Run) => string
}

/** All the words of the dialog. */
export interface ImportTexts {
  readonly dropHere: string
  readonly choose: string
  readonly limits: string
  readonly templateTitle: string
  readonly templateText: string
  readonly templateXlsx: string
  readonly templateCsv: string
  readonly reading: string
  readonly writing: string
  readonly all: string
  readonly line: string
  readonly lineOf: (line: number) => string
  readonly filters: string
  readonly states: Readonly<Record<ImportRowState, string>>
  readonly source: SheetSourceTexts
  /** Before a value that is stored, and before the text of its cell. */
  readonly stored: string
  readonly inFile: (text: string) => string
  readonly unknownHeaders: (headers: readonly string[]) => string
  readonly shownOf: (shown: number, total: number) => string
  readonly writeAll: (count: number) => string
  readonly writeGood: (count: number) => string
  readonly badLeft: (bad: number) => string
  readonly allGood: string
  readonly nothingNew: string
  readonly otherFile: string
  readonly done: (count: number) => string
  readonly doneText: (counts: ImportedRows['counts']) => string
}
