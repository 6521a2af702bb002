import { expect } from 'vitest'
import { goneOf, type ModelOrder, openDebtOf, piecesOf, receivedOf, refundedOf, totalOf } from './plain-model.ts'
import { pieces, type RoomUnderTest, type TwoProcesses } from './shop-under-test.ts'
import { soldSql } from '../sold-sql.ts'

/** Pieces of a variant that comments hold: nothing that money or orders move. */
export const heldByComments = async ({ db }: TwoProcesses, variantId: string): Promise<number> => {
  const { rows } = await db.raw(
    `select coalesce(sum(quantity), 0)::int as held from "orderHold" where "variantId" = $1`,
    [variantId],
  )
  return Number(rows[0]?.['held'])
}

/** Pieces of a variant that should be on sale. */
export const freeOf = async (processes: TwoProcesses, orders: readonly ModelOrder[], variantId: string) => {
  const elsewhere = orders.reduce((all, order) => all + piecesOf(order, variantId) + goneOf(order, variantId), 0)
  return pieces - elsewhere - (await heldByComments(processes, variantId))
}

const dollars = (minor: unknown): number => Number(minor) / 100
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** The pieces of the shop are where the clerk says. */
export const checkPieces = async (processes: TwoProcesses, room: RoomUnderTest, orders: readonly ModelOrder[]) => {
  for (const variantId of room.variantIds) {
    const { rows } = await processes.db.raw(`select stock::int, ${soldSql} from variant where id = $1`, [variantId])
    const sold = orders.filter(({ state }) => state !== 'pending').map((order) => piecesOf(order, variantId))
    expect(rows).toEqual([{ stock: await freeOf(processes, orders, variantId), sold: sum(sold) }])
  }
}

/** One order is to the dollar what the clerk says; answers what of its money is neither kept, given back nor owed. */
const checkOrder = async ({ living }: TwoProcesses, { firmId }: RoomUnderTest, order: ModelOrder): Promise<void> => {
  const shown = await living.shop.orders.show(firmId, order.id, true)
  const taken = shown.payments.filter(({ state }) => state === 'paid')
  const toDo = shown.refunds.filter(({ state }) => state === 'manual' || state === 'refused')
  const standing = shown.refunds.filter(({ state }) => state !== 'withdrawn')
  expect({
    state: shown.paymentState,
    total: dollars(shown.total),
    discount: dollars(shown.discount),
    refunded: dollars(shown.refunded),
    refundDue: dollars(shown.refundDue),
    lines: shown.lines.map(({ discount, refundedQuantity }) => [dollars(discount), refundedQuantity]),
    own: taken.filter(({ isExtra }) => !isExtra).map(({ amount }) => dollars(amount)),
    extras: taken
      .filter(({ isExtra }) => isExtra)
      .map(({ amount }) => dollars(amount))
      .toSorted((a, b) => a - b),
    refunds: standing.map(({ id, amount, restocked }) => `${id} ${dollars(amount)} ${restocked}`).toSorted(),
    // Each payment knows what was given back of it.
    back: dollars(sum(taken.map(({ refunded }) => refunded))),
  }).toEqual({
    state: order.state,
    total: totalOf(order),
    discount: order.discount,
    refunded: refundedOf(order),
    refundDue: openDebtOf(order) + dollars(sum(toDo.map(({ amount }) => amount))),
    lines: order.lines.map(({ discount, refunded }) => [discount, refunded]),
    own: order.paidWith === undefined ? [] : [order.paidWith],
    extras: order.extras.toSorted((a, b) => a - b),
    refunds: order.refunds
      .filter(({ withdrawn }) => !withdrawn)
      .map(({ id, amount, restock }) => `${id} ${amount} ${restock}`)
      .toSorted(),
    back: sum(order.refunds.filter(({ withdrawn }) => !withdrawn).map(({ amount }) => amount)),
  })
}

/** What came in is kept for orders, given back, or owed: nothing is lost, nothing comes from nowhere. */
const checkMoney = async ({ db }: TwoProcesses, { firmId }: RoomUnderTest, orders: readonly ModelOrder[]) => {
  const one = async (sql: string) => dollars((await db.raw(sql, [firmId])).rows[0]?.['sum'])
  const cameIn = await one(`select coalesce(sum(amount), 0) as sum from payment where "firmId" = $1 and state = 'paid'`)
  const wentOut = await one(
    `select coalesce(sum(amount), 0) as sum from refund where "firmId" = $1 and state <> 'withdrawn'`,
  )
  const kept = await one(
    `select coalesce(sum(total - refunded), 0) as sum from "order"
     where "firmId" = $1 and "paymentState" in ('paid', 'partlyRefunded', 'refunded')`,
  )
  expect(cameIn).toBe(sum(orders.map(receivedOf)))
  expect(cameIn - wentOut).toBe(kept + sum(orders.map(openDebtOf)))
  // The gateway has given back what we say it has, each once.
  const byGateway = await one(
    `select coalesce(sum(amount), 0) as sum from refund where "firmId" = $1 and state = 'done' and "doneBy" = ''`,
  )
  const atGateway = await one(
    `select coalesce(sum("sandboxRefund".amount), 0) as sum from "sandboxRefund"
     join "sandboxPayment" using (token) where merchant = cast($1 as text)`,
  )
  expect(atGateway).toBe(byGateway)
}

/** All books against the clerk's. */
export const checkBooks = async (processes: TwoProcesses, room: RoomUnderTest, orders: readonly ModelOrder[]) => {
  await checkPieces(processes, room, orders)
  for (const order of orders) await checkOrder(processes, room, order)
  await checkMoney(processes, room, orders)
}
