import { z } from 'zod'

/** Files of rows that merchants take out of the console and bring into it. */
export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]
export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

export const sheetLimits = {
  /** Bytes of an imported file. */
  bytes: 5 * 1024 * 1024,
  /** Rows of an imported file, without its header. */
  rows: 20_000,
  /** Rows that an answer shows; the counts are of all. */
  shownRows: 300,
} as const

/** `bodyLimit` of import routes: the file and the parts around it. */
export const importBodyLimit = sheetLimits.bytes + 64 * 1024

/** `preview` writes nothing; `good` writes the rows without errors; `all` writes nothing unless every row is good. */
export const importModes = ['preview', 'good', 'all'] as const
export type ImportMode = (typeof importModes)[number]

/** Text parts of an import; the file is the part named `file` (`files: ['file']`, `bodyLimit: importBodyLimit`). */
export const ImportBody = z.object({ mode: z.enum(importModes).default('preview') })

export const importRowStates = ['new', 'change', 'same', 'bad'] as const

export const ImportRow = z.object({
  /** Line of the file, the header being line 1. */
  line: z.number().int(),
  state: z.enum(importRowStates),
  /** In the order of `columns`, as read. */
  cells: z.array(z.string()),
  /** What is good to know before it is written, in the caller's language; empty: nothing. */
  note: z.string().default(''),
  /** What is wrong, in the caller's language. */
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
})
export type ImportRow = z.output<typeof ImportRow>

export const ImportResult = z.object({
  mode: z.enum(importModes),
  /** Whether rows were written. */
  done: z.boolean(),
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  /** Headers of the file that no column reads. */
  unknownHeaders: z.array(z.string()),
  counts: z.object({
    new: z.number().int(),
    change: z.number().int(),
    same: z.number().int(),
    bad: z.number().int(),
  }),
  /** Bad rows first, then the others, each by line; at most sheetLimits.shownRows. */
  rows: z.array(ImportRow),
})
export type ImportResult = z.output<typeof ImportResult>

/** Query of every export. */
export const ExportQuery = z.object({ format: z.enum(sheetFormats).default('xlsx') })

/** Of exports that say how far they are: lines of `{"done":…,"total":…}`, an empty line, then the file. */
export const exportProgressType = 'application/x-kaimai-export'
export const ExportProgress = z.object({ done: z.number().int(), total: z.number().int() })
export type ExportProgress = z.output<typeof ExportProgress>
/** '1': the answer says how far it is before it is the file. */
export const progressParam = z.literal('1').optional()
