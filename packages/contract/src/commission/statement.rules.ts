import { taipeiOffsetMs } from '../common/taipei.ts'

/** What becomes due for a partner in a month, and what is left of the month before. Minor units. */
export interface StatementSums {
  /** Of the statement before: too little to be paid out, or negative. */
  readonly carried: number
  /** Commissions of this month. */
  readonly earned: number
  /** Taken back by refunds: negative or 0. */
  readonly reversed: number
  readonly total: number
  /** Paid out: all of it, or nothing. */
  readonly payable: number
  /** Left for the next statement. */
  readonly carriedOn: number
}

/** A statement of these ledger rows. It pays all or nothing: what is below the least payout is carried on, also a debt. */
export const statementOf = (carried: number, amounts: readonly number[], leastPayout: number): StatementSums => {
  const earned = amounts.reduce((sum, amount) => (amount > 0 ? sum + amount : sum), 0)
  const reversed = amounts.reduce((sum, amount) => (amount < 0 ? sum + amount : sum), 0)
  const total = carried + earned + reversed
  const payable = total > 0 && total >= leastPayout ? total : 0
  return { carried, earned, reversed, total, payable, carriedOn: total - payable }
}

/** The month (yyyy-mm) in Taipei of an instant in epoch ms. */
export const taipeiMonth = (ms: number): string => new Date(ms + taipeiOffsetMs).toISOString().slice(0, 7)

/** Whether the text is a month, yyyy-mm, from 2000 to 2199. */
export const isMonth = (text: string): boolean => /^(20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

/** First moment of the month after this one (yyyy-mm), in Taipei; epoch ms. */
export const monthEndMs = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  // Date.UTC counts months from 0: the number of this one is the index of the next.
  return Date.UTC(year, number, 1) - taipeiOffsetMs
}
