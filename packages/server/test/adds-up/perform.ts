import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import { expect } from 'vitest'
import {
  atGateway,
  beginPayment,
  type Clerk,
  expire,
  notice,
  pick,
  placeOrder,
  receive,
  type StepOf,
  tried,
} from './clerk.ts'
import { freeOf } from './books.ts'
import { type Choice, end, type ModelOrder, plan, refund, withdraw } from './plain-model.ts'
import type { Process } from './shop-under-test.ts'
import type { MortalStep, Step } from './steps.ts'

const actorOf = ({ room: { firmId } }: Clerk) => ({ firmId, memberId: null, actorName: '阿明', ip: '' })

const makeRefund = async (clerk: Clerk, { shop }: Process, order: ModelOrder, asked: object) => {
  const { living } = clerk.processes
  const request = RefundRequest.parse(asked)
  const made = await tried(async () => {
    const { grant } = await living.shop.refunds.grant({ ...actorOf(clerk), memberId: order.id }, order.id, request)
    const granted = living.shop.grants.read(grant, refundAction)
    return shop.refunds.make(granted, request, { ip: '', sources: ['room'] })
  })
  return made?.answer
}

/** Whether the shop did as the clerk expected. */
const giveBack = async (clerk: Clerk, process: Process, step: StepOf<'refund'>): Promise<boolean> => {
  const order = pick(clerk.orders, step.order)
  if (!order) return true
  const [first, second] = step.numbers
  const amount = 1 + first * 97 + second * 31
  const choice: Choice =
    step.choice === 'lines'
      ? { kind: 'lines', wanted: step.numbers, fee: step.fee }
      : step.choice === 'amount'
        ? { kind: 'amount', amount }
        : { kind: 'whole' }
  const lines = step.numbers.map((quantity, place) => ({ place, quantity })).slice(0, order.lines.length)
  const asked =
    choice.kind === 'lines'
      ? { kind: 'lines', lines: lines.filter(({ quantity }) => quantity > 0), deliveryFee: step.fee, paymentFee: false }
      : choice.kind === 'amount'
        ? { kind: 'amount', amount: amount * 100 }
        : choice
  const planned = plan(order, choice)
  const made = await makeRefund(clerk, process, order, { choice: asked, restock: step.restock })
  if (!made || !planned) return (made === undefined) === (planned === undefined)
  const late = order.state === 'refundDue'
  const restock = step.restock && planned.pieces.length > 0
  refund(order, { id: made.refundId, ...planned, restock, extra: false, late, withdrawn: false })
  await tried(() => process.shop.refunds.send(made))
  return true
}

const giveExtraBack = async (clerk: Clerk, process: Process, step: StepOf<'refundExtra'>): Promise<void> => {
  const order = pick(clerk.orders, step.order)
  if (!order) return
  const { payments } = await clerk.processes.living.shop.orders.show(clerk.room.firmId, order.id, true)
  const payment = payments.find(({ isExtra, refunded, amount }) => isExtra && refunded < amount)
  if (!payment) return
  const asked = { choice: { kind: 'whole' }, restock: false, paymentId: payment.id }
  const made = await makeRefund(clerk, process, order, asked)
  if (!made) return
  const amount = (payment.amount - payment.refunded) / 100
  const rest = { pieces: [], fee: false, restock: false, late: false, withdrawn: false }
  refund(order, { id: made.refundId, amount, extra: true, ...rest })
  await tried(() => process.shop.refunds.send(made))
}

const actOnRefund = async (
  clerk: Clerk,
  { shop }: Process,
  step: StepOf<'retry' | 'settle' | 'withdraw'>,
): Promise<boolean> => {
  const by = actorOf(clerk)
  const order = pick(clerk.orders, step.order)
  const target = order && pick(order.refunds, step.refund)
  if (!order || !target) return true
  if (step.act === 'retry') {
    await tried(async () => shop.refunds.send(await shop.refunds.retry(by, order.id, target.id)))
    return true
  }
  if (step.act === 'settle') {
    await tried(() => shop.refunds.settleByHand(by, order.id, target.id, ''))
    return true
  }
  const { rows } = await clerk.processes.db.raw('select state from refund where id = $1', [target.id])
  let isRight = ['manual', 'refused'].includes(String(rows[0]?.['state']))
  // Its pieces are the order's again, unless they are sold.
  if (target.restock)
    for (const { place, quantity } of target.pieces) {
      const variantId = order.lines[place]?.variantId ?? ''
      if ((await freeOf(clerk.processes, clerk.orders, variantId)) < quantity) isRight = false
    }
  const done = await tried(() => shop.refunds.withdraw(by, order.id, target.id))
  if (done) withdraw(order, target)
  return (done !== undefined) === isRight
}

const cancel = async (
  clerk: Clerk,
  { shop, transfers }: Process,
  step: StepOf<'report' | 'cancelByShopper' | 'cancelByStaff'>,
): Promise<boolean> => {
  const { firmId } = clerk.room
  const order = pick(clerk.orders, step.order)
  if (!order) return true
  if (step.act === 'report') {
    await tried(() => transfers.report({ kind: 'order', firmId, orderId: order.id }, '12345'))
    return true
  }
  const isRight = order.state === 'pending' || order.state === 'onDelivery'
  const done = await tried(() =>
    step.act === 'cancelByShopper'
      ? shop.orders.cancelByShopper(firmId, order.id, '')
      : shop.orders.cancelByStaff(actorOf(clerk), order.id, ''),
  )
  if (done) end(order, 'cancelled')
  return (done !== undefined) === isRight
}

const spendPoints = async (clerk: Clerk, { shop, points }: Process, step: StepOf<'points'>): Promise<boolean> => {
  const { points: own, room } = clerk
  const isNew = !own.keys.has(step.key)
  const isRight = !isNew || own.balance >= step.tenths
  const request = { key: `campaign ${step.key}`, tenths: step.tenths }
  const done = await tried(() => shop.db.transaction((tx) => points.reserve(tx, room.firmId, request)))
  if (done && isNew) {
    own.keys.add(step.key)
    own.balance -= step.tenths
  }
  return (done !== undefined) === isRight
}

/** Does one step; answers whether the shop did what the clerk expected. */
const perform = async (clerk: Clerk, process: Process, step: Step): Promise<boolean> => {
  const { living, clock, setMood } = clerk.processes
  const own = process === living ? clerk.room.commenters.living : clerk.room.commenters.dying
  if ('gateway' in step) setMood(step.gateway)
  switch (step.act) {
    case 'say': {
      const commenter = pick(own, step.who)
      commenter?.say(step.text)
      await tried(async () => commenter?.carryOut())
      clerk.processes.mortal.startAgain()
      await tried(async () => commenter?.carryOut())
      return true
    }
    case 'cart':
      await tried(async () => pick(own, step.who)?.set(clerk.room.variantIds[step.which] ?? '', step.quantity))
      return true
    case 'order':
      await placeOrder(clerk, process, step)
      return true
    case 'begin':
      await beginPayment(clerk, process, step)
      return true
    case 'gateway':
      await atGateway(clerk, step)
      return true
    case 'notice':
      await notice(clerk, process, step)
      return true
    case 'receive':
      return receive(clerk, process, step)
    case 'report':
    case 'cancelByShopper':
    case 'cancelByStaff':
      return cancel(clerk, process, step)
    case 'refund':
      return giveBack(clerk, process, step)
    case 'refundExtra':
      await giveExtraBack(clerk, process, step)
      return true
    case 'retry':
    case 'settle':
    case 'withdraw':
      return actOnRefund(clerk, process, step)
    case 'time':
      clock.advance(step.minutes * 60_000)
      await expire(clerk, process)
      await tried(() => process.shop.jobs.runTick('refund/send'))
      return true
    case 'points':
      return spendPoints(clerk, process, step)
  }
}

/** Does one step, in a process that may be killed in the middle of it and is started again afterwards. */
export const performMortal = async (clerk: Clerk, { step, kill }: MortalStep): Promise<void> => {
  const { living, dying, mortal } = clerk.processes
  if (kill === undefined) {
    expect(await perform(clerk, living, step), JSON.stringify(step)).toBe(true)
    return
  }
  mortal.killAfter(kill)
  await perform(clerk, dying, step)
  await dying.shop.payments.noticesApplied()
  mortal.startAgain()
}
