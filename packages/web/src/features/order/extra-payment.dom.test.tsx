import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { OrderRow, StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

// A second payment of a paid order: money that is owed back.

const id = idOf(1)
const owed = 150000
const row = record(OrderRow, { id, orderNo: 'K001', paymentState: 'paid', total: owed, refundDue: owed })
const settled = record(OrderRow, { id: idOf(4), orderNo: 'K002', paymentState: 'paid', total: owed, refundDue: 0 })
const payment = (n: number, isExtra: boolean) => ({
  ...record(StaffOrder.shape.payments.element, { id: idOf(n), state: 'paid', method: 'card', amount: owed, isExtra }),
})
const order = record(StaffOrder, {
  id,
  orderNo: 'K001',
  paymentState: 'paid',
  total: owed,
  mayRefund: true,
  payments: [payment(2, false), payment(3, true)],
})

const has = (wire: Wire, shown = order) => {
  const states = { pending: 0, onDelivery: 0, paid: 2, partlyRefunded: 0, refunded: 0, expired: 0, cancelled: 0 }
  wire.answer(orderRoutes.counts, () => ({ all: 2, states: { ...states, refundDue: 0 } }))
  wire.answer(orderRoutes.list, ({ query }) =>
    query.refundDue === '1' ? { items: [row], total: 1 } : { items: [row, settled], total: 2 },
  )
  wire.answer(orderRoutes.show, () => shown)
}

test('ORDER-1240 The list marks an order that was paid twice, and shows those alone when it is narrowed to them', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const opened = await open(paths.manageOrders())
  const marked = await screen.findByRole('row', { name: /K001/ })
  expect(within(marked).getAllByText('Refund due').length).toBeGreaterThan(0)
  expect(within(screen.getByRole('row', { name: /K002/ })).queryByText('Refund due')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Refunds' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Refund due' }))
  await expect.poll(() => screen.queryByRole('row', { name: /K002/ })).toBeNull()
  expect(screen.getByRole('row', { name: /K001/ })).toBeDefined()
  expect(opened.address()).toContain('refundDue=1')
  expect(wire.sent(orderRoutes.list).at(-1)?.query).toMatchObject({ refundDue: '1' })
})

test('ORDER-1241 One press and its question ask for a grant over the second payment alone, whole and without stock', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const request = { paymentId: idOf(3), choice: { kind: 'whole' as const }, restock: false, cancel: false, memo: '' }
  wire.answer(refundRoutes.grant, () => ({
    grant: 'signed',
    refundId: idOf(5),
    amount: owed,
    expiresAt: '2026-03-02T04:01:00.000Z',
  }))
  wire.answer(refundPaymentRoutes.refundPayment, () => {
    has(wire, { ...order, payments: [payment(2, false), { ...payment(3, true), refunded: owed }] })
    return { refundId: idOf(5), state: 'done' as const, amount: owed, words: '', problem: '' as const }
  })
  await open(paths.manageOrders({ order: id }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Order K001' }))
  expect(await drawer.findByText('The customer paid twice. Refund NT$1,500.')).toBeDefined()
  await user.click(drawer.getByRole('button', { name: 'Refund extra payment' }))
  const question = await screen.findByRole('dialog', { name: 'Refund the extra payment of NT$1,500?' })
  expect(question.textContent).toContain('The order stays paid.')
  await user.click(within(question).getByRole('button', { name: 'Refund extra payment' }))
  expect(await screen.findByText('NT$1,500 refunded')).toBeDefined()
  await expect.poll(() => drawer.queryByText(/paid twice/)).toBeNull()
  expect(wire.sent(refundRoutes.grant)).toMatchObject([{ params: { id }, body: request }])
  expect(wire.sent(refundPaymentRoutes.refundPayment)).toMatchObject([{ body: { ...request, grant: 'signed' } }])
})

test.for([
  ['zh-TW', '買家重複付款，請退還 NT$1,500。', '退還重複付款'],
  ['en', 'The customer paid twice. Refund NT$1,500.', 'Refund extra payment'],
] as const)(
  'ORDER-1242 A member who may not refund reads that money is owed back, without a way to give it (%s)',
  async ([language, text, button], { wire, open }) => {
    has(wire, { ...order, mayRefund: false })
    await open(paths.manageOrders({ order: id }), { language })
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  },
)
