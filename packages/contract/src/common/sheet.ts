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

/** Character sets that a text of rows may be in; a workbook says its own. */
export const charsets = ['utf-8', 'utf-16le', 'utf-16be', 'big5', 'gbk', 'shift_jis', 'euc-kr'] as const
export type Charset = (typeof charsets)[number]

/** As what a file was read. */
export const SheetSource = z.object({
  /** Null: of a workbook. */
  charset: z.enum(charsets).nullable(),
  /** The file doesn't say its character set, nor did whoever sent it. */
  isGuessed: z.boolean(),
  /** The sheet of a workbook that was read, the first that is not hidden; empty: a text. */
  sheetName: z.string(),
  /** Of a text in other signs than ASCII: what its first words would be in each character set that it may be in. */
  candidates: z.array(z.object({ charset: z.enum(charsets), sample: z.string() })),
})
export type SheetSource = z.output<typeof SheetSource>

/** The part of an import that says the character set of its file; without it the server finds one. */
export const FileCharset = z.object({ charset: z.enum(charsets).optional() })

/** `bodyLimit` of import routes: the file and the parts around it. */
export const importBodyLimit = sheetLimits.bytes + 64 * 1024

/** `preview` writes nothing; `good` writes the rows without errors; `all` writes nothing unless every row is good. */
export const importModes = ['preview', 'good', 'all'] as const
export type ImportMode = (typeof importModes)[number]

/** Text parts of an import; the file is the part named `file` (`files: ['file']`, `bodyLimit: importBodyLimit`). */
export const ImportBody = FileCharset.extend({ mode: z.enum(importModes).default('preview') })

export const importRowStates = ['new', 'change', 'same', 'bad'] as const

export const ImportRow = z.object({
  /** Line of the file, the header being line 1. */
  line: z.number().int(),
  state: z.enum(importRowStates),
  /** In the order of `columns`, as read. */
  cells: z.array(z.string()),
  /** What will be stored, by the columns' keys, where it is other than the cell says. */
  stored: z.record(z.string(), z.string()),
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
  source: SheetSource,
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
