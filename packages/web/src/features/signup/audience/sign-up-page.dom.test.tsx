import { fail } from '@kaimai/contract/common/error.ts'
import { PublicSession, PublicSignup, publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { test } from '../../../../test/page.tsx'
import { idOf, record } from '../../../../test/record.ts'
import { fill } from '../../../../test/user.ts'
import type { Wire } from '../../../../test/wire.ts'
import { audiencePage } from '../sign-up.audience.tsx'

const now = Date.now()
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const session = (n: number, title: string, parts: Partial<(typeof PublicSession)['_input']> = {}) =>
  record(PublicSession, {
    key: `s${n}`,
    liveId: idOf(n),
    title,
    beginAt: at(n * 60),
    endAt: at(n * 60 + 60),
    state: 'open',
    ...parts,
  })
const page = record(PublicSignup, {
  customUrl: 'kiln',
  pageType: 'free',
  ticket: null,
  signupTitle: 'An evening at the kiln',
  colorToneId: '#94500f',
  sessions: [session(1, 'Saturday'), session(2, 'Sunday')],
  now: new Date(now).toISOString(),
})

const answers = (wire: Wire) => {
  wire.answer(publicSignupRoutes.page, () => page)
  wire.answer(publicSignupRoutes.seen, () => ({}))
  wire.answer(publicSignupRoutes.signUp, () => ({
    result: 'signedUp' as const,
    links: [1, 2].map((n) => ({ key: `s${n}`, liveId: idOf(n), path: `/stream/abc/key${n}` })),
    eventId: '',
  }))
}
const fillIn = async (user: UserEvent) => {
  await fill(user, screen.getByRole('textbox', { name: /^Full name/ }), 'Mei')
  await fill(user, screen.getByRole('textbox', { name: /^Mobile/ }), '0912345678')
  await fill(user, screen.getByRole('textbox', { name: /^Email/ }), 'mei@example.com')
  await user.click(screen.getByRole('checkbox', { name: /^I agree/ }))
}
const submit = () => screen.getByRole('button', { name: /^Sign up free/ })

test('SIGNUP-33 A sign-up sends who it is and the chosen session, and shows the personal link', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire)
  await openPage(audiencePage, page)
  await user.click(await screen.findByRole('radio', { name: /Sunday/ }))
  await fillIn(user)
  await user.click(submit())
  expect(await screen.findByRole('heading', { name: 'Sign up success' })).toBeDefined()
  const link = await screen.findByRole('link', { name: /stream\/abc\/key2/ })
  expect(link.getAttribute('href')).toBe('http://localhost/stream/abc/key2')
  expect(wire.sent(publicSignupRoutes.signUp)).toMatchObject([
    { body: { customUrl: 'kiln', liveIds: [idOf(2)], name: 'Mei', email: 'mei@example.com', consent: true } },
  ])
})

test('SIGNUP-34 What is wrong with a field is said as it is left, and goes as it is put right', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire)
  await openPage(audiencePage, page)
  const email = await screen.findByRole('textbox', { name: /^Email/ })
  await user.type(email, 'mei@')
  await user.tab()
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await user.type(email, 'example.com')
  await user.tab()
  await expect.poll(() => email.getAttribute('aria-invalid')).not.toBe('true')
})

test('SIGNUP-35 Without consent nothing is sent, and the box is where one is led', async ({ wire, openPage, user }) => {
  answers(wire)
  await openPage(audiencePage, page)
  await screen.findByRole('textbox', { name: /^Full name/ })
  await fillIn(user)
  const consent = screen.getByRole('checkbox', { name: /^I agree/ })
  await user.click(consent)
  await user.click(submit())
  await expect.poll(() => consent.getAttribute('aria-invalid')).toBe('true')
  expect(wire.sent(publicSignupRoutes.signUp)).toEqual([])
})

test('SIGNUP-36 A session that filled up meanwhile is said, another one is proposed, and what was typed stays', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire)
  await openPage(audiencePage, page)
  await screen.findByRole('textbox', { name: /^Full name/ })
  await fillIn(user)
  wire.answer(publicSignupRoutes.signUp, () => {
    throw fail('soldOut')
  })
  wire.answer(publicSignupRoutes.page, () => ({
    ...page,
    sessions: [session(1, 'Saturday', { state: 'full', left: 0 }), session(2, 'Sunday')],
  }))
  await user.click(submit())
  await expect.poll(() => screen.getByRole('radio', { name: /Sunday/ })).toHaveProperty('checked', true)
  expect(screen.getByText(/Sold out/)).toBeDefined()
  expect(screen.getByRole('textbox', { name: /^Full name/ })).toHaveProperty('value', 'Mei')
})

test('SIGNUP-37 Too many tries are said above the button, and the same press tries again', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire)
  await openPage(audiencePage, page)
  await screen.findByRole('textbox', { name: /^Full name/ })
  await fillIn(user)
  wire.answer(publicSignupRoutes.signUp, () => {
    throw fail('tooManyRequests')
  })
  await user.click(submit())
  const bar = submit().closest<HTMLElement>('[data-bottom-bar]') ?? document.body
  await expect.poll(() => within(bar).getByRole('alert').textContent).toContain('Too many requests')
  answers(wire)
  await user.click(submit())
  expect(await screen.findByRole('heading', { name: 'Sign up success' })).toBeDefined()
})
