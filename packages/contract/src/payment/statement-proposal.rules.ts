import type { StatementTransfer } from './statement.rules.ts'

/** An order that a transfer may be for. */
export interface ProposableOrder {
  readonly id: string
  readonly orderNo: string
  /** Minor units. */
  readonly due: number
  /** Whether money makes it paid; false: it is, and more is a second payment. */
  readonly awaits: boolean
  /** Of the account that the buyer says to have transferred from; empty: nothing is reported. */
  readonly digits: string
}

export const proposalReasons = ['orderNo', 'digits', 'amount'] as const
export type ProposalReason = (typeof proposalReasons)[number]

export interface StatementProposal {
  readonly by: ProposalReason
  /** Of the transfer's amount, so much for each, minor units; together the whole. */
  readonly orders: readonly { readonly id: string; readonly orderNo: string; readonly received: number }[]
  /** So much less than is due, minor units; at most one of the two is not 0. */
  readonly short: number
  /** So much more than is due: owed back. */
  readonly over: number
}

const tokenPattern = /[A-Z0-9]+(?:-[A-Z0-9]+)*/g

/** What may be an order's number in a note, in its order, each once. */
export const numbersIn = (note: string): readonly string[] => [
  ...new Set(note.normalize('NFKC').toUpperCase().match(tokenPattern) ?? []),
]

const digitsMatch = ({ account, note }: Pick<StatementTransfer, 'account' | 'note'>, digits: string): boolean => {
  if (digits === '') return false
  const plain = account.normalize('NFKC').replaceAll(/\D/g, '')
  if (plain !== '') return plain.endsWith(digits)
  return (note.normalize('NFKC').match(/\d+/g) ?? []).some((run) => run.endsWith(digits))
}

const dueOf = (orders: readonly ProposableOrder[]): number => orders.reduce((sum, { due }) => sum + due, 0)

/** Each order gets what is due, the last one what is left, less or more. Those that nothing is left for get nothing. */
const split = (by: ProposalReason, amount: number, orders: readonly ProposableOrder[]): StatementProposal => {
  let paid = orders
  while (paid.length > 1 && dueOf(paid.slice(0, -1)) >= amount) paid = paid.slice(0, -1)
  const last = paid.length - 1
  const before = dueOf(paid.slice(0, -1))
  const beside = amount - before - (paid[last]?.due ?? 0)
  return {
    by,
    orders: paid.map(({ id, orderNo, due }, at) => ({ id, orderNo, received: at === last ? amount - before : due })),
    short: Math.max(0, -beside),
    over: Math.max(0, beside),
  }
}

const proposeIn = (
  transfer: StatementTransfer,
  orders: readonly ProposableOrder[],
  taken: ReadonlySet<string>,
): StatementProposal | undefined => {
  const { amount } = transfer
  const awaits = (order: ProposableOrder): boolean => order.awaits && !taken.has(order.id)
  const named = numbersIn(transfer.note).flatMap((no) => orders.filter(({ orderNo }) => orderNo.toUpperCase() === no))
  const open = named.filter(awaits)
  if (open.length > 0) return split('orderNo', amount, open)
  const [first] = named
  // Money for what is paid is owed back, whatever was due.
  if (first) return split('orderNo', amount, [{ ...first, due: 0 }])

  const reported = orders.filter(({ digits }) => digitsMatch(transfer, digits))
  const waiting = reported.filter(awaits)
  const exact = waiting.filter(({ due }) => due === amount)
  if (exact.length > 0) return split('digits', amount, exact.slice(0, 1))
  if (waiting.length === 1 || (waiting.length > 1 && dueOf(waiting) === amount)) return split('digits', amount, waiting)
  if (waiting.length > 1) return undefined
  const [again, ...others] = reported
  if (again && others.length === 0) return split('digits', amount, [{ ...again, due: 0 }])

  const same = orders.filter((order) => awaits(order) && order.due === amount)
  return same.length === 1 ? split('amount', amount, same) : undefined
}

/**
 * Which orders each transfer may be for, undefined where nothing says so: by numbers in its note, else by the digits of
 * the account that a buyer has reported, else by an amount that one order alone waits for. What fits to the dollar comes
 * first, and takes its orders: a later transfer for them is a second payment.
 */
export const proposeOrders = (
  transfers: readonly StatementTransfer[],
  orders: readonly ProposableOrder[],
): readonly (StatementProposal | undefined)[] => {
  const proposals = transfers.map((): StatementProposal | undefined => undefined)
  const taken = new Set<string>()
  const passes: readonly ((proposal: StatementProposal) => boolean)[] = [
    ({ by, short, over }) => by !== 'amount' && short === 0 && over === 0,
    ({ by }) => by !== 'amount',
    () => true,
  ]
  for (const isDue of passes) {
    for (const [at, transfer] of transfers.entries()) {
      const proposal = proposals[at] === undefined ? proposeIn(transfer, orders, taken) : undefined
      if (proposal === undefined || !isDue(proposal)) continue
      proposals[at] = proposal
      for (const { id } of proposal.orders) taken.add(id)
    }
  }
  return proposals
}
