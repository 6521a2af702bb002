import { fail } from '@kaimai/contract/common/error.ts'
import { LiveRow, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const row = (n: number, liveName: string, status: (typeof LiveRow)['_output']['status']) =>
  record(LiveRow, { id: idOf(n), liveName, status, platformType: 'video' })
const running = row(1, 'Kiln day', 'live')
const planned = row(2, 'Tea day', 'scheduled')
const draft = row(3, 'Idea', 'draft')

const has = (wire: Wire, rows: readonly (typeof running)[]) => {
  wire.answer(liveRoutes.list, () => ({ items: rows, total: rows.length }))
  const none = { draft: 0, scheduled: 0, open: 0, live: 0, ended: 0, cancelled: 0 }
  wire.answer(liveRoutes.counts, () => ({ ...none, all: rows.length }))
  // What the filters offer.
  wire.answer(signupRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(productRoutes.list, () => ({ items: [], total: 0 }))
}
const menuOf = async (user: { click: (element: Element) => Promise<void> }, name: string) => {
  await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('LIVE-137 A live leads into the control room while it runs, else to its form', async ({ wire, open }) => {
  has(wire, [running, planned])
  await open(paths.manageLiveStream())
  const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link(/Kiln day/)).toBe(paths.streamingEdit({ liveId: running.id }))
  expect(await link(/Tea day/)).toBe(
    paths.liveStreamEdit({ pageType: 'edit', platformType: 'video', liveId: planned.id }),
  )
})

test('LIVE-138 A live offers what its status allows: a running one ends, a draft is deleted', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [running, draft])
  await open(paths.manageLiveStream())
  const ofRunning = await menuOf(user, 'Kiln day')
  expect(ofRunning).toContain('End now…')
  // With the key that does the same on the row.
  expect(ofRunning).toContain('Open control roomC')
  await user.keyboard('{Escape}')
  const ofDraft = await menuOf(user, 'Idea')
  expect(ofDraft).not.toContain('Open control roomC')
  expect(ofDraft.at(-1)).toBe('Delete draft')
})

test('LIVE-143 A planned live is cancelled after a question; when that fails the question stays', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [planned])
  wire.answer(liveRoutes.remove, () => {
    throw fail('conflict')
  })
  await open(paths.manageLiveStream())
  await menuOf(user, 'Tea day')
  await user.click(screen.getByRole('menuitem', { name: /Cancel/ }))
  const question = await screen.findByRole('dialog', { name: 'Cancel “Tea day”?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel live' }))
  await screen.findByRole('alert')
  wire.answer(liveRoutes.remove, () => ({}))
  await user.click(within(question).getByRole('button', { name: 'Cancel live' }))
  expect(await screen.findByText('“Tea day” canceled')).toBeDefined()
  expect(wire.sent(liveRoutes.remove).map(({ params }) => params.id)).toEqual([planned.id, planned.id])
})

test('LIVE-144 Who may only read lives is offered to look at them, and nothing that changes them', async ({
  wire,
  open,
  user,
}) => {
  has(wire, [planned])
  await open(paths.manageLiveStream(), { authority: { bombmyLive: 1 } })
  const offered = await menuOf(user, 'Tea day')
  expect(offered).not.toContain('Edit')
  expect(offered.some((label) => label?.includes('Cancel'))).toBe(false)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
