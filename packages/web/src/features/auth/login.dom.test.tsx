import { fail } from '@kaimai/contract/common/error.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../test/screen.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { profileWith } from '../../lib/session/test-session.ts'

const out = { authority: null }

test('AUTH-23 A login sends account, password and the browser, and leads where the member wanted to go', async ({
  wire,
  open,
  user,
}) => {
  wire.answer(firmRoutes.demo, () => ({}))
  wire.answer(authRoutes.login, () => profileWith('bearer', 'token'))
  const opened = await open(paths.login({ next: '/nowhere?q=1' }), out)
  await user.type(await screen.findByRole('textbox', { name: /Account/ }), ' Shop@A ')
  await user.type(screen.getByLabelText(/^Password/), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await expect.poll(opened.address).toBe('/nowhere?q=1')
  expect(wire.sent(authRoutes.login)).toEqual([
    { body: { account: 'shop@a', password: 'a long password', deviceId: 'device-new' } },
  ])
})

test('AUTH-24 A wrong password is said in an alert, and what was typed stays', async ({ wire, open, user }) => {
  wire.answer(firmRoutes.demo, () => ({}))
  wire.answer(authRoutes.login, () => {
    throw fail('wrongCredentials')
  })
  await open(paths.login(), out)
  await user.type(await screen.findByRole('textbox', { name: /Account/ }), 'shop')
  await user.type(screen.getByLabelText(/^Password/), 'wrong{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect account or password')
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'wrong')
})
