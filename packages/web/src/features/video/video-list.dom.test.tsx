import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { Video, videoRoutes, VideoUses } from '@kaimai/contract/video/video.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const kiln = record(Video, { id: idOf(1), uploadId: idOf(11), name: 'Kiln', state: 'ready', durationMs: 60_000 })
const tea = record(Video, { id: idOf(2), uploadId: idOf(12), name: 'Tea', state: 'failed', mayRetry: true })

const has = (wire: Wire, uses: Partial<(typeof VideoUses)['_input']> = {}) => {
  wire.answer(videoRoutes.list, () => ({ items: [kiln, tea], total: 2 }))
  wire.answer(videoRoutes.counts, () => ({
    all: 2,
    states: { uploading: 0, processing: 0, ready: 1, failed: 1 },
    usedBytes: 0,
    firmBytes: 1,
  }))
  wire.answer(videoRoutes.uses, () => record(VideoUses, uses))
}
const askToRemove = async (user: { click: (element: Element) => Promise<void> }) => {
  await user.click(await screen.findByRole('button', { name: 'More actions: Kiln' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete video' }))
}

test('VIDEO-68 A video that lives still need is not offered to be deleted: they are named instead', async ({
  wire,
  open,
  user,
}) => {
  const live = { id: idOf(5), name: 'Kiln day', status: 'scheduled', beginAt: '2026-03-02T04:00:00.000Z' } as const
  has(wire, { lives: [live] })
  await open(paths.manageLive())
  await askToRemove(user)
  const dialog = await screen.findByRole('dialog', { name: 'You can’t delete this video yet' })
  expect(within(dialog).getByText(/Kiln day/)).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Delete video' })).toBeNull()
})

test('VIDEO-69 A video goes after a question that says what goes with it', async ({ wire, open, user }) => {
  has(wire, { commentMods: [{ id: idOf(6), name: 'Questions', comments: 3 }] })
  wire.answer(videoRoutes.remove, () => ({}))
  await open(paths.manageLive())
  await askToRemove(user)
  const dialog = await screen.findByRole('dialog', { name: 'Delete this video?' })
  expect(await within(dialog).findByText(/1 comment group loses its preview video/)).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Delete video' }))
  expect(await screen.findByText('“Kiln” deleted')).toBeDefined()
  expect(wire.sent(videoRoutes.remove)).toEqual([{ params: { id: kiln.id } }])
})

test('VIDEO-70 A video that failed is processed again from its menu', async ({ wire, open, user }) => {
  has(wire)
  wire.answer(videoRoutes.packageAgain, () => tea)
  await open(paths.manageLive())
  await user.click(await screen.findByRole('button', { name: 'More actions: Tea' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Process again' }))
  await expect.poll(() => wire.sent(videoRoutes.packageAgain)).toEqual([{ params: { id: tea.id } }])
})

test('VIDEO-600 The count of a tab follows as soon as a video of the list is ready', async ({ wire, open }) => {
  let isReady = false
  const packaging = () =>
    record(Video, { id: idOf(3), uploadId: idOf(13), name: 'Bowl', state: isReady ? 'ready' : 'processing' })
  wire.answer(videoRoutes.list, () => ({ items: [packaging()], total: 1 }))
  wire.answer(videoRoutes.counts, () => ({
    all: 1,
    states: { uploading: 0, processing: isReady ? 0 : 1, ready: isReady ? 1 : 0, failed: 0 },
    usedBytes: 0,
    firmBytes: 1,
  }))
  await open(paths.manageLive())
  const tab = (name: RegExp) => screen.findByRole('link', { name }, { timeout: 10_000 })
  expect(await tab(/^Processing.*1/)).toBeDefined()
  isReady = true
  expect(await tab(/^Ready.*1/)).toBeDefined()
  expect(await tab(/^Processing.*0/)).toBeDefined()
})

test('VIDEO-92 A film that was made lighter, broke off or waits for space says so in its row', async ({
  wire,
  open,
}) => {
  const said = [
    ['ready', videoErrors.videoMadeLighter.en],
    ['ready', videoErrors.videoEndsEarly.en.replace('{{length}}', '00:00:17')],
    ['processing', videoErrors.videoWaitsForSpace.en],
  ] as const
  const items = said.map(([state, problem], n) =>
    record(Video, {
      id: idOf(n + 1),
      uploadId: idOf(n + 11),
      name: `Film ${n}`,
      state,
      problem,
      width: 640,
      height: 360,
    }),
  )
  wire.answer(videoRoutes.list, () => ({ items, total: items.length }))
  wire.answer(videoRoutes.counts, () => ({
    all: 3,
    states: { uploading: 0, processing: 1, ready: 2, failed: 0 },
    usedBytes: 0,
    firmBytes: 1,
  }))
  await open(paths.manageLive())
  for (const [n, [, problem]] of said.entries()) {
    const row = await screen.findByRole('row', { name: new RegExp(`Film ${n}`) })
    expect(within(row).getByText(problem)).toBeDefined()
  }
})
