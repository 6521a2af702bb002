import { z } from 'zod'
import { formatInteger } from './format-integer.ts'
import { readTypedNumber, type UnclearNumber, unclearNumber } from './typed-number.ts'

export const currencies = ['TWD', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** Minor units: 68000 TWD cents = NT$680. Never a float. */
export const Amount = z.number().int().min(0).max(1e12)
/** An amount that may be negative (ledger rows, rounding lines). */
export const SignedAmount = z.number().int().min(-1e12).max(1e12)

export const Money = z.object({ amount: SignedAmount, currency: z.enum(currencies) })
export type Money = z.output<typeof Money>

const label = { TWD: 'NT', USD: 'Us' } as const

/** The spec's label of a currency: 'NT', 'Us'. */
export const currencyLabel = (currency: Currency): string => label[currency]

/** `NT$1,280`, `Us$12.50`: the same in both languages; whole amounts without decimals. */
export const showMoney = (money: Money): string => {
  const minor = Math.abs(money.amount)
  const cents = minor % 100
  const digits = `${formatInteger((minor - cents) / 100)}${cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`}`
  return `${money.amount < 0 ? '−' : ''}${label[money.currency]}$${digits}`
}

const withoutCurrency = (typed: string): string =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/^(nt|us)?\$/i, '')

/** What a typed price could mean where its comma makes two of it (`12,50`); undefined: it is clear, or no price. */
export const unclearPrice = (typed: string): UnclearNumber | undefined => unclearNumber(withoutCurrency(typed))

/**
 * Minor units from what a person typed (`1,280`, `12.5`), rounded to 2 decimals; undefined when it is no price, or could
 * be two (`unclearPrice`).
 */
export const readPrice = (typed: string): number | undefined => {
  const read = readTypedNumber(withoutCurrency(typed))
  if (read === undefined || !('plain' in read)) return undefined
  const match = /^(\d{1,10})(?:\.(\d*))?$/.exec(read.plain)
  if (!match?.[1]) return undefined
  const decimals = (match[2] ?? '').padEnd(3, '0')
  const rounded = Math.round(Number(decimals.slice(0, 3)) / 10)
  return Number(match[1]) * 100 + rounded
}

/** The largest rounding line of a currency, minor units. */
export const maxRounding: Readonly<Record<Currency, number>> = { TWD: 50, USD: 0 }

/** TWD totals are whole dollars: the rounding line (minor units, may be negative) that makes `amount` one. */
export const roundingOf = (amount: number, currency: Currency): number =>
  currency === 'TWD' ? Math.round(amount / 100) * 100 - amount : 0
