import { Live, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const soon = new Date(Date.now() + 86_400_000).toISOString()
const live = record(Live, {
  id: idOf(1),
  liveName: 'Tea day',
  platformType: 'youtube',
  youtubeUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  status: 'scheduled',
  beginAt: soon,
  endAt: soon,
  plannedMinutes: 60,
})

const has = (wire: Wire) => {
  wire.answer(liveRoutes.show, () => live)
  wire.answer(liveRoutes.change, ({ body }) => ({ ...live, liveName: body.liveName }))
}
const address = paths.liveStreamEdit({ pageType: 'edit', platformType: 'youtube', liveId: live.id })
const field = (name: RegExp) => screen.findByRole('textbox', { name })

test('LIVE-145 A scheduled live is saved with what the form was filled with, so that the control room’s changes stay', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  await fill(user, await field(/^Live name/), 'Tea night')
  expect(await screen.findByText('1 unsaved change')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(wire.sent(liveRoutes.change)).toMatchObject([
    { params: { id: live.id }, body: { liveName: 'Tea night', loaded: { bannedKeywords: [], productIds: [] } } },
  ])
})

test('LIVE-146 A live without a name is not saved: the field is named and focused', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  const name = await field(/^Live name/)
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('1 field needs fixing')).toBeDefined()
  await expect.poll(() => document.activeElement).toBe(name)
  expect(wire.sent(liveRoutes.change)).toEqual([])
})

test('LIVE-147 The list of changes says what was and what is, and all of it is discarded and brought back', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const name = await field(/^Live name/)
  await fill(user, name, 'Tea night')
  await user.click(screen.getByRole('button', { name: 'View changes' }))
  const panel = await screen.findByRole('dialog')
  expect(panel.textContent).toContain('Tea day')
  expect(panel.textContent).toContain('Tea night')
  await user.keyboard('{Escape}')
  await user.click(within(screen.getByRole('contentinfo', { name: 'Save' })).getByRole('button', { name: 'Discard' }))
  expect(name).toHaveProperty('value', 'Tea day')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(name).toHaveProperty('value', 'Tea night')
})
