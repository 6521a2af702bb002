import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { ownSignupRoutes } from '@kaimai/contract/signup/own-signup.routes.ts'
import { PublicSession, PublicSignup, publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { idOf, record } from '../../../../../test/record.ts'
import type { Wire } from '../../../../../test/wire.ts'
import { audiencePage } from '../../sign-up.audience.tsx'
import { wayIn } from './own-signup.tsx'

const now = Date.now()
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const session = (n: number, minutes: number) =>
  record(PublicSession, {
    key: `s${n}`,
    liveId: idOf(n),
    title: `Session ${n}`,
    beginAt: at(minutes),
    endAt: at(minutes + 60),
    state: 'open',
  })
const page = record(PublicSignup, {
  customUrl: 'kiln',
  pageType: 'free',
  ticket: null,
  signupTitle: 'An evening at the kiln',
  colorToneId: '#94500f',
  sessions: [session(1, 60), session(2, 120)],
  now: new Date(now).toISOString(),
  known: null,
})
const answers = (wire: Wire) => {
  wire.answer(publicSignupRoutes.page, () => page)
  wire.answer(publicSignupRoutes.seen, () => ({}))
  wire.answer(ownSignupRoutes.askCode, () => ({}))
}
const dialog = () => screen.findByRole('dialog', { name: 'Get in with a code' })

afterEach(() => {
  location.hash = ''
  localStorage.clear()
  vi.restoreAllMocks()
})

test('SIGNUP-1067 A code is asked for by phone or e-mail, pasted with its gap, and sent once it is whole', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire)
  wire.answer(ownSignupRoutes.enterCode, () => {
    throw fail('invalid', { fields: { code: withValues(signupErrors.codeWrong, { left: 4 }) } })
  })
  await openPage(audiencePage, page)
  await user.click(await screen.findByRole('button', { name: /^Already signed up/ }))
  const sheet = within(await dialog())
  await user.click(sheet.getByRole('button', { name: 'Send code' }))
  const contact = sheet.getByRole('textbox', { name: /^Phone number or email/ })
  expect(contact.getAttribute('aria-invalid')).toBe('true')
  expect(wire.sent(ownSignupRoutes.askCode)).toEqual([])
  await user.type(contact, 'mei@example.com')
  await user.click(sheet.getByRole('button', { name: 'Send code' }))
  const code = await sheet.findByRole('textbox', { name: /^Code/ })
  expect(wire.sent(ownSignupRoutes.askCode)).toMatchObject([
    { body: { customUrl: 'kiln', contact: 'mei@example.com' } },
  ])
  expect(sheet.getByRole('status').textContent).toContain('If mei@example.com is signed up')
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  await expect.poll(() => document.activeElement).toBe(code)
  expect(sheet.getByRole('button', { name: /^You can send again/ })).toHaveProperty('disabled', true)
  await user.click(code)
  await user.paste(' 123 456')
  expect(await sheet.findByText(/Tries left: 4/)).toBeDefined()
  expect(wire.sent(ownSignupRoutes.enterCode)).toMatchObject([{ body: { customUrl: 'kiln', code: '123456' } }])
  await user.click(sheet.getByRole('button', { name: 'Use another phone number or email' }))
  expect(sheet.getByRole('textbox', { name: /^Phone number or email/ })).toHaveProperty('value', 'mei@example.com')
})

test('SIGNUP-1068 A room that wants a personal link opens the code by its address', async ({ wire, openPage }) => {
  answers(wire)
  location.hash = '#code=room01'
  await openPage(audiencePage, page)
  expect(await dialog()).toBeDefined()
})

test('SIGNUP-1069 A right code leads into the room that was asked for, else into the one session that is on, else to the page', () => {
  const links = [1, 2].map((n) => ({ liveId: idOf(n), path: `/stream/room0${n}/key${n}` }))
  const soon = [session(1, 5), session(2, 120)]
  const both = [session(1, 5), session(2, 6)]
  expect(wayIn(links, soon, { room: 'room02', nowMs: now })).toBe('/stream/room02/key2')
  expect(wayIn(links, soon, { room: undefined, nowMs: now })).toBe('/stream/room01/key1')
  expect(wayIn(links, both, { room: undefined, nowMs: now })).toBeUndefined()
  expect(wayIn([], soon, { room: 'room02', nowMs: now })).toBeUndefined()
})

test('SIGNUP-1070 Who has signed up here corrects phone and e-mail, and a fault stands at its field with the focus', async ({
  wire,
  openPage,
  user,
}) => {
  answers(wire)
  const known = { ...page, known: { name: 'M**', liveIds: [idOf(1)] } }
  wire.answer(publicSignupRoutes.page, () => known)
  wire.answer(ownSignupRoutes.correct, ({ body }) => {
    if (body.email === 'mei@example.con') throw fail('invalid', { fields: { email: signupErrors.noContact } })
    return {}
  })
  await openPage(audiencePage, known)
  await user.click(await screen.findByRole('button', { name: /^Wrong phone number or email/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Correct phone number or email' }))
  await user.type(sheet.getByRole('textbox', { name: /^Phone number/ }), '0912345678')
  const email = sheet.getByRole('textbox', { name: /^Email/ })
  await user.type(email, 'mei@example.con')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => document.activeElement).toBe(email)
  await user.type(email, '{Backspace}m')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await sheet.findByText(/your personal link goes to mei@example.com/)).toBeDefined()
})
