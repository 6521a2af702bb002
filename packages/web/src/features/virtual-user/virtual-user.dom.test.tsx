import { fail } from '@kaimai/contract/common/error.ts'
import { virtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const mei = record(virtualUser.Record, { id: idOf(1), name: 'Mei', userImgId: 'a' })
const jack = record(virtualUser.Record, { id: idOf(2), name: 'Jack', userImgId: 'b' })

const has = (wire: Wire, users: readonly (typeof mei)[]) => {
  wire.answer(virtualUserRoutes.list, () => ({ items: users, total: users.length }))
  wire.answer(virtualUserRoutes.images, () => ({ images: [{ userImgId: 'a', userImgUrl: '', own: false }] }))
}

test('VIRTUAL-USER-9 A virtual user that was deleted comes back by undo, with name and picture', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [mei])
  wire.answer(virtualUserRoutes.removeMany, () => ({ removed: 1 }))
  wire.answer(virtualUserRoutes.createMany, () => ({ created: [mei], already: [] }))
  await open(paths.manageVirtualUser())
  await user.click(await screen.findByRole('button', { name: 'More actions: Mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('1 restored')
  expect(wire.sent(virtualUserRoutes.removeMany)).toEqual([{ body: { ids: [mei.id] } }])
  expect(wire.sent(virtualUserRoutes.createMany)).toEqual([{ body: { users: [{ name: 'Mei', userImgId: 'a' }] } }])
})

test('VIRTUAL-USER-10 A name changed in its place is kept by Enter, and let be by Escape', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [mei, jack])
  wire.answer(virtualUserRoutes.change, () => mei)
  await open(paths.manageVirtualUser())
  for (const [name, keys] of [
    ['Mei', '{Escape}'],
    ['Jack', '{Enter}'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await user.type(await screen.findByRole('textbox', { name: `New name for ${name}` }), ` Lin${keys}`)
  }
  await expect.poll(() => wire.sent(virtualUserRoutes.change)).toHaveLength(1)
  expect(wire.sent(virtualUserRoutes.change)[0]).toMatchObject({
    params: { id: jack.id },
    body: { name: 'Jack Lin', userImgId: 'b' },
  })
})

test('VIRTUAL-USER-11 A pasted list of names is counted without twins, and sent at once', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [mei])
  wire.answer(virtualUserRoutes.createMany, () => ({ created: [jack], already: ['Mei'] }))
  await open(paths.manageVirtualUser())
  await user.click(await screen.findByRole('button', { name: 'Add in bulk' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add virtual users in bulk' })
  await user.click(within(dialog).getByRole('textbox', { name: /Names/ }))
  await user.paste('Mei\nJack\nJack\n')
  await user.click(within(dialog).getByRole('button', { name: 'Add 2' }))
  expect(await screen.findByText(/1 already exists and wasn’t added: Mei/)).toBeDefined()
  expect(wire.sent(virtualUserRoutes.createMany)).toEqual([{ body: { users: [{ name: 'Mei' }, { name: 'Jack' }] } }])
})

test('VIRTUAL-USER-12 More names than can be made at once are refused before they are sent, with the limit', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [mei])
  await open(paths.manageVirtualUser())
  await user.click(await screen.findByRole('button', { name: 'Add in bulk' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add virtual users in bulk' })
  const names = Array.from({ length: 501 }, (_, at) => `Name ${at}`).join('\n')
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Names/ }), { target: { value: names } })
  expect(await within(dialog).findByText('Up to 500 at a time')).toBeDefined()
})

test('VIRTUAL-USER-13 Virtual users that could not be loaded are asked for again', async ({ wire, open, user }) => {
  has(wire, [])
  wire.answer(virtualUserRoutes.list, () => {
    throw fail('internal')
  })
  await open(paths.manageVirtualUser())
  await screen.findByText('Couldn’t load virtual users')
  has(wire, [mei])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /Edit Mei/ })).toBeDefined()
})
