import { fail } from '@kaimai/contract/common/error.ts'
import { roles } from '@kaimai/contract/common/access.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { FirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import { invitationRoutes, memberRoutes } from '@kaimai/contract/member/member.routes.ts'
import { Invitation, Member, RoleShown } from '@kaimai/contract/member/member.schema.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const owner = record(Member, { id: idOf(1), userName: 'Owner', role: 'owner', isMe: true })
const host = record(Member, { id: idOf(2), userName: 'Mei', role: 'host' })

const has = (wire: Wire) => {
  wire.answer(firmRoutes.show, () =>
    record(FirmSetting, { deliveryMethods: [{ type: 'self', fee: 0, freeFrom: null, note: '' }] }),
  )
  wire.answer(memberRoutes.list, () => ({ items: [owner, host], total: 2 }))
  wire.answer(memberRoutes.roles, () => roles.map((role) => record(RoleShown, { role, mayGive: role !== 'owner' })))
  wire.answer(invitationRoutes.list, () => [])
}
const address = paths.brandSetting({ section: 'members' })

test('MEMBER-28 A member’s role is changed by choosing another one, and only then it can be saved', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(memberRoutes.change, () => host)
  await open(address)
  await user.click(await screen.findByRole('button', { name: /^Mei/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Role and permissions' })
  const save = within(drawer).getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  expect(within(drawer).getByRole('radio', { name: /^Owner/ })).toHaveProperty('disabled', true)
  fireEvent.click(within(drawer).getByRole('radio', { name: /^Analyst/ }))
  await user.click(save)
  expect(await screen.findByText(/Permissions for Mei updated/)).toBeDefined()
  expect(wire.sent(memberRoutes.change)).toMatchObject([{ params: { id: host.id }, body: { role: 'analyst' } }])
})

test('MEMBER-29 A member is removed after a question, and nobody is offered to remove themselves', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(memberRoutes.remove, () => ({}))
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'More actions: Owner' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Role and permissions',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'More actions: Mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove member' }))
  const question = await screen.findByRole('dialog', { name: 'Remove Mei?' })
  await user.click(within(question).getByRole('button', { name: 'Remove member' }))
  expect(await screen.findByText('Mei removed')).toBeDefined()
  expect(wire.sent(memberRoutes.remove)).toEqual([{ params: { id: host.id } }])
})

test('MEMBER-30 An invitation that can not be sent says why in its dialog; sent again it closes', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(invitationRoutes.invite, () => {
    throw fail('tooManyRequests')
  })
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'Invite member' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite member' })
  await user.type(within(dialog).getByRole('textbox', { name: /^Email/ }), 'jack@example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Too many requests')
  wire.answer(invitationRoutes.invite, ({ body: { email, role } }) => record(Invitation, { email, role }))
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent to jack@example.com')).toBeDefined()
  expect(wire.sent(invitationRoutes.invite).at(-1)?.body).toEqual({ email: 'jack@example.com', role: 'host' })
})
