import { ownLinkRoutes } from '@kaimai/contract/association/own-link.routes.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { ownCommissionRoutes } from '@kaimai/contract/commission/own-commission.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../../test/page.tsx'
import { idOf, record } from '../../../../test/record.ts'
import { fill } from '../../../../test/user.ts'
import type { Wire } from '../../../../test/wire.ts'
import { audiencePage } from '../partner.audience.tsx'

const data = { partnerId: idOf(1) }
const partner = record(OwnPartner, {
  id: data.partnerId,
  name: 'Mei',
  firmName: 'ChiRi',
  currency: 'TWD',
  commissionLetters: true,
})

const signedOut = (wire: Wire) =>
  wire.answer(partnerSessionRoutes.show, () => {
    throw fail('signedOut')
  })

const loggedIn = (wire: Wire) => {
  wire.answer(partnerSessionRoutes.show, () => partner)
  wire.answer(effectRoutes.partnerByDay, () => [])
  wire.answer(effectRoutes.partnerByLink, () => [])
  wire.answer(ownLinkRoutes.list, () => [])
  wire.answer(ownCommissionRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(ownCommissionRoutes.statements, () => ({ items: [], total: 0 }))
}

test('PARTNER-411 Who forgot the password asks for a link by e-mail, and reads the same whether the address is known', async ({
  wire,
  openPage,
  user,
}) => {
  signedOut(wire)
  wire.answer(partnerSessionRoutes.forgotPassword, () => ({}))
  await openPage(audiencePage, data)
  await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }))
  await user.click(await screen.findByRole('button', { name: 'Send link' }))
  await screen.findByText('Fill in this field')
  expect(wire.sent(partnerSessionRoutes.forgotPassword)).toEqual([])
  await fill(user, screen.getByRole('textbox', { name: 'Email' }), 'mei@example.com')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect((await screen.findByRole('status')).textContent).toContain('If mei@example.com is your login email')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(wire.sent(partnerSessionRoutes.forgotPassword)).toEqual([
    { body: { partnerId: data.partnerId, email: 'mei@example.com' } },
  ])
  await user.click(screen.getByRole('button', { name: 'Back to login' }))
  await screen.findByRole('heading', { level: 1, name: 'Partner login' })
})

test('PARTNER-412 Who asks too often reads so, and the address stays', async ({ wire, openPage, user }) => {
  signedOut(wire)
  wire.answer(partnerSessionRoutes.forgotPassword, () => {
    throw fail('tooManyRequests')
  })
  await openPage(audiencePage, data)
  await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }))
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
  await fill(user, email, 'mei@example.com')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByRole('alert')
  expect(email.value).toBe('mei@example.com')
})

test('PARTNER-413 Letters about commissions are switched off, and stay on where that failed', async ({
  wire,
  openPage,
  user,
}) => {
  loggedIn(wire)
  wire.answer(partnerSessionRoutes.changeLetters, () => {
    throw fail('busy')
  })
  await openPage(audiencePage, data)
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Email me about new commissions' })
  expect(box.checked).toBe(true)
  await user.click(box)
  await screen.findByRole('alert')
  await expect.poll(() => box.checked).toBe(true)
  wire.answer(partnerSessionRoutes.changeLetters, ({ body }) => ({ ...partner, ...body }))
  await user.click(box)
  await expect.poll(() => box.checked).toBe(false)
  expect(wire.sent(partnerSessionRoutes.changeLetters).map(({ body }) => body)).toEqual([
    { commissionLetters: false },
    { commissionLetters: false },
  ])
})
