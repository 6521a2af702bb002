import { fail } from '@kaimai/contract/common/error.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { OrderRow, StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const id = idOf(1)
const row = record(OrderRow, { id, orderNo: 'K001', paymentState: 'pending', total: 128000 })
const unpaid = record(StaffOrder, {
  id,
  orderNo: 'K001',
  paymentState: 'pending',
  total: 680_00,
  mayCancel: true,
  mayAnswer: true,
})

const has = (wire: Wire, order: typeof unpaid) => {
  wire.answer(orderRoutes.list, () => ({ items: [row], total: 1 }))
  wire.answer(orderRoutes.counts, () => ({
    all: 3,
    states: {
      pending: 2,
      onDelivery: 0,
      paid: 1,
      partlyRefunded: 0,
      refunded: 0,
      expired: 0,
      cancelled: 0,
      refundDue: 0,
    },
  }))
  wire.answer(orderRoutes.show, () => order)
}
const drawer = () => screen.findByRole('dialog', { name: 'Order K001' })

test('ORDER-224 An unpaid order is cancelled after a question, and then shows no way to cancel it', async ({
  wire,
  open,
  user,
}) => {
  has(wire, unpaid)
  wire.answer(orderRoutes.cancel, () => {
    has(wire, { ...unpaid, paymentState: 'cancelled' })
    return {}
  })
  await open(paths.manageOrders({ order: id }))
  await user.click(await within(await drawer()).findByRole('button', { name: 'Cancel order' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel order K001?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('Order canceled')).toBeDefined()
  await expect.poll(() => screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  expect(wire.sent(orderRoutes.cancel)).toEqual([{ params: { id }, body: { memo: '' } }])
})

test('ORDER-225 An order that was paid meanwhile is not cancelled, and is shown as it is now', async ({
  wire,
  open,
  user,
}) => {
  has(wire, unpaid)
  wire.answer(orderRoutes.cancel, () => {
    has(wire, { ...unpaid, paymentState: 'paid' })
    throw fail('conflict')
  })
  await open(paths.manageOrders({ order: id }))
  await user.click(await within(await drawer()).findByRole('button', { name: 'Cancel order' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel order K001?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel order' }))
  expect((await screen.findByRole('alert')).textContent).toContain('changed by someone else')
  await user.click(within(question).getByRole('button', { name: 'Keep order' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('ORDER-1245 An order that cost nothing is cancelled after a question that speaks of no payment', async ({
  wire,
  open,
  user,
}) => {
  has(wire, { ...unpaid, paymentState: 'paid', total: 0, payments: [] })
  wire.answer(orderRoutes.cancel, () => {
    has(wire, { ...unpaid, paymentState: 'cancelled', total: 0 })
    return {}
  })
  await open(paths.manageOrders({ order: id }))
  await user.click(await within(await drawer()).findByRole('button', { name: 'Cancel order' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel order K001?' })
  expect(within(question).getByText(/^Nothing was charged for this order/)).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('Order canceled')).toBeDefined()
})

test.for([
  ['an order that was sent', { paymentState: 'paid' as const, fulfilmentState: 'shipped' as const }],
  ['a member without the right to', { mayCancel: false }],
])('ORDER-226 Nothing cancels %s', async ([, part], { wire, open }) => {
  has(wire, { ...unpaid, ...(typeof part === 'object' ? part : {}) })
  await open(paths.manageOrders({ order: id }))
  await within(await drawer()).findByText('Placed Mon, 03/02, 12:00', { exact: false })
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('ORDER-227 An answer to a buyer is sent trimmed, and stays typed when it could not be sent', async ({
  wire,
  open,
  user,
}) => {
  has(wire, unpaid)
  wire.answer(orderRoutes.answerMessage, () => {
    throw fail('internal')
  })
  await open(paths.manageOrders({ order: id }))
  const box = await screen.findByRole('textbox', { name: /Reply to customer/ })
  expect(screen.getByRole('button', { name: 'Send reply' })).toHaveProperty('disabled', true)
  await user.type(box, ' It is on its way ')
  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  await screen.findByRole('alert')
  expect(box).toHaveProperty('value', ' It is on its way ')
  wire.answer(orderRoutes.answerMessage, () => ({}))
  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('Replied')).toBeDefined()
  expect(wire.sent(orderRoutes.answerMessage).at(-1)?.body).toEqual({ text: 'It is on its way' })
  expect(box).toHaveProperty('value', '')
})

test('ORDER-601 Every tab of the list of orders says how many it holds', async ({ wire, open }) => {
  has(wire, unpaid)
  await open(paths.manageOrders())
  for (const name of [/^All\s*3$/, /^Unpaid\s*2$/, /^Paid\s*1$/, /^Refund due\s*0$/])
    expect(await screen.findByRole('link', { name })).toBeDefined()
})

/** Paid by card, and not sent yet. */
const paid = record(StaffOrder, {
  id,
  orderNo: 'K001',
  source: 'salesPage',
  paymentState: 'paid',
  total: 128000,
  mayCancel: true,
  mayRefund: true,
  payments: [
    { ...record(StaffOrder.shape.payments.element, { state: 'paid', method: 'card', amount: 128000, isExtra: false }) },
  ],
})

test('ORDER-1010 A paid order is cancelled after a question that names the money, its way back and the stock', async ({
  wire,
  open,
  user,
}) => {
  has(wire, paid)
  wire.answer(refundRoutes.grant, () => ({
    grant: 'signed',
    refundId: idOf(2),
    amount: 128000,
    expiresAt: '2026-03-02T04:01:00.000Z',
  }))
  wire.answer(refundPaymentRoutes.refundPayment, () => {
    has(wire, { ...paid, paymentState: 'cancelled', refunded: 128000 })
    return { refundId: idOf(2), state: 'done' as const, amount: 128000, words: '', problem: '' as const }
  })
  await open(paths.manageOrders({ order: id }))
  await user.click(await within(await drawer()).findByRole('button', { name: 'Cancel order' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel order K001 and refund it?' })
  expect(question.textContent).toContain('The customer is refunded NT$1,280.')
  expect(question.textContent).toContain('original payment method')
  await user.click(within(question).getByRole('button', { name: 'Cancel and refund NT$1,280' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  expect(wire.sent(refundPaymentRoutes.refundPayment)).toMatchObject([
    { body: { cancel: true, restock: true, choice: { kind: 'whole' }, grant: 'signed' } },
  ])
})
