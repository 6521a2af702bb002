import { Cart, CartLine, DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { idOf, record } from '../../../../../test/record.ts'
import { fill } from '../../../../../test/user.ts'
import { defineAudiencePage } from '../../../../lib/audience/audience-page.ts'
import { CallError } from '../../../../lib/http/call-error.ts'
import type { CheckoutCart, CheckoutShop } from './checkout-shop.ts'
import { openCheckout } from './checkout.tsx'

const variantId = idOf(1)
const line = record(CartLine, { variantId, productName: 'Bowl', quantity: 2, price: 64000, amount: 128000, left: 9 })
const cartOf = (parts: Partial<typeof line>) =>
  record(Cart, { lines: [{ ...line, ...parts }], subtotal: 128000, totalQuantity: 2 })

const shopOf = (parts: Partial<CheckoutShop> = {}): CheckoutShop => ({
  id: 'room',
  methods: async () => ({
    deliveries: [record(DeliveryMethod, { type: 'self', fee: 6000 })],
    payments: [{ method: 'card' as const, fee: 0, least: null, most: null }],
  }),
  place: async () => ({ orderId: idOf(7), orderNo: 'K001', orderKey: 'key', total: 134000 }),
  needsDelivery: true,
  ...parts,
})
const cartWith = (parts: Partial<CheckoutCart> = {}): CheckoutCart => ({
  cart: cartOf({}),
  wanted: {},
  set: async () => undefined,
  ordered: () => undefined,
  reload: async () => undefined,
  isLeftShown: () => true,
  ...parts,
})

/** The sheet over an empty page, with the texts that it brings. */
const pageOf = async (shop: CheckoutShop, cart: CheckoutCart, onClose = () => undefined) => {
  const Sheet = await openCheckout('en')
  return defineAudiencePage({
    texts: ['order'],
    head: () => ({ title: '' }),
    View: () => <Sheet shop={shop} cart={cart} name="" onClose={onClose} />,
  })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const person = { fullName: 'Mei Lin', phone: '0912345678', phoneCountry: 'TW', email: 'mei@example.com' }
const field = (name: RegExp) => screen.findByRole('textbox', { name })

test('ORDER-198 The pay button names what is missing, and brings it into hand with its error', async ({
  openPage,
  user,
}) => {
  await openPage(await pageOf(shopOf(), cartWith()), {})
  await user.click(await button('Enter name to pay NT$1,340'))
  const name = await field(/^Full name/)
  await expect.poll(() => document.activeElement).toBe(name)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(await screen.findByText('Enter your full name')).toBeDefined()
  await fill(user, name, 'Mei Lin')
  expect(await button('Enter mobile to pay NT$1,340')).toBeDefined()
})

test('ORDER-199 A checkout sends what was filled in with the total that was shown', async ({ openPage, user }) => {
  const place = vi.fn<CheckoutShop['place']>(async () => {
    throw new CallError('forbidden', 403, 'You are blocked')
  })
  await openPage(await pageOf(shopOf({ place }), cartWith()), {})
  await fill(user, await field(/^Full name/), 'Mei Lin')
  await fill(user, await field(/^Mobile/), '0912345678')
  await fill(user, await field(/^Email/), 'mei@example.com')
  await user.click(await button('Pay NT$1,340'))
  expect(await screen.findByText('You are blocked')).toBeDefined()
  const [filled, key, lines] = place.mock.calls[0] ?? []
  expect(filled).toMatchObject({ personal: { fullName: 'Mei Lin' }, delivery: { type: 'self' }, expectedTotal: 134000 })
  expect(filled).toMatchObject({ invoice: { class: 'member' }, paymentMethod: 'card' })
  expect(key).toMatch(/^[\w-]{8,}$/)
  expect(lines).toEqual([{ variantId, quantity: 2 }])
})

test('ORDER-200 Who signed up is filled in and not asked: what is left is the pay button', async ({
  openPage,
  user,
}) => {
  const place = vi.fn<CheckoutShop['place']>(async () => {
    throw new CallError('forbidden', 403, 'You are blocked')
  })
  await openPage(await pageOf(shopOf({ place, known: async () => person }), cartWith()), {})
  expect(await screen.findByText(/mei@example.com · from your sign-up/)).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /^Email/ })).toBeNull()
  await user.click(await button('Pay NT$1,340'))
  expect(place.mock.calls[0]?.[0]).toMatchObject({ personal: person })
})

test('ORDER-201 A line opens to be changed with its field in hand, and folds back to its button', async ({
  openPage,
  user,
}) => {
  await openPage(await pageOf(shopOf({ known: async () => person }), cartWith()), {})
  await user.click(await button('Edit: Invoice'))
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('invoiceKind')
  expect(screen.getByRole('region', { name: 'Invoice' })).toBeDefined()
  await user.click(await button('Done: Invoice'))
  await expect.poll(() => document.activeElement).toBe(await button('Edit: Invoice'))
  expect(screen.queryByRole('radio', { name: /^Company/ })).toBeNull()
})

test('ORDER-202 A store is searched for and chosen with one tap, and the line folds', async ({ openPage, user }) => {
  const methods = async () => ({
    deliveries: [record(DeliveryMethod, { type: 'store', fee: 6000 })],
    payments: [{ method: 'card' as const, fee: 0, least: null, most: null }],
    isTest: true,
  })
  await openPage(await pageOf(shopOf({ methods, known: async () => person }), cartWith()), {})
  await user.click(await button('Choose store to pay NT$1,340'))
  const search = await screen.findByRole('searchbox', { name: 'Find a store' })
  await expect.poll(() => document.activeElement).toBe(search)
  await fill(user, search, '鶯陶')
  await user.click(await button(/^7-ELEVEN 鶯陶門市/))
  await expect.poll(() => document.activeElement).toBe(await button('Edit: Delivery'))
  expect(screen.getByText(/^7-ELEVEN 鶯陶門市/)).toBeDefined()
  expect(await button('Pay NT$1,340')).toBeDefined()
})

test('ORDER-203 A mistyped e-mail is asked about, and mended with one tap', async ({ openPage, user }) => {
  await openPage(await pageOf(shopOf(), cartWith()), {})
  const email = await field(/^Email/)
  await fill(user, email, 'mei@gmial.con')
  expect(screen.queryByText(/Did you mean/)).toBeNull()
  await user.tab()
  await user.click(await button('Use it: mei@gmail.com'))
  expect(email).toHaveProperty('value', 'mei@gmail.com')
  expect(screen.queryByText(/Did you mean/)).toBeNull()
})

test('ORDER-204 Who sells, the terms and the returns can be read before paying, and nothing is lost by it', async ({
  openPage,
  user,
}) => {
  const seller = { name: 'ChiRi', imgUrl: '', legalName: 'ChiRi Ltd.', taxId: '04595252', contactLink: '' }
  const methods = async () => ({
    deliveries: [record(DeliveryMethod, { type: 'self', fee: 6000 })],
    payments: [{ method: 'card' as const, fee: 0, least: null, most: null }],
    seller: { ...seller, legalAddress: '58 Kiln Rd.', legalPhone: '' },
  })
  await openPage(await pageOf(shopOf({ methods }), cartWith()), {})
  await fill(user, await field(/^Full name/), 'Mei Lin')
  await user.click(await button('terms and return policy'))
  expect(await screen.findByText('Tax ID 04595252')).toBeDefined()
  expect(screen.getByText(/within 7 days/)).toBeDefined()
  await user.click((await screen.findAllByRole('button', { name: 'Back to checkout' })).at(-1) ?? document.body)
  expect(await field(/^Full name/)).toHaveProperty('value', 'Mei Lin')
  await expect.poll(async () => document.activeElement === (await button('terms and return policy'))).toBe(true)
})

test('ORDER-205 A place whose quantity is fixed is not told to buy more for free delivery', async ({ openPage }) => {
  const methods = async () => ({
    deliveries: [record(DeliveryMethod, { type: 'store', fee: 6000, freeFrom: 150000 })],
    payments: [{ method: 'card' as const, fee: 0, least: null, most: null }],
  })
  const { set: _, ...fixed } = cartWith()
  await openPage(await pageOf(shopOf({ methods, person }), fixed), {})
  expect(await screen.findByText(/mei@example.com/)).toBeDefined()
  expect(screen.queryByText(/for free delivery/)).toBeNull()
})

test('ORDER-206 A line with too little stock offers what is left, and nothing is paid until then', async ({
  openPage,
  user,
}) => {
  const set = vi.fn(async () => undefined)
  await openPage(await pageOf(shopOf({ person }), cartWith({ cart: cartOf({ left: 1 }), set })), {})
  expect(await button(/^Pay/)).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Change to 1' }))
  expect(set).toHaveBeenCalledWith(variantId, 1)
})

test('ORDER-207 A quantity that the server refuses is said in its words', async ({ openPage, user }) => {
  const set = vi.fn(async () => {
    throw new CallError('soldOut', 409, 'Only 2 left')
  })
  await openPage(await pageOf(shopOf(), cartWith({ set })), {})
  await user.click(await screen.findByRole('button', { name: /^Increase Bowl/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Only 2 left')
})

test('ORDER-208 A shop without a way to pay says so, and its checkout can not be finished', async ({ openPage }) => {
  const methods = async () => ({ deliveries: [record(DeliveryMethod, { type: 'self' })], payments: [] })
  await openPage(await pageOf(shopOf({ methods, person }), cartWith()), {})
  expect((await screen.findAllByRole('alert')).at(0)?.textContent).toContain('hasn’t set up a payment method')
  expect(await button(/NT\$1,280$/)).toHaveProperty('disabled', true)
})

test('ORDER-209 An empty cart has nothing to pay, and leads back', async ({ openPage, user }) => {
  const onClose = vi.fn()
  await openPage(await pageOf(shopOf(), cartWith({ cart: record(Cart, {}) }), onClose), {})
  expect(await screen.findByText('Your cart is empty')).toBeDefined()
  expect(screen.queryByRole('button', { name: /pay/i })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep browsing' }))
  expect(onClose).toHaveBeenCalled()
})
