import { createHash } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import {
  common,
  type ErrorText,
  type ErrorTextWithValues,
  formatErrorText,
  withValues,
} from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { awaitsMoney } from '@kaimai/contract/order/order.machine.ts'
import { statementErrors, statementFieldNames } from '@kaimai/contract/payment/statement.errors.ts'
import type {
  StatementBooking,
  StatementImport,
  StatementRow,
  StatementRowState,
} from '@kaimai/contract/payment/statement.routes.ts'
import {
  accountEndOf,
  numberTransfers,
  readStatement,
  saidBy,
  type StatementField,
  statementFields,
  statementNoteMax,
  type StatementProblem,
  type StatementTransfer,
} from '@kaimai/contract/payment/statement.rules.ts'
import { numbersIn, proposeOrders, type StatementProposal } from '@kaimai/contract/payment/statement-proposal.rules.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { inBatches } from '../../platform/db/batches.ts'
import { linesOf, readLikeliest, refuseFile, type SentFile } from '../../platform/sheet/read-sheet.ts'
import type { OrderService } from '../order/order.service.ts'
import type { BankStatementStore } from './bank-statement.store.ts'
import type { BankStatementRow } from './payment.tables.ts'
import type { Transfers } from './transfers.ts'

export interface BankStatementsDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly store: BankStatementStore
  readonly orders: Pick<OrderService, 'transfers'>
  readonly transfers: Pick<Transfers, 'receiveWithin'>
}

/** Open rows that are looked at together. */
const openMax = 2000
/** How long before now an unpaid order was placed that an amount alone may be for. */
const lookBackMs = 90 * 24 * 60 * 60_000
const memoMax = 200
const numbersMax = 5000
/** Rows of one transaction: on the embedded database everybody else waits for it. */
const keptTogether = 200

const errorOf: Readonly<Record<StatementField, ErrorText | ErrorTextWithValues>> = {
  day: statementErrors.statementDayWrong,
  amount: statementErrors.statementAmountWrong,
  note: withValues(statementErrors.statementNoteLong, { max: statementNoteMax }),
  account: common.wrongFormat,
}

const reasonOf = ({ field, unclear, shortened }: StatementProblem): ErrorText | ErrorTextWithValues => {
  if (shortened !== undefined) return withValues(common.numberShortened, { typed: shortened })
  return unclear === undefined ? errorOf[field] : withValues(common.numberUnclear, { ...unclear })
}

const shownRow = (row: BankStatementRow, proposal: StatementProposal | undefined): StatementRow => {
  const { id, state, day, amount, note, accountEnd, importedAt, settledAt, settledBy, booked } = row
  return {
    id,
    state,
    day,
    amount,
    note,
    accountEnd,
    settledBy,
    booked: [...booked],
    importedAt: importedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    proposal: proposal ? { ...proposal, orders: [...proposal.orders] } : null,
  }
}

/** Statements of merchants' bank accounts: kept row by row, matched with orders, and booked as the staff says. */
export const createBankStatements = ({ platform, store, orders, transfers }: BankStatementsDeps) => {
  const { db, clock, audit } = platform

  const proposalsFor = async (firmId: string, rows: readonly BankStatementRow[]) => {
    const numbers = [...new Set(rows.flatMap(({ note }) => numbersIn(note)))].slice(0, numbersMax)
    const found = await orders.transfers.candidates(firmId, numbers, new Date(clock.ms() - lookBackMs))
    const due = await store.dueByTransfer(
      firmId,
      found.map(({ id }) => id),
    )
    return proposeOrders(
      rows.map(({ accountEnd: account, ...row }) => ({ ...row, account })),
      found.map((order) => ({
        id: order.id,
        orderNo: order.orderNo,
        due: due.get(order.id) ?? order.total,
        awaits: awaitsMoney(order),
        digits: order.transferDigits,
      })),
    )
  }

  const locked = async (tx: Tx, firmId: string, id: string): Promise<BankStatementRow> => {
    const row = await store.lock(tx, firmId, id)
    if (!row) throw fail('notFound')
    return row
  }

  /** How many transfers are kept that say the same, of the days of these; whatever else was said of them when they came. */
  const keptOf = async (
    firmId: string,
    transfers: readonly StatementTransfer[],
  ): Promise<ReadonlyMap<string, number>> => {
    const days = [...new Set(transfers.map(({ day }) => day))]
    const rows = await store.keptOn(firmId, days)
    const kept = new Map<string, number>()
    for (const { accountEnd: account, ...row } of rows) {
      const said = saidBy({ ...row, account })
      kept.set(said, (kept.get(said) ?? 0) + 1)
    }
    return kept
  }

  return {
    /**
     * Reads the file, and keeps what is new in it, unless its character set is a guess. Rows are kept some at a time: after
     * a kill the same file adds the rest. A file that can't be read, or without a column of days or amounts,
     * throws `invalid` with field `file`.
     */
    import: async (by: Actor, sent: SentFile, language: Language): Promise<StatementImport> => {
      const { headers, rows, source } = await readLikeliest(
        sent,
        (file) => !('missing' in readStatement(linesOf(file))),
      )
      const read = readStatement(linesOf({ headers, rows }))
      if ('missing' in read) {
        const columns = read.missing.map((field) => statementFieldNames[field][language]).join('、')
        throw refuseFile(withValues(statementErrors.statementColumnMissing, { columns }))
      }
      const numbered = numberTransfers(read.transfers)
      const kept = await keptOf(by.firmId, read.transfers)
      const importedAt = clock.now()
      const made = read.transfers.flatMap(({ day, amount, note, account }, at): BankStatementRow[] => {
        const { said = '', count = 0 } = numbered[at] ?? {}
        if (count <= (kept.get(said) ?? 0)) return []
        const fingerprint = createHash('sha256').update(`${said}#${count}`).digest('hex')
        const open = { state: 'open', settledAt: null, settledBy: '', booked: [] } as const
        const written = { day, amount, note, accountEnd: accountEndOf(account) }
        const from = { importedAt, importedBy: by.actorName }
        return [{ id: newId(), firmId: by.firmId, fingerprint, ...written, ...from, ...open, booked: [] }]
      })
      const isWritten = !source.isGuessed
      let added = isWritten ? 0 : made.length
      for (const some of isWritten ? inBatches(made, keptTogether) : [])
        added += await db.transaction(async (tx) => {
          const count = await store.insertNew(tx, some)
          if (count > 0) await audit.record(tx, by, 'order.importStatement', by.firmId, { rows: count })
          return count
        })
      const { header, columns, ignored, bad } = read
      const placesOf: Readonly<Record<StatementField, readonly number[]>> = {
        day: [columns.day],
        amount: [columns.amount],
        note: columns.notes,
        account: columns.account === undefined ? [] : [columns.account],
      }
      return {
        source,
        isWritten,
        columns: statementFields.map((field) => ({
          field,
          headers: placesOf[field].map((place) => (header[place] ?? '').trim()),
        })),
        counts: { new: added, same: read.transfers.length - added, ignored, bad: bad.length },
        bad: bad.map((problem) => {
          const { line, field } = problem
          return { line, field, message: formatErrorText(reasonOf(problem), language) }
        }),
      }
    },

    /** Rows of one state, the newest first. */
    list: async (
      firmId: string,
      { state, limit, cursor }: { state: StatementRowState; limit: number; cursor?: string | undefined },
    ): Promise<Page<StatementRow>> => {
      const offset = offsetOf(cursor)
      if (state !== 'open') {
        const { rows, total } = await store.page(firmId, state, limit, offset)
        return pageAt(
          rows.map((row) => shownRow(row, undefined)),
          total,
          offset,
        )
      }
      // Which row takes which order is known of all together.
      const rows = await store.open(firmId, openMax)
      const proposals = await proposalsFor(firmId, rows)
      const shown = rows.map((row, at) => shownRow(row, proposals[at])).toReversed()
      return pageAt(shown.slice(offset, offset + limit), shown.length, offset)
    },

    /**
     * Books the row for these orders, each as a transfer that was recorded by hand. Throws `conflict` for a row that is
     * no longer open, amounts that don't add up to it, and whatever a transfer by hand is refused for.
     */
    book: (by: Actor, id: string, { orders: given, acceptShort, asExtra }: StatementBooking): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await locked(tx, by.firmId, id)
        if (row.state !== 'open') throw fail('conflict', { reason: statementErrors.statementRowDone })
        if (given.reduce((sum, { received }) => sum + received, 0) !== row.amount) {
          const reason = statementErrors.statementSumWrong
          throw fail('conflict', { reason, fields: { orders: reason } })
        }
        const found = await orders.transfers.candidatesById(
          tx,
          by.firmId,
          given.map((order) => order.id),
        )
        const numberOf = new Map(found.map((order) => [order.id, order.orderNo]))
        if (numberOf.size < given.length) {
          const reason = statementErrors.statementOrderGone
          throw fail('conflict', { reason, fields: { orders: reason } })
        }
        const memo = [...`${row.day} ${row.note}`.trim()].slice(0, memoMax).join('')
        // In one order for all, so that two bookings never wait for each other.
        for (const order of given.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
          await transfers.receiveWithin(tx, by, order.id, { received: order.received, acceptShort, asExtra, memo })
        await store.settle(tx, by.firmId, id, {
          state: 'booked',
          settledAt: clock.now(),
          settledBy: by.actorName,
          booked: given.map((order) => ({ ...order, orderNo: numberOf.get(order.id) ?? '' })),
        })
      }),

    /** Takes a row off the open ones, or back to them. Throws `conflict` for one that is booked. */
    setAside: (by: Actor, id: string, isAside: boolean): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await locked(tx, by.firmId, id)
        if (row.state === 'booked') throw fail('conflict', { reason: statementErrors.statementRowDone })
        const state = isAside ? 'setAside' : 'open'
        if (row.state === state) return
        const settled = isAside
          ? { settledAt: clock.now(), settledBy: by.actorName }
          : { settledAt: null, settledBy: '' }
        await store.settle(tx, by.firmId, id, { state, ...settled, booked: [] })
        const action = isAside ? 'order.setTransferAside' : 'order.reopenTransfer'
        await audit.record(tx, by, action, { id, name: row.day }, { received: row.amount })
      }),
  }
}
export type BankStatements = ReturnType<typeof createBankStatements>
