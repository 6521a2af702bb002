import { fail } from '@kaimai/contract/common/error.ts'
import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../test/screen.tsx'
import { paths } from '../../lib/paths/paths.ts'

const out = { authority: null }

test('AUTH-25 A shop that lacks something is not sent: its first faulty field is focused and described', async ({
  wire,
  open,
  user,
}) => {
  await open(paths.register(), out)
  await user.type(await screen.findByRole('textbox', { name: /^Merchant name/ }), 'Heartwood')
  await user.type(screen.getByLabelText(/^Password/), 'short')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: /^Your name/ }))
  expect(screen.getByText('Use at least 10 characters')).toBeDefined()
  expect(wire.sent(authRoutes.register)).toEqual([])
})

test('AUTH-26 An account name that is taken is said at its field', async ({ wire, open, user }) => {
  wire.answer(authRoutes.register, () => {
    throw fail('invalid', { fields: { account: authErrors.accountTaken } })
  })
  await open(paths.register(), out)
  await user.type(await screen.findByRole('textbox', { name: /^Your name/ }), 'Mei')
  await user.type(screen.getByRole('textbox', { name: /^Email/ }), 'mei@example.com')
  const account = screen.getByRole('textbox', { name: /^Account/ })
  await user.type(account, 'mei-shop')
  await user.type(screen.getByLabelText(/^Password/), 'bowls and cups and tea{Enter}')
  await expect.poll(() => document.activeElement).toBe(account)
  expect(account.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('This account name is taken')).toBeDefined()
})
