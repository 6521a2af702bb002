import { OwnLink, ownLinkRoutes } from '@kaimai/contract/association/own-link.routes.ts'
import { DayEffect } from '@kaimai/contract/commission/effect.schema.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { OwnCommission, OwnStatement, ownCommissionRoutes } from '@kaimai/contract/commission/own-commission.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import { partnerErrors } from '@kaimai/contract/partner/partner.errors.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
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
  pending: 100_00,
  owed: 350_00,
})
const day = record(DayEffect, { day: '2026-03-02', clicks: 12, signups: 3, orders: 1, sales: 1_280_00 })
const link = record(OwnLink, {
  id: idOf(2),
  name: 'Spring posts',
  code: 'mei',
  rateKind: 'percent',
  basisPoints: 1_050,
  pages: [{ title: 'An evening at the kiln', path: '/f/kiln?a=mei' }],
})
const sale = (n: number, given: Partial<OwnCommission> = {}) =>
  record(OwnCommission, {
    id: idOf(n),
    code: 'mei',
    buyer: '林○穎',
    currency: 'TWD',
    base: 1_000_00,
    amount: 100_00,
    reversed: 0,
    state: 'due',
    ...given,
  })

const signedOut = (wire: Wire) =>
  wire.answer(partnerSessionRoutes.show, () => {
    throw fail('signedOut')
  })

const loggedIn = (wire: Wire) => {
  wire.answer(partnerSessionRoutes.show, () => partner)
  wire.answer(effectRoutes.partnerByDay, () => [day])
  wire.answer(effectRoutes.partnerByLink, () => [])
  wire.answer(ownLinkRoutes.list, () => [link])
  wire.answer(ownCommissionRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(ownCommissionRoutes.statements, () => ({ items: [], total: 0 }))
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

afterEach(() => {
  location.hash = ''
})

test('PARTNER-20 Who is not logged in is asked for e-mail and password, and comes in with them', async ({
  wire,
  openPage,
  user,
}) => {
  signedOut(wire)
  wire.answer(partnerSessionRoutes.login, () => ({}))
  await openPage(audiencePage, data)
  await fill(user, await screen.findByRole('textbox', { name: 'Email' }), 'mei@example.com')
  await fill(user, screen.getByLabelText('Password'), 'a long and good password')
  loggedIn(wire)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('heading', { level: 1, name: 'Hi, Mei' })
  expect(wire.sent(partnerSessionRoutes.login)[0]?.body).toEqual({
    partnerId: data.partnerId,
    email: 'mei@example.com',
    password: 'a long and good password',
  })
})

test('PARTNER-21 A wrong password is said, empties the password alone, and can be tried again', async ({
  wire,
  openPage,
  user,
}) => {
  signedOut(wire)
  wire.answer(partnerSessionRoutes.login, () => {
    throw fail('wrongCredentials')
  })
  await openPage(audiencePage, data)
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await fill(user, email, 'mei@example.com')
  await fill(user, screen.getByLabelText('Password'), 'a wrong password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password')
  expect(email).toHaveProperty('value', 'mei@example.com')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(wire.sent(partnerSessionRoutes.login)).toHaveLength(1)
})

test('PARTNER-22 The link of the shop sets a password, leaves the address, and leads to the login', async ({
  wire,
  openPage,
  user,
}) => {
  signedOut(wire)
  wire.answer(partnerSessionRoutes.setPassword, () => ({}))
  location.hash = '#token=a-token'
  await openPage(audiencePage, data)
  await fill(user, await screen.findByLabelText('New password'), 'a long and good password')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect((await screen.findByText('Your password is set. Log in with it.')).getAttribute('role')).toBe('status')
  expect(wire.sent(partnerSessionRoutes.setPassword)[0]?.body).toMatchObject({ token: 'a-token' })
  expect(location.hash).toBe('')
})

test('PARTNER-23 A link that is over says to ask the shop for a new one', async ({ wire, openPage, user }) => {
  wire.answer(partnerSessionRoutes.setPassword, () => {
    throw fail('gone', { reason: partnerErrors.partnerLinkOver })
  })
  location.hash = '#token=an-old-token'
  await openPage(audiencePage, data)
  await fill(user, await screen.findByLabelText('New password'), 'a long and good password')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect((await screen.findByRole('alert')).textContent).toBe(partnerErrors.partnerLinkOver.en)
})

test('PARTNER-24 The session of another partner shows nothing here: the page asks to log in', async ({
  wire,
  openPage,
}) => {
  loggedIn(wire)
  wire.answer(partnerSessionRoutes.show, () => ({ ...partner, id: idOf(9), name: 'Kai' }))
  await openPage(audiencePage, data)
  await screen.findByRole('heading', { level: 1, name: 'Partner login' })
  expect(screen.queryByText(/Kai/)).toBeNull()
})

test('PARTNER-25 It shows today, what is due and pending, and links that can be handed on', async ({
  wire,
  openPage,
  user,
}) => {
  loggedIn(wire)
  await openPage(audiencePage, data)
  const today = await part('Today')
  await today.findByText('12')
  today.getByText('NT$1,280')
  const owed = await part('Your commission')
  owed.getByText('NT$250')
  owed.getByText('NT$100')
  const links = await part('Your links')
  await links.findByRole('heading', { name: 'Spring posts' })
  links.getByText('You earn 10.5% of sales')
  const url = 'http://localhost/f/kiln?a=mei'
  expect(links.getByRole('link', { name: url })).toHaveProperty('href', url)
  await user.click(links.getByRole('button', { name: 'QR code' }))
  await links.findByRole('img', { name: 'QR code for “An evening at the kiln”' })
  await user.click(links.getByText('Ready-made posts'))
  links.getByText(`Join me at “An evening at the kiln”. Sign up here: ${url} (paid partnership)`)
})

test('PARTNER-26 Commissions come in pages, with what was taken back, and statements say how far their payment is', async ({
  wire,
  openPage,
  user,
}) => {
  loggedIn(wire)
  wire.answer(ownCommissionRoutes.list, ({ query }) =>
    query.cursor === undefined
      ? { items: [sale(3, { reversed: -40_00 })], total: 2, cursor: 'next' }
      : { items: [sale(4, { buyer: '', isOwnPurchase: true, amount: 0 })], total: 2 },
  )
  wire.answer(ownCommissionRoutes.statements, () => ({
    items: [
      record(OwnStatement, {
        id: idOf(5),
        month: '2026-02',
        currency: 'TWD',
        earned: 600_00,
        reversed: 0,
        carried: 0,
        total: 600_00,
        state: 'sent',
      }),
    ],
    total: 1,
  }))
  await openPage(audiencePage, data)
  const commissions = await part('Commissions')
  await commissions.findByText('林○穎')
  commissions.getByText('NT$60')
  await user.click(commissions.getByRole('button', { name: 'Show more commissions' }))
  await commissions.findByText('Your own orders don’t earn commission')
  commissions.getByText('林○穎')
  expect(commissions.queryByRole('button')).toBeNull()
  const statements = await part('Statements')
  await statements.findByText('February 2026')
  statements.getByText('Paid out')
})

test('PARTNER-27 A part that failed is asked for again by itself, and what is empty says what to do', async ({
  wire,
  openPage,
  user,
}) => {
  loggedIn(wire)
  wire.answer(ownLinkRoutes.list, () => {
    throw fail('internal')
  })
  await openPage(audiencePage, data)
  const links = await part('Your links')
  const again = await links.findByRole('button', { name: 'Try again' })
  await (await part('Commissions')).findByText(/^No commissions yet/)
  wire.answer(ownLinkRoutes.list, () => [])
  await user.click(again)
  await links.findByText(/^You don’t have an active link/)
})

test('PARTNER-28 A session that ended meanwhile leads to the login, which says so', async ({
  wire,
  openPage,
  user,
}) => {
  loggedIn(wire)
  wire.answer(ownCommissionRoutes.list, ({ query }) => {
    if (query.cursor !== undefined) throw fail('signedOut')
    return { items: [sale(3)], total: 2, cursor: 'next' }
  })
  await openPage(audiencePage, data)
  await user.click(await screen.findByRole('button', { name: 'Show more commissions' }))
  await screen.findByText('Your session has expired. Log in again.')
})

test('PARTNER-29 Logging out ends the session and shows nothing of it any more', async ({ wire, openPage, user }) => {
  loggedIn(wire)
  wire.answer(partnerSessionRoutes.end, () => ({}))
  await openPage(audiencePage, data)
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  await screen.findByText('You’re logged out.')
  expect(screen.queryByText(/Mei/)).toBeNull()
  expect(wire.sent(partnerSessionRoutes.end)).toHaveLength(1)
})
