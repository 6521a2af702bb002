import { partner } from '@kaimai/contract/partner/partner.resource.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const mei = record(partner.Record, { id: idOf(1), version: 1, name: 'Mei', email: 'mei@example.com', owed: 580_00 })
const jack = record(partner.Record, { id: idOf(2), version: 1, name: 'Jack', accountEnd: '78901' })

const has = (wire: Wire) => {
  wire.answer(partnerRoutes.list, () => ({ items: [mei, jack], total: 2 }))
  wire.answer(partnerRoutes.counts, () => ({ all: 2 }))
}

test('PARTNER-300 Who deletes a partner with money due reads before and after how much is kept; one with none reads nothing of it', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  // One more order came in while the question stood.
  wire.answer(partnerRoutes.remove, ({ params }) => ({ owed: params.id === mei.id ? 600_00 : 0 }))
  await open(paths.associationSetting())
  await user.click(await screen.findByRole('button', { name: 'More actions: Mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete “Mei”?' })
  expect(question.textContent).toContain('NT$580 in commission hasn’t been paid yet')
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByText('“Mei” deleted. The unpaid NT$600 is kept and will still appear in statements')

  await user.click(await screen.findByRole('button', { name: 'More actions: Jack' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const other = await screen.findByRole('dialog', { name: 'Delete “Jack”?' })
  expect(other.textContent).not.toContain('NT$')
  await user.click(within(other).getByRole('button', { name: 'Delete' }))
  await screen.findByText('“Jack” deleted')
})

test('PARTNER-301 A link to set a password is made on a press alone, and stands there to be copied with its end', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const path = `/partner/${mei.id}#token=abc`
  wire.answer(partnerRoutes.passwordLink, () => ({ path, expiresAt: '2026-03-09T04:00:00.000Z' }))
  await open(paths.associationSetting())
  await user.click(await screen.findByRole('button', { name: 'More actions: Mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Login and password link' }))
  const dialog = await screen.findByRole('dialog', { name: 'Login for “Mei”' })
  expect(within(dialog).getByRole('group', { name: 'Partner page address' }).textContent).toContain(
    `/partner/${mei.id}`,
  )
  expect(wire.sent(partnerRoutes.passwordLink)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Create password link' }))
  const link = await within(dialog).findByRole('group', { name: 'Password link' })
  expect(link.textContent).toContain(path)
  expect(wire.sent(partnerRoutes.passwordLink)).toHaveLength(1)
})

test('PARTNER-302 An account is refused at the field that is wrong, and what is known of it are its last digits alone', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(partnerRoutes.setPayoutAccount, () => jack)
  await open(paths.associationSetting())
  await user.click(await screen.findByRole('button', { name: 'More actions: Jack' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set bank account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Bank account of “Jack”' })
  expect(dialog.textContent).toContain('ends in 78901')
  const field = (name: RegExp) => within(dialog).getByRole('textbox', { name })
  await user.type(field(/^Bank code/), '82')
  await user.type(field(/^Account number/), '0123-4567-8901')
  await user.type(field(/^Account holder/), 'Jack Lin')
  await user.click(within(dialog).getByRole('button', { name: 'Save account' }))
  await within(dialog).findByText('A bank code has 3 digits')
  expect(wire.sent(partnerRoutes.setPayoutAccount)).toEqual([])
  await user.type(field(/^Bank code/), '2')
  await user.click(within(dialog).getByRole('button', { name: 'Save account' }))
  await screen.findByText('Bank account of “Jack” saved')
  expect(wire.sent(partnerRoutes.setPayoutAccount)).toEqual([
    { params: { id: jack.id }, body: { bankCode: '822', account: '012345678901', holder: 'Jack Lin', taxId: '' } },
  ])
})
