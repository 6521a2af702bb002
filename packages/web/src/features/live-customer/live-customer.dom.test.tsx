import { LiveRow, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { liveCustomer } from '@kaimai/contract/live-customer/live-customer.resource.ts'
import { liveCustomerRoutes } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const live = record(LiveRow, { id: idOf(1), liveName: 'Kiln day' })
const mei = record(liveCustomer.Record, {
  id: idOf(2),
  liveId: live.id,
  liveName: 'Kiln day',
  name: 'Mei',
  phone: '+886912345678',
  email: 'mei@example.com',
})
const has = (wire: Wire) => {
  wire.answer(liveRoutes.list, () => ({ items: [live], total: 1 }))
  wire.answer(liveCustomerRoutes.list, () => ({ items: [mei], total: 1 }))
  wire.answer(liveCustomerRoutes.counts, () => ({ all: 1 }))
}

test('LIVE-CUSTOMER-20 The list of a live says who is invited, and a pasted list what became of each of its lines', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(liveCustomerRoutes.addMany, () => ({
    added: 2,
    known: 1,
    dropped: { noContact: 0, invalid: 0, noName: 3, duplicate: 0 },
  }))
  await open(paths.liveCustomers({ liveId: live.id }))
  const row = (await screen.findByRole('link', { name: 'Mei' })).closest('tr')
  expect(row?.textContent).toContain('0912-345-678')
  await user.click(screen.getByRole('button', { name: 'Paste list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Paste list' })
  await fill(user, within(dialog).getByRole('textbox', { name: /^List/ }), 'Mei, mei@example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Add to list' }))
  const became = await within(dialog).findByRole('status')
  expect(became.textContent).toBe('Added: 2Already on the list: 1No name: 3')
  expect(wire.sent(liveCustomerRoutes.addMany).map(({ body }) => body)).toEqual([
    { liveId: live.id, text: 'Mei, mei@example.com' },
  ])
})

test('LIVE-CUSTOMER-21 Somebody who is added is invited to the live that the list shows, and without a contact the form says so', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(liveCustomerRoutes.create, () => mei)
  await open(paths.liveCustomers({ liveId: live.id }))
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const drawer = await screen.findByRole('dialog', { name: 'Add person' })
  await fill(user, within(drawer).getByRole('textbox', { name: /^Name/ }), 'Mei')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  expect(await within(drawer).findByText('Enter an email or a phone number')).toBeDefined()
  await fill(user, within(drawer).getByRole('textbox', { name: /^Phone/ }), '0912 345 678')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await screen.findByText('“Mei” saved')
  expect(wire.sent(liveCustomerRoutes.create).map(({ body }) => body)).toEqual([
    { liveId: live.id, name: 'Mei', phone: '+886912345678', email: '', language: 'zh-TW' },
  ])
})
