import { PublicSession, PublicSignup, publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { idOf, record } from '../../../../../test/record.ts'
import { audiencePage } from '../../sign-up.audience.tsx'

const now = Date.now()
const page = record(PublicSignup, {
  customUrl: 'kiln',
  pageType: 'free',
  ticket: null,
  signupTitle: 'An evening at the kiln',
  colorToneId: '#94500f',
  sessions: [
    record(PublicSession, {
      key: 's1',
      liveId: idOf(1),
      title: 'Session 1',
      beginAt: new Date(now + 3600_000).toISOString(),
      endAt: new Date(now + 7200_000).toISOString(),
      state: 'full',
    }),
  ],
  now: new Date(now).toISOString(),
  known: null,
})

afterEach(() => {
  location.hash = ''
})

test('SIGNUP-1106 The link that keeps a seat opens a question; only the button keeps it', async ({
  wire,
  openPage,
  user,
}) => {
  wire.answer(publicSignupRoutes.page, () => page)
  wire.answer(publicSignupRoutes.seen, () => ({}))
  const kept: unknown[] = []
  wire.answer(publicSignupRoutes.keepPlace, ({ body }) => {
    kept.push(body)
    return { state: 'kept' as const }
  })
  location.hash = '#keep=the-key'
  await openPage(audiencePage, page)
  const keep = await screen.findByRole('button', { name: 'Keep my seat' })
  expect(kept).toEqual([])
  await user.click(keep)
  expect(await screen.findByText('Your seat is saved')).toBeDefined()
  expect(kept).toEqual([{ key: 'the-key', again: false }])
})
