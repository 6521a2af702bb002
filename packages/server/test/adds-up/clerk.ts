import { KaimaiError } from '@kaimai/contract/common/error.ts'
import type { GatewayWord } from '../../src/modules/gateway/gateway.port.ts'
import { orderBody, shopOpensAt } from '../commerce-factory.ts'
import { checkBooks, freeOf } from './books.ts'
import { Killed } from './mortal-database.ts'
import { acceptShort, end, type ModelOrder, openDebtOf, pay, totalOf } from './plain-model.ts'
import { aRoomOn, price, type Process, type RoomUnderTest, type TwoProcesses } from './shop-under-test.ts'
import type { Step } from './steps.ts'

export type StepOf<A extends Step['act']> = Extract<Step, { act: A }>

/** A payment that was begun at the gateway, and its own book of it. */
export interface Attempt {
  readonly order: ModelOrder
  readonly method: string
  readonly word: Omit<GatewayWord, 'kind' | 'at'>
  atGateway: 'open' | 'waiting' | 'paid' | 'failed'
  /** Whether our side has heard of its money. */
  heard: boolean
}
export interface Notice {
  readonly attempt: Attempt
  readonly text: string
  readonly isMoney: boolean
}

/** Who keeps the plain books of one run, beside the shop. */
export interface Clerk {
  readonly processes: TwoProcesses
  readonly room: RoomUnderTest
  readonly orders: ModelOrder[]
  readonly attempts: Attempt[]
  readonly notices: Notice[]
  readonly points: { balance: number; readonly keys: Set<number> }
}

const pointsAtFirst = 100

export const aClerk = async (processes: TwoProcesses): Promise<Clerk> => {
  processes.clock.set(new Date(shopOpensAt))
  const room = await aRoomOn(processes)
  await processes.living.points.add(room.firmId, { kind: 'topUp', key: 'first', tenths: pointsAtFirst })
  const points = { balance: pointsAtFirst, keys: new Set<number>() }
  return { processes, room, orders: [], attempts: [], notices: [], points }
}

export const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)]

/** What was answered; undefined: refused for a reason, or the process was killed. Anything else is a fault. */
export const tried = async <R>(work: () => Promise<R>): Promise<{ readonly answer: R } | undefined> => {
  try {
    return { answer: await work() }
  } catch (error) {
    if (error instanceof KaimaiError || error instanceof Killed) return undefined
    throw error
  }
}

/** Whether the pieces of an order that has ended are all on sale. */
const isFree = async ({ processes, orders }: Clerk, { lines, keepsPieces }: ModelOrder): Promise<boolean> => {
  if (keepsPieces) return true
  for (const [variantId, own] of Map.groupBy(lines, (line) => line.variantId)) {
    const wanted = own.reduce((all, { quantity }) => all + quantity, 0)
    if ((await freeOf(processes, orders, variantId)) < wanted) return false
  }
  return true
}

const home = { type: 'home', county: '臺南市', district: '中西區', zipcode: '700', address: '民權路二段 1 號' } as const
/** The default: NT$100, none from 1,500 on. */
const deliveryOf = (isHome: boolean, goods: number): number => (isHome && goods < 1500 ? 100 : 0)

export const placeOrder = async (clerk: Clerk, { shop }: Process, step: StepOf<'order'>): Promise<void> => {
  const { processes, room, orders } = clerk
  const viewer = pick(room.viewers, step.who)
  const cart = await pick(room.commenters.living, step.who)?.cart()
  if (!viewer || !cart || cart.lines.length === 0) return
  const isHome = step.home || step.method === 'cod'
  const given = { paymentMethod: step.method, ...(isHome && { delivery: home }) }
  const placed = await tried(() => shop.orders.place(orderBody(room.live, viewer, cart.lines, given)))
  if (!placed) return
  const { orderId: id, total } = placed.answer
  const { rows } = await processes.db.raw(
    'select "variantId", quantity::int from "orderLine" where "orderId" = $1 order by place',
    [id],
  )
  const lines = rows.map(({ variantId, quantity }) => ({
    variantId: String(variantId),
    price,
    quantity: Number(quantity),
    discount: 0,
    refunded: 0,
  }))
  const goods = lines.reduce((all, line) => all + line.price * line.quantity, 0)
  const order: ModelOrder = {
    id,
    lines,
    deliveryFee: deliveryOf(isHome, goods),
    state: step.method === 'cod' ? 'onDelivery' : 'pending',
    discount: 0,
    keepsPieces: true,
    paidWith: undefined,
    extras: [],
    refunds: [],
  }
  if (total !== totalOf(order) * 100) throw new Error(`an order of ${totalOf(order)} costs ${total}`)
  orders.push(order)
}

export const beginPayment = async (clerk: Clerk, { shop }: Process, step: StepOf<'begin'>): Promise<void> => {
  const { room, orders, attempts } = clerk
  const { firmId } = room
  const order = pick(orders, step.order)
  if (!order) return
  const prepared = await tried(() => shop.payments.prepare({ kind: 'order', firmId, orderId: order.id }, step.method))
  const started = prepared && (await tried(() => shop.payments.start(firmId, prepared.answer, 'zh-TW')))
  if (!started || step.method === 'transfer') return
  const { reference, orderNo, amount, currency } = prepared.answer
  const word = { reference, orderNo, amount, currency, tradeNo: `SB${reference.slice(0, 10)}` }
  attempts.push({ order, method: step.method, word, atGateway: 'open', heard: false })
}

/** What happens at the gateway stands in its own books; what it says of it is a notice that may come late, or never. */
export const atGateway = async ({ processes, attempts, notices }: Clerk, step: StepOf<'gateway'>): Promise<void> => {
  const { db, clock, signed } = processes
  const attempt = pick(attempts, step.attempt)
  if (!attempt || (attempt.atGateway !== 'open' && attempt.atGateway !== 'waiting')) return
  const at = clock.now().toISOString()
  const change = (column: string, value: unknown) =>
    db.raw(`update "sandboxPayment" set ${column} = $1 where reference = $2`, [value, attempt.word.reference])
  const say = (said: Pick<GatewayWord, 'kind'> & Partial<GatewayWord>) =>
    notices.push({
      attempt,
      text: signed({ ...attempt.word, at, ...said }),
      isMoney: said.kind === 'paid' && said.amount === undefined,
    })
  switch (step.does) {
    case 'pays':
      attempt.atGateway = 'paid'
      await change('"paysAt"', clock.now())
      await change('state', 'paid')
      say({ kind: 'paid' })
      return
    case 'paysAnotherSum':
      say({ kind: 'paid', amount: attempt.word.amount + 1_00 })
      return
    case 'fails':
      attempt.atGateway = 'failed'
      await change('state', 'failed')
      say({ kind: 'failed' })
      return
    case 'issuesCode': {
      if (attempt.method !== 'atm' || attempt.atGateway === 'waiting') return
      attempt.atGateway = 'waiting'
      await change('state', 'waiting')
      const expiresAt = new Date(clock.ms() + 3 * 86_400_000).toISOString()
      say({ kind: 'codeIssued', code: { kind: 'atm', bankCode: '999', account: '1234567890123456', expiresAt } })
    }
  }
}

/** Our side has heard that an attempt was paid, once or again. */
const hear = (attempt: Attempt, hasPieces: boolean): void => {
  if (attempt.heard) return
  attempt.heard = true
  pay(attempt.order, attempt.word.amount / 100, hasPieces)
}

const deliver = async ({ shop }: Process, text: string): Promise<string | undefined> => {
  const said = await tried(() => shop.payments.takeNotice('sandbox', { text, header: () => undefined }, '10.0.0.1'))
  await shop.payments.noticesApplied()
  return said?.answer
}

export const notice = async (clerk: Clerk, process: Process, step: StepOf<'notice'>): Promise<void> => {
  const { living, mortal, clock } = clerk.processes
  const given = pick(clerk.notices, step.notice)
  if (!given) return
  const { attempt, text, isMoney } = given
  if (step.forged) {
    const said = await deliver(process, text.replace('amount=', 'amount=1'))
    if (said !== undefined && said !== '0|ERR') throw new Error(`a forged notice was answered ${said}`)
    return
  }
  const hasPieces = await isFree(clerk, attempt.order)
  await deliver(process, text)
  if (process !== living) {
    // Whether it was kept or not, the gateway sends it again, and what was kept is found by the sweep.
    mortal.startAgain()
    clock.advance(6_000)
    await living.shop.jobs.runTick('payment/apply-notices')
    await deliver(living, text)
  }
  if (isMoney) hear(attempt, hasPieces)
}

export const receive = async (clerk: Clerk, { transfers }: Process, step: StepOf<'receive'>): Promise<boolean> => {
  const { room, orders } = clerk
  const order = pick(orders, step.order)
  if (!order) return true
  const total = totalOf(order)
  const received = Math.max(1, total + step.beside)
  const isFirst = ['pending', 'onDelivery', 'expired', 'cancelled'].includes(order.state)
  const short = isFirst ? total - received : 0
  const goods = order.lines.reduce((all, line) => all + line.price * line.quantity, 0)
  const isRight = isFirst ? short <= 0 || (step.accept && order.discount + short <= goods) : step.extra
  const hasPieces = await isFree(clerk, order)
  const by = { firmId: room.firmId, memberId: null, actorName: '阿明', ip: '' }
  const body = { received: received * 100, acceptShort: step.accept, asExtra: step.extra, memo: '' }
  const done = await tried(() => transfers.receive(by, order.id, body))
  if (done) {
    if (short > 0) acceptShort(order, short)
    pay(order, Math.min(received, isFirst ? total : received), hasPieces)
    if (short < 0) order.extras.push(-short)
  }
  return (done !== undefined) === isRight
}

/** Time goes on: what is due ends, and gateways are asked before. */
export const expire = async (clerk: Clerk, process: Process): Promise<void> => {
  const { processes, room, orders, attempts } = clerk
  const { db, clock, living, mortal } = processes
  await tried(() => process.shop.orders.byComment.endDue())
  const { rows } = await db.raw(
    `select id from "order" where "firmId" = $1 and "paymentState" = 'pending' and "heldUntil" <= $2`,
    [room.firmId, clock.now()],
  )
  const due = new Set(rows.map(({ id }) => String(id)))
  await tried(() => process.shop.orders.expireUnpaidOrders())
  if (process !== living) {
    mortal.startAgain()
    await living.shop.orders.expireUnpaidOrders()
  }
  for (const attempt of attempts) if (due.has(attempt.order.id) && attempt.atGateway === 'paid') hear(attempt, true)
  for (const order of orders) if (due.has(order.id) && order.state === 'pending') end(order, 'expired')
}

/** Everything that is still on its way arrives; then all books are compared. */
export const closeBooks = async (clerk: Clerk): Promise<void> => {
  const { processes, room, orders, notices, points } = clerk
  const { living, clock, setMood } = processes
  setMood('does')
  for (const { attempt, text, isMoney } of notices) {
    const hasPieces = await isFree(clerk, attempt.order)
    await deliver(living, text)
    if (isMoney) hear(attempt, hasPieces)
  }
  clock.advance(10 * 86_400_000)
  await expire(clerk, living)
  for (let round = 0; round < 4; round += 1) {
    clock.advance(2 * 3_600_000)
    await living.shop.jobs.runTick('refund/send')
  }
  await checkBooks(processes, room, orders)
  const balance = await living.points.balance(room.firmId)
  if (balance !== points.balance) throw new Error(`the points are ${balance}, not ${points.balance}`)
  if (orders.some((order) => openDebtOf(order) < 0)) throw new Error('more was given back than came')
}
