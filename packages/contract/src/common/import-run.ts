import { z } from 'zod'
import type { Access } from './access.ts'
import { ById, Id, OptionalLine } from './fields.ts'
import { defineMachine } from './machine.ts'
import { raw, type RouteSpec } from './route.ts'
import {
  ExportQuery,
  FileCharset,
  ImportRow,
  importBodyLimit,
  importRowStates,
  SheetSource,
  sheetTypes,
} from './sheet.ts'
import { Instant } from './time.ts'

/**
 * The life of a file that is brought in: read and looked at, then written in batches. What was written stays when it is
 * cancelled or fails, and a start goes on with the rows that are left.
 */
export const importRunMachine = defineMachine({
  initial: 'reading',
  states: ['reading', 'ready', 'running', 'done', 'cancelled', 'failed'],
  moves: {
    look: { from: ['reading'], to: 'ready' },
    start: { from: ['ready', 'cancelled', 'failed'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
    cancel: { from: ['running'], to: 'cancelled' },
    fail: { from: ['running'], to: 'failed' },
  },
})
export const importRunStates = ['reading', 'ready', 'running', 'done', 'cancelled', 'failed'] as const
export type ImportRunState = (typeof importRunStates)[number]

export const importRunLimits = {
  /** Rows of one page of a preview. */
  shownRows: 100,
  /** Runs that a list answers, the newest first. */
  runs: 20,
  nameLength: 200,
} as const

export const ImportCounts = z.object({
  new: z.number().int(),
  change: z.number().int(),
  same: z.number().int(),
  bad: z.number().int(),
})
export type ImportCounts = z.output<typeof ImportCounts>

export const ImportRun = z.object({
  id: Id,
  state: z.enum(importRunStates),
  fileName: z.string(),
  /** Who brought it in. */
  userName: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** With candidates in the answer that reads it alone: they hold what the file holds. */
  source: SheetSource,
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  /** Keys of the columns to show first: the name, then those that a row changes or has an error in. */
  leading: z.array(z.string()),
  /** Headers of the file that no column reads. */
  unknownHeaders: z.array(z.string()),
  /** What the rows were when the file was read. */
  counts: ImportCounts,
  /** What became of the rows so far; `bad` counts those of the preview too. */
  outcome: ImportCounts,
  /** Rows to write, and how many of them are behind it. */
  total: z.number().int(),
  done: z.number().int(),
  /** Why it failed, in words; empty: it did not. */
  reason: z.string(),
  /** Who brought the same file in before, and when. */
  sameFile: z.object({ userName: z.string(), endedAt: Instant }).nullable(),
  /** Names in the file that nobody has: of virtual users, for comments. */
  unknownNames: z.array(z.string()),
})
export type ImportRun = z.output<typeof ImportRun>

/** A row of a preview: with what stands in the cells that it changes. */
export const ImportRunRow = ImportRow.extend({ before: z.record(z.string(), z.string()) })
export type ImportRunRow = z.output<typeof ImportRunRow>

/** Text parts that every import has beside its file. */
export const ImportFile = FileCharset.extend({ fileName: OptionalLine(importRunLimits.nameLength).default('') })

const RowsQuery = z.object({
  state: z.enum(importRowStates).optional(),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})

/** The routes by which one kind of file comes in, below its path; `body`: the parts beside the file. */
export const importRoutesAt = <B extends z.ZodType, S extends z.ZodType>(
  path: string,
  access: Access & { readonly kind: 'firm' },
  { what, body, start }: { readonly what: string; readonly body: B; readonly start: S },
) =>
  ({
    read: {
      method: 'POST',
      path,
      summary: `Reads a file of ${what} and answers what each row would do; nothing is written until it is started.`,
      access,
      body,
      files: ['file'],
      bodyLimit: importBodyLimit,
      answer: ImportRun,
      errors: ['noData', 'gone', 'tooLarge'],
      added: true,
    },
    runs: {
      method: 'GET',
      path,
      summary: `The files of ${what} that were brought in, or are being: the newest 20.`,
      access,
      answer: z.object({ runs: z.array(ImportRun) }),
      added: true,
    },
    run: {
      method: 'GET',
      path: `${path}/:id`,
      summary: `How far the import of a file of ${what} is.`,
      access,
      params: ById,
      answer: ImportRun,
      added: true,
    },
    rows: {
      method: 'GET',
      path: `${path}/:id/rows`,
      summary: `Rows of a file of ${what}, those with errors first, with what stands in the cells that they change; 100 at a time.`,
      access,
      params: ById,
      query: RowsQuery,
      answer: z.object({ rows: z.array(ImportRunRow) }),
      added: true,
    },
    start: {
      method: 'POST',
      path: `${path}/:id/start`,
      summary: `Writes the rows without errors of a file of ${what} in batches, or goes on with those that are left; \`conflict\` while the same file is written by somebody else.`,
      access,
      params: ById,
      body: start,
      answer: ImportRun,
      errors: ['noData', 'gone', 'conflict'],
      added: true,
    },
    cancel: {
      method: 'POST',
      path: `${path}/:id/cancel`,
      summary: `Stops the import of a file of ${what}; rows that are written stay.`,
      access,
      params: ById,
      answer: ImportRun,
      errors: ['noData', 'conflict'],
      added: true,
    },
    refused: {
      method: 'GET',
      path: `${path}/:id/refused`,
      summary: `The rows of a file of ${what} that were refused, each with its reason, as a file.`,
      access,
      params: ById,
      query: ExportQuery,
      answer: raw(sheetTypes.xlsx),
      added: true,
    },
  }) as const satisfies Record<string, RouteSpec>

/** How long the rest takes at the pace of the last rows, in milliseconds; undefined: nobody knows yet. */
export const remainingMs = (
  seen: readonly { readonly atMs: number; readonly done: number }[],
  total: number,
): number | undefined => {
  const [first, last] = [seen[0], seen.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const rows = last.done - first.done
  const ms = last.atMs - first.atMs
  if (rows <= 0 || ms <= 0) return undefined
  return (Math.max(0, total - last.done) * ms) / rows
}
