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
}

export interface ImportedRows {
  readonly done: boolean
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly unknownHeaders: readonly string[]
  readonly counts: Readonly<Record<ImportRowState, number>>
  readonly rows: readonly ImportedRow[]
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
