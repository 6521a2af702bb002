import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Nothing } from '../common/fields.ts'
import { Amount } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { FileCharset, importBodyLimit, SheetSource } from '../common/sheet.ts'
import { statementFields } from './statement.rules.ts'
import { proposalReasons } from './statement-proposal.rules.ts'

export const statementRowStates = ['open', 'booked', 'setAside'] as const
export type StatementRowState = (typeof statementRowStates)[number]

const Received = Amount.min(1)
const ordersMax = 20

export const StatementImport = z.object({
  source: SheetSource,
  /** False: its character set was guessed, and nothing is kept until it is sent again with one. */
  isWritten: z.boolean(),
  /** Which headers of the file each field was read from. */
  columns: z.array(z.object({ field: z.enum(statementFields), headers: z.array(z.string()) })),
  counts: z.object({
    /** Kept now, or still to be kept where nothing is written. */
    new: z.number().int(),
    /** Kept before. */
    same: z.number().int(),
    /** Told of no money that came in. */
    ignored: z.number().int(),
    bad: z.number().int(),
  }),
  /** Rows that could not be read, by line; nothing of them is kept. */
  bad: z.array(z.object({ line: z.number().int(), field: z.enum(statementFields), message: z.string() })),
})
export type StatementImport = z.output<typeof StatementImport>

export const StatementRow = z.object({
  id: Id,
  state: z.enum(statementRowStates),
  /** In Taipei, YYYY-MM-DD. */
  day: z.string(),
  amount: Amount,
  note: z.string(),
  /** The last digits of the account it came from; empty: the bank doesn't show it. */
  accountEnd: z.string(),
  importedAt: z.iso.datetime(),
  /** Null while it is open. */
  settledAt: z.iso.datetime().nullable(),
  settledBy: z.string(),
  /** What it was booked for. */
  booked: z.array(z.object({ id: Id, orderNo: z.string(), received: Received })),
  /** Of an open one: what it may be for. Null: nothing says so. */
  proposal: z
    .object({
      by: z.enum(proposalReasons),
      orders: z.array(z.object({ id: Id, orderNo: z.string(), received: Received })),
      short: Amount,
      over: Amount,
    })
    .nullable(),
})
export type StatementRow = z.output<typeof StatementRow>

export const StatementBooking = z.object({
  orders: z
    .array(z.object({ id: Id, received: Received }))
    .min(1)
    .max(ordersMax),
  /** Less than is due is enough: the rest becomes a discount. */
  acceptShort: z.boolean().default(false),
  /** For an order that is paid already: the money is to be given back. */
  asExtra: z.boolean().default(false),
})
export type StatementBooking = z.output<typeof StatementBooking>

/** The statement of the merchant's bank account, as a file. */
export const statementRoutes = defineRoutes('console', {
  import: {
    method: 'POST',
    path: '/bank_statement/import',
    summary:
      'Reads a bank’s statement from a CSV or Excel file, and keeps the transfers that came in and are not kept yet. Nothing is booked; nothing is kept while the character set is a guess.',
    access: firm('order', 'write'),
    body: FileCharset,
    files: ['file'],
    bodyLimit: importBodyLimit,
    answer: StatementImport,
    errors: ['tooLarge'],
    added: true,
  },
  list: {
    method: 'GET',
    path: '/bank_statement',
    summary: 'Transfers that came in, the newest first; open ones with the orders that they may be for.',
    access: firm('order', 'write'),
    query: ListQuery.pick({ limit: true, cursor: true }).extend({ state: z.enum(statementRowStates).default('open') }),
    answer: pageOf(StatementRow),
    added: true,
  },
  book: {
    method: 'POST',
    path: '/bank_statement/:id/book',
    summary:
      'Records the transfer for these orders, as a transfer that was recorded by hand: all of them are paid, or nothing changes.',
    access: firm('order', 'write'),
    params: ById,
    body: StatementBooking,
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    idempotency: 'optional',
    added: true,
  },
  setAside: {
    method: 'PUT',
    path: '/bank_statement/:id/set_aside',
    summary:
      'Takes a transfer that is for no order, or was recorded by hand, off the list of open ones, or puts it back.',
    access: firm('order', 'write'),
    params: ById,
    body: z.object({ setAside: z.boolean() }),
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    added: true,
  },
})
