import {
  type CommissionRate,
  commissionOf,
  refundedBase,
  reversedOf,
} from '@kaimai/contract/commission/commission.rules.ts'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'
import type { CommissionFacts } from '../order/order.service.ts'
import { createCommissionService, type OrderRefund } from './commission.service.ts'
import { createCommissionStore } from './commission.store.ts'
import { createPayouts } from './payout.service.ts'
import { createStatements } from './statement.service.ts'
import { createStatementStore } from './statement.store.ts'

const t = await sharedApp()
const { platform, clock } = t
const { db } = platform

const which = fc.nat(5)
const dollars = fc.integer({ min: 1, max: 900 })
const rate = fc.record({
  kind: fc.constantFrom('percent' as const, 'amount' as const),
  basisPoints: fc.nat(10_000),
  amount: dollars.map((each) => each * 100),
})
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        // Of a sale that is refunded early the refund's event is handled before that of the payment.
        act: fc.constantFrom('sell' as const, 'sell' as const, 'sellRefunded' as const),
        dollars,
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('refund' as const), which }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('refundMoney' as const), which, dollars }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('withdraw' as const), which }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('rate' as const), rate }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('month' as const) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('payout' as const, 'undo' as const, 'sent' as const) }) },
  ),
  { minLength: 10, maxLength: 40 },
)

interface Sale {
  readonly id: string
  readonly facts: CommissionFacts
  readonly rate: CommissionRate
  readonly refunds: OrderRefund[]
  readonly withdrawn: Set<string>
}

/** A firm with one partner, whose link pays what `rate` says, and orders that are known to the test alone. */
const aStage = async () => {
  const { firmId } = await t.aFirm()
  const [partnerId, associationId] = [newId(), newId()]
  // Its row is what two statements of one partner wait for.
  await db.raw(
    `insert into partner
       (id, "firmId", version, name, "taxKind", email, "payoutEmail", phone, memo, "searchText", "createdAt")
     values ($1, $2, 1, '小美', 'resident', $3, '', '', '', '', $4)`,
    [partnerId, firmId, `${partnerId}@example.com`, clock.now()],
  )
  const sales = new Map<string, Sale>()
  const terms: { rate: CommissionRate } = { rate: { kind: 'percent', basisPoints: 1_000, amount: 0 } }
  const store = createStatementStore(db)
  const partners = {
    identity: async () => ({ emails: [], phones: [], deviceHashes: [] }),
    findMany: async (_firmId: string, ids: readonly string[]) =>
      [
        { id: partnerId, name: '小美', taxKind: 'resident' as const, payoutAccount: 'sealed', accountEnd: '78901' },
      ].filter(({ id }) => ids.includes(id)),
    openAccount: () => ({ bankCode: '822', account: '012345678901', holder: '林小美', taxId: '' }),
  }
  const firms = t.app.services.firms
  const commissions = createCommissionService({
    platform,
    store: createCommissionStore(db),
    firms,
    sale: async (_firmId, orderId) => {
      const sale = sales.get(orderId)
      if (!sale) throw new Error('no sale')
      return sale.facts
    },
    refundsOf: async (_firmId, orderId) => sales.get(orderId)?.refunds ?? [],
    associations: {
      termsAt: async () => ({
        associationId,
        firmId,
        partnerId,
        version: 1,
        since: clock.now(),
        rateKind: terms.rate.kind,
        basisPoints: terms.rate.kind === 'percent' ? terms.rate.basisPoints : null,
        amount: terms.rate.kind === 'amount' ? terms.rate.amount : null,
        signupIds: [],
        productIds: [],
      }),
      named: async () => [],
    },
    partners,
  })
  const statements = createStatements({
    platform,
    store,
    firms,
    partners,
    associations: { program: async () => ({ touch: 'last', leastPayout: 100_00 }) },
  })
  const payouts = createPayouts({ platform, store, firms, partners })
  /** What the bank was handed, minor units. */
  const atBank: number[] = []
  return { firmId, partnerId, associationId, sales, terms, commissions, statements, payouts, atBank }
}
type Stage = Awaited<ReturnType<typeof aStage>>

/** A sale whose payment is known, before anybody was told of it. */
const placeSale = (stage: Stage, price: number, quantity: number): Sale => {
  const id = newId()
  const line = { place: 0, productId: null, price, quantity, discount: 0 }
  const at = clock.now()
  const facts: CommissionFacts = {
    orderNo: id,
    currency: 'TWD',
    total: price * quantity,
    createdAt: at,
    paidAt: at,
    isTest: false,
    email: '',
    phone: '',
    deviceHash: '',
    associationId: stage.associationId,
    associationVisitAt: at,
    lines: [line],
    associationSignupId: null,
  }
  const sale: Sale = { id, facts, rate: stage.terms.rate, refunds: [], withdrawn: new Set() }
  stage.sales.set(id, sale)
  return sale
}

/** The event of the payment is handled, and once more. */
const announce = async ({ commissions, firmId }: Stage, { id }: Sale): Promise<void> => {
  await commissions.paid(firmId, id)
  await commissions.paid(firmId, id)
}

const standingOf = ({ refunds, withdrawn }: Sale): OrderRefund[] => refunds.filter(({ id }) => !withdrawn.has(id))
const piecesBack = (sale: Sale): number =>
  standingOf(sale).reduce((sum, { lines }) => sum + (lines[0]?.quantity ?? 0), 0)

/** What of the sale was not given back yet, minor units. */
const leftOf = (sale: Sale): number => sale.facts.total - standingOf(sale).reduce((sum, { amount }) => sum + amount, 0)

const give = async (stage: Stage, sale: Sale, wanted: number, lines: OrderRefund['lines']): Promise<void> => {
  const amount = Math.min(wanted, leftOf(sale))
  if (amount === 0) return
  const one = { id: newId(), amount, owed: false, fees: { delivery: false, payment: false }, lines }
  sale.refunds.push(one)
  await stage.commissions.refunded(stage.firmId, sale.id, one.id)
  await stage.commissions.refunded(stage.firmId, sale.id, one.id)
}

/** One piece goes back. */
const refund = async (stage: Stage, sale: Sale): Promise<void> => {
  const [line] = sale.facts.lines
  if (!line || piecesBack(sale) >= line.quantity) return
  await give(stage, sale, line.price, [{ place: 0, quantity: 1 }])
}

const withdraw = async (stage: Stage, sale: Sale): Promise<void> => {
  const [last] = standingOf(sale).toReversed()
  if (!last) return
  sale.withdrawn.add(last.id)
  await stage.commissions.refundWithdrawn(stage.firmId, sale.id, last.id)
  await stage.commissions.refundWithdrawn(stage.firmId, sale.id, last.id)
}

/** What the rules say that the partner has earned, counted anew. */
const recount = ({ sales }: Stage): number =>
  [...sales.values()].reduce((sum, sale) => {
    const { facts, rate } = sale
    const { base, amount, lines } = commissionOf(rate, facts.lines, 'TWD')
    const frozen = { currency: 'TWD' as const, total: facts.total, base, amount, lines }
    return sum + amount - reversedOf(frozen, refundedBase(frozen, standingOf(sale)))
  }, 0)

const sumOf = async (query: string, firmId: string): Promise<number> =>
  Number((await db.raw(query, [firmId])).rows[0]?.['sum'] ?? 0)

const tried = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KaimaiError)) throw error
    return undefined
  }
}

/** Two colleagues, or two jobs, do the same in the same moment. */
const twice = async <T>(work: () => Promise<T>): Promise<T[]> => {
  const done = await Promise.all([tried(work), tried(work)])
  return done.flatMap((each) => (each === undefined ? [] : [each]))
}

const perform = async (
  stage: Stage,
  step: {
    readonly act: string
    readonly which?: number
    readonly dollars?: number
    readonly quantity?: number
    readonly rate?: CommissionRate
  },
) => {
  const { firmId, statements, payouts } = stage
  const by = { firmId, memberId: null, actorName: '阿明', ip: '' }
  const all = [...stage.sales.values()]
  const sale = all[(step.which ?? 0) % Math.max(1, all.length)]
  const money = (step.dollars ?? 1) * 100
  const newest = async () => (await payouts.list(firmId, { limit: 1 })).items[0]?.id
  switch (step.act) {
    case 'sell':
      return announce(stage, placeSale(stage, money, step.quantity ?? 1))
    case 'sellRefunded': {
      const early = placeSale(stage, money, step.quantity ?? 1)
      await refund(stage, early)
      return announce(stage, early)
    }
    case 'refundMoney':
      return sale && give(stage, sale, money, [])
    case 'refund':
      return sale && refund(stage, sale)
    case 'withdraw':
      return sale && withdraw(stage, sale)
    case 'rate':
      if (step.rate) stage.terms.rate = step.rate
      return undefined
    case 'month':
      clock.advance(31 * 86_400_000)
      await twice(() => statements.make())
      return undefined
    case 'payout':
      return twice(() => payouts.make(by, ''))
    default: {
      const id = await newest()
      if (id === undefined) return undefined
      if (step.act === 'undo') return twice(() => payouts.undo(by, id))
      for (const { items } of await twice(() => payouts.markSent(by, id)))
        stage.atBank.push(...items.map(({ gross }) => gross))
      return undefined
    }
  }
}

test('COMMISSION-70 Whatever sales, refunds of pieces and of money, also before the payment is known, rates, amounts, months and payouts follow each other, the ledger is the recount and nothing is paid twice', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const stage = await aStage()
      const { firmId, statements } = stage
      for (const step of taken) await perform(stage, step)
      const ledger = await sumOf('select sum(amount) from "commissionEntry" where "firmId" = $1', firmId)
      expect(ledger).toBe(recount(stage))
      // Everything becomes due, and a row of the ledger stands in one statement.
      clock.advance(62 * 86_400_000)
      await statements.make()
      const open = 'select count(*) as sum from "commissionEntry" where "firmId" = $1 and "statementId" is null'
      expect(await sumOf(open, firmId)).toBe(0)
      const payable = await sumOf('select sum(payable) from "partnerStatement" where "firmId" = $1', firmId)
      const carriedOn = await sumOf(
        'select "carriedOn" as sum from "partnerStatement" where "firmId" = $1 order by month desc limit 1',
        firmId,
      )
      expect(payable + carriedOn).toBe(ledger)
      const paid = await sumOf(
        `select sum(item.gross) from "payoutItem" item join payout on payout.id = item."payoutId"
         where item."firmId" = $1 and payout.state <> 'undone'`,
        firmId,
      )
      const settled = 'select sum(payable) from "partnerStatement" where "firmId" = $1 and "payoutId" is not null'
      expect(paid).toBe(await sumOf(settled, firmId))
      // What the bank was handed, batch by batch, is what the statements in sent batches say, and never more than was earned.
      const handed = stage.atBank.reduce((sum, gross) => sum + gross, 0)
      const sent = `select sum(payable) from "partnerStatement" s join payout on payout.id = s."payoutId"
         where s."firmId" = $1 and payout.state = 'sent'`
      expect(handed).toBe(await sumOf(sent, firmId))
      expect(handed).toBeLessThanOrEqual(payable)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
