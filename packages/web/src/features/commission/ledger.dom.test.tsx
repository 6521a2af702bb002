import { commissionErrors } from '@kaimai/contract/commission/commission.errors.ts'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { Commission, Payout, PayoutItem, Statement } from '@kaimai/contract/commission/commission.schema.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { LinkEffect } from '@kaimai/contract/commission/effect.schema.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const hasPartners = (wire: Wire) => wire.answer(partnerRoutes.list, () => ({ items: [], total: 0 }))

test('COMMISSION-300 A commission says whether it is pending, what a refund took back, or why it earned nothing', async ({
  wire,
  open,
}) => {
  hasPartners(wire)
  const sale = { currency: 'TWD', rateKind: 'percent', basisPoints: 1_000 } as const
  const rows = [
    record(Commission, {
      ...sale,
      id: idOf(1),
      orderNo: 'KM1',
      base: 680_00,
      amount: 68_00,
      reversed: -10_00,
      state: 'pending',
    }),
    record(Commission, { ...sale, id: idOf(2), orderNo: 'KM2', selfPurchase: 'phone', state: 'due' }),
    record(Commission, { ...sale, id: idOf(3), orderNo: 'KM3', state: 'due' }),
  ]
  wire.answer(commissionRoutes.list, () => ({ items: rows, total: 3 }))
  await open(paths.associationCommissions())
  const rowOf = async (orderNo: string) => (await screen.findByText(orderNo)).closest('tr')?.textContent ?? ''
  expect(await rowOf('KM1')).toMatch(/Pending.*Payable from.*NT\$680.*10%.*NT\$68.*−NT\$10/)
  expect(await rowOf('KM2')).toMatch(/No commission.*Own purchase \(same phone\)/)
  expect(await rowOf('KM3')).toContain('Confirmed')
})

test('COMMISSION-301 A statement says whether it is to be paid, in a payout, or carried on, also as a debt', async ({
  wire,
  open,
}) => {
  hasPartners(wire)
  const of = { month: '2026-02', currency: 'TWD' } as const
  const rows = [
    record(Statement, { ...of, id: idOf(1), partnerName: 'Mei', total: 900_00, payable: 900_00 }),
    record(Statement, { ...of, id: idOf(2), partnerName: 'Jack', payable: 700_00, payoutId: idOf(9) }),
    record(Statement, { ...of, id: idOf(3), partnerName: 'Amy', total: -40_00, carriedOn: -40_00 }),
  ]
  wire.answer(commissionRoutes.statements, () => ({ items: rows, total: 3 }))
  await open(paths.associationStatements())
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent ?? ''
  expect(await rowOf('Mei')).toMatch(/February 2026.*To pay.*NT\$900/)
  expect(await rowOf('Jack')).toContain('In a payout')
  expect(await rowOf('Amy')).toMatch(/Carried to next month.*−NT\$40 carried over/)
})

const made = record(Payout, {
  id: idOf(1),
  state: 'made',
  currency: 'TWD',
  createdBy: 'Lin',
  items: [
    record(PayoutItem, {
      partnerId: idOf(5),
      partnerName: 'Mei',
      gross: 30_000_00,
      tax: 3_000_00,
      premium: 633_00,
      net: 26_367_00,
      accountEnd: '78901',
    }),
  ],
})

test('COMMISSION-302 A payout is undone until it is marked as sent, each after a question; then its file alone is left', async ({
  wire,
  open,
  user,
}) => {
  let payout = made
  wire.answer(commissionRoutes.payouts, () => ({ items: [payout], total: 1 }))
  wire.answer(commissionRoutes.markSent, () => (payout = { ...made, state: 'sent', settledAt: made.createdAt }))
  await open(paths.associationPayouts())
  const menu = async () => user.click(await screen.findByRole('button', { name: /^More actions/ }))
  const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  await menu()
  expect(await items()).toEqual(['Download bank file', 'Mark as sent', 'Undo payout'])
  await user.click(screen.getByRole('menuitem', { name: 'Mark as sent' }))
  const question = await screen.findByRole('dialog', { name: 'Mark NT$26,367 as sent?' })
  expect(wire.sent(commissionRoutes.markSent)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Mark as sent' }))
  await screen.findByText('Payout marked as sent')
  await screen.findByText('Sent', { exact: true })
  await menu()
  expect(await items()).toEqual(['Download bank file'])
})

test('COMMISSION-303 A payout opens with each transfer: what was earned, what is kept for the tax office, what goes out', async ({
  wire,
  open,
  user,
}) => {
  wire.answer(commissionRoutes.payouts, () => ({ items: [made], total: 1 }))
  await open(paths.associationPayouts())
  const [row] = await screen.findAllByText('Lin')
  await user.click(row as HTMLElement)
  const drawer = await screen.findByRole('dialog')
  for (const text of ['Mei', 'Ending in 78901', 'NT$30,000', 'NT$3,000', 'NT$633'])
    expect(drawer.textContent).toContain(text)
})

test('COMMISSION-304 Where nothing is to be paid the dialog says why, and stays', async ({ wire, open, user }) => {
  wire.answer(commissionRoutes.payouts, () => ({ items: [], total: 0 }))
  wire.answer(commissionRoutes.makePayout, () => {
    throw fail('conflict', { reason: commissionErrors.payoutNothingDue })
  })
  await open(paths.associationPayouts())
  await user.click(await screen.findByRole('button', { name: 'Create payout' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create payout' })
  await user.click(within(dialog).getByRole('button', { name: 'Create payout' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no statement to pay yet')
})

test('COMMISSION-305 Results are asked for by link, form and day of a period in the address', async ({
  wire,
  open,
  user,
}) => {
  hasPartners(wire)
  const link = record(LinkEffect, {
    associationId: idOf(1),
    code: 'mei',
    partnerName: 'Mei',
    clicks: 12,
    sales: 680_00,
  })
  wire.answer(effectRoutes.firmByLink, () => [link])
  wire.answer(effectRoutes.firmByForm, () => [])
  await open(paths.associationResults({ from: '2026-02-01', to: '2026-02-28' }))
  expect((await screen.findByText('mei')).closest('tr')?.textContent).toMatch(/Mei.*12.*NT\$680/)
  await user.click(screen.getByRole('radio', { name: 'By form' }))
  await screen.findByText('No results in this period')
  const query = { from: '2026-02-01', to: '2026-02-28' }
  expect(wire.sent(effectRoutes.firmByLink)).toEqual([{ query }])
  expect(wire.sent(effectRoutes.firmByForm)).toEqual([{ query }])
})
