import { fail } from '@kaimai/contract/common/error.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const variantId = idOf(6)
const bowl = record(Product, {
  id: idOf(5),
  productName: 'Bowl',
  price: 68000,
  currency: 'TWD',
  variants: [{ id: variantId, name: '', keyword: '', stock: 3 }],
})
const mei = record(SignupUserRow, { id: idOf(1), name: 'Mei', phone: '+886912345678', email: 'mei@example.com' })

const has = (wire: Wire) => {
  const states = { pending: 0, onDelivery: 0, paid: 0, partlyRefunded: 0, refunded: 0, expired: 0, cancelled: 0 }
  wire.answer(orderRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(orderRoutes.counts, () => ({ all: 0, states: { ...states, refundDue: 0 } }))
  wire.answer(orderRoutes.ways, () => ({
    methods: [{ type: 'self' as const, fee: 0, freeFrom: null, note: '' }],
    payments: [{ method: 'card' as const, fee: 3000, least: null, most: null }],
    currency: 'TWD' as const,
    isTest: false,
  }))
  wire.answer(productRoutes.list, () => ({ items: [bowl], total: 1 }))
  wire.answer(signupUserRoutes.list, () => ({ items: [mei], total: 1 }))
  wire.answer(orderRoutes.create, () => ({ orderId: idOf(9), orderNo: 'K002', total: 139000, path: '/order/secret' }))
  wire.answer(orderRoutes.show, () => record(StaffOrder, { id: idOf(9), orderNo: 'K002' }))
}

test('ORDER-1043 The staff chooses pieces and somebody who signed up, sees what it comes to, and is given the link to pay', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.manageOrders())
  await user.click(await screen.findByRole('button', { name: 'Create order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create order' }))
  const add = await dialog.findByRole('button', { name: 'Add Bowl' })
  await user.click(add)
  await user.click(add)
  await user.type(dialog.getByRole('searchbox', { name: 'Search sign-ups' }), 'Mei')
  await user.click(await dialog.findByRole('button', { name: /0912-345-678/ }))
  await user.click(dialog.getByRole('button', { name: 'Create order for NT$1,390' }))
  expect(await dialog.findByRole('heading', { name: 'Order K002 created for NT$1,390' })).toBeDefined()
  expect(dialog.getByRole('group', { name: 'Order link' }).textContent).toContain('/order/secret')
  // Nothing is asked: there is nothing left to lose.
  await user.click(dialog.getByRole('button', { name: 'View order' }))
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Create order' })).toBeNull()
  expect(wire.sent(orderRoutes.create)).toMatchObject([
    {
      body: {
        lines: [{ variantId, quantity: 2 }],
        personal: { fullName: 'Mei', phone: '0912-345-678', phoneCountry: 'TW', email: 'mei@example.com' },
        delivery: { type: 'self' },
        paymentMethod: 'card',
        invoice: { class: 'member' },
        expectedTotal: 139000,
      },
    },
  ])
})

test('ORDER-1044 An order with nothing chosen is not sent, and one that is refused stays filled in with the reason', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(orderRoutes.create, () => {
    throw fail('soldOut')
  })
  await open(paths.manageOrders())
  await user.click(await screen.findByRole('button', { name: 'Create order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create order' }))
  await user.click(await dialog.findByRole('button', { name: 'Create order for NT$30' }))
  expect(await dialog.findByText('Choose at least one product')).toBeDefined()
  expect(wire.sent(orderRoutes.create)).toEqual([])

  await user.click(await dialog.findByRole('button', { name: 'Add Bowl' }))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Lin')
  await user.type(dialog.getByRole('textbox', { name: /^Phone/ }), '0912345678')
  await user.type(dialog.getByRole('textbox', { name: /^Email/ }), 'lin@example.com')
  await user.click(dialog.getByRole('button', { name: 'Create order for NT$710' }))
  expect((await dialog.findByRole('alert')).textContent).not.toBe('')
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Lin')
  expect(wire.sent(orderRoutes.create)).toHaveLength(1)
})
