import { fail } from '@kaimai/contract/common/error.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../../test/page.tsx'
import { record } from '../../../../test/record.ts'
import { fill } from '../../../../test/user.ts'
import type { Wire } from '../../../../test/wire.ts'
import { audiencePage } from '../order.audience.tsx'

const paid = record(ShopperOrder, {
  orderNo: 'K001',
  paymentState: 'paid',
  total: 128000,
  deliveryType: 'home',
  invoiceClass: 'member',
})
const data = { orderKey: 'key' }

const answers = (wire: Wire, order: typeof paid) => {
  wire.answer(purchaseRoutes.orderInfo, () => order)
  wire.answer(purchaseRoutes.gtmTrigger, () => ({ tell: false }))
  wire.answer(purchaseRoutes.checkNotice, () => ({ paymentState: order.paymentState }))
}

test('ORDER-217 An order whose key opens nothing says that it was not found, and offers no further try', async ({
  wire,
  openPage,
}) => {
  wire.answer(purchaseRoutes.orderInfo, () => {
    throw fail('notFound')
  })
  await openPage(audiencePage, data)
  await screen.findByRole('alert')
  expect(screen.queryByRole('button')).toBeNull()
})

test('ORDER-218 An order that could not be fetched is asked for again', async ({ wire, openPage, user }) => {
  wire.answer(purchaseRoutes.orderInfo, () => {
    throw fail('internal')
  })
  await openPage(audiencePage, data)
  const [again] = await screen.findAllByRole('button')
  answers(wire, paid)
  await user.click(again ?? document.body)
  expect(await screen.findByText(/K001/)).toBeDefined()
})

test('ORDER-219 A message that could not be sent stays, and goes with the next press', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire, paid)
  wire.answer(purchaseRoutes.customerMessage, () => {
    throw fail('tooManyRequests')
  })
  await openPage(audiencePage, data)
  const box = await screen.findByRole('textbox', { name: 'Message to seller' })
  await fill(user, box, 'When does it ship?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/Too many requests/)
  expect(box).toHaveProperty('value', 'When does it ship?')
  wire.answer(purchaseRoutes.customerMessage, () => ({}))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await expect.poll(() => box).toHaveProperty('value', '')
  expect(wire.sent(purchaseRoutes.customerMessage).at(-1)?.body).toEqual({ text: 'When does it ship?' })
})

test('ORDER-220 An unpaid order can be paid in another way, and its button names what that comes to', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire, {
    ...paid,
    paymentState: 'pending',
    paymentMethod: 'card',
    paymentMethods: [
      { method: 'card' as const, fee: 0, least: null, most: null },
      { method: 'transfer', fee: 3000, least: null, most: null },
    ],
    heldUntil: new Date(Date.now() + 600_000).toISOString(),
    now: new Date().toISOString(),
  })
  await openPage(audiencePage, data)
  expect(await screen.findByRole('button', { name: /NT\$1,280/ })).toBeDefined()
  await user.click(screen.getByRole('button', { expanded: false }))
  await user.click(screen.getByRole('radio', { name: /NT\$30/ }))
  expect(await screen.findByRole('button', { name: /NT\$1,310/ })).toBeDefined()
})
