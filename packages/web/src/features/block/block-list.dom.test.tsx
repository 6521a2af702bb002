import { Block, BlockCandidate, blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const troll = record(Block, { id: idOf(1), name: 'Troll', state: 'permanent', liveId: null })
const guest = record(Block, { id: idOf(2), name: 'Guest', state: 'temporary', liveId: idOf(9), liveName: 'Kiln day' })

const has = (wire: Wire, blocks: readonly (typeof troll)[]) => {
  wire.answer(blockRoutes.list, () => ({ items: blocks, total: blocks.length }))
  wire.answer(blockRoutes.counts, () => ({ active: blocks.length, temporary: 1, permanent: 1, cancelled: 0 }))
  wire.answer(blockRoutes.candidates, () => ({
    viewers: [record(BlockCandidate, { liveUserId: idOf(5), name: 'Loud one' })],
  }))
  wire.answer(liveRoutes.list, () => ({ items: [], total: 0 }))
}

test('BLOCK-7 A block of all lives is ended by the call of its kind, and brought back by undo', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [troll, guest])
  wire.answer(blockRoutes.cancelPermanent, () => troll)
  wire.answer(blockRoutes.again, () => troll)
  await open(paths.manageBlacklist())
  await user.click(await screen.findByRole('button', { name: 'More actions: Troll' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Unblock' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect.poll(() => wire.sent(blockRoutes.again)).toEqual([{ params: { id: troll.id } }])
  expect(wire.sent(blockRoutes.cancelPermanent)).toEqual([{ params: { id: troll.id } }])
})

test('BLOCK-8 A person is blocked from all lives only after a question', async ({ wire, open, user }) => {
  has(wire, [guest])
  wire.answer(blockRoutes.makePermanent, () => guest)
  await open(paths.manageBlacklist())
  await user.click(await screen.findByRole('button', { name: 'More actions: Guest' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Block from all lives' }))
  const question = await screen.findByRole('dialog', { name: 'Block “Guest” from all lives?' })
  expect(wire.sent(blockRoutes.makePermanent)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Block from all lives' }))
  expect(await screen.findByText('“Guest” blocked from all lives')).toBeDefined()
  expect(wire.sent(blockRoutes.makePermanent)).toEqual([{ params: { id: guest.id } }])
})

test('BLOCK-9 Several people are unblocked in one call', async ({ wire, open, user }) => {
  has(wire, [troll, guest])
  wire.answer(blockRoutes.cancelMany, () => ({ cancelled: 2 }))
  await open(paths.manageBlacklist())
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Unblock' }))
  const question = await screen.findByRole('dialog', { name: 'Unblock 2 people?' })
  await user.click(within(question).getByRole('button', { name: 'Unblock' }))
  expect(await screen.findByText('2 people unblocked')).toBeDefined()
  expect(wire.sent(blockRoutes.cancelMany)).toEqual([{ body: { ids: [troll.id, guest.id] } }])
})

test('BLOCK-18 Somebody is blocked in advance by phone, and not without anything to know them by', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [])
  wire.answer(blockRoutes.create, () => troll)
  await open(paths.manageBlacklist({ add: '1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Block someone' })
  await user.click(within(dialog).getByRole('radio', { name: 'Phone or email' }))
  await user.click(within(dialog).getByRole('button', { name: 'Block' }))
  const phone = within(dialog).getByRole('textbox', { name: /^Phone/ })
  await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
  await user.type(phone, '0912 345 678')
  await user.click(within(dialog).getByRole('button', { name: 'Block' }))
  expect(await screen.findByText('“Troll” blocked')).toBeDefined()
  expect(wire.sent(blockRoutes.create)).toMatchObject([{ body: { liveId: null, liveUserId: null, email: null } }])
})
