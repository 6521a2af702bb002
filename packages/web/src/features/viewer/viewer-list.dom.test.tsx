import { LiveRow, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { LiveUser, LiveUserCounts, LiveUserRow, liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const [older, newer] = [idOf(20), idOf(21)]
const mei = record(LiveUserRow, { id: idOf(1), name: 'Mei', orders: 2, orderTotal: 256000 })

const has = (wire: Wire) => {
  const lives = [
    record(LiveRow, { id: newer, liveName: 'Tea day', status: 'live' }),
    record(LiveRow, { id: older, liveName: 'Kiln day', status: 'ended' }),
  ]
  wire.answer(liveRoutes.list, () => ({ items: lives, total: 2 }))
  wire.answer(liveUserRoutes.list, ({ query }) => {
    const items = query.blocked === undefined ? [mei] : []
    return { items, total: items.length }
  })
  wire.answer(liveUserRoutes.counts, ({ params }) =>
    record(LiveUserCounts, { liveId: params.id, liveName: params.id === newer ? 'Tea day' : 'Kiln day', all: 1 }),
  )
}

test('VIEWER-11 Viewers of the newest live are shown first, and of another one when it is chosen', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const opened = await open(paths.liveUsers())
  await screen.findByRole('link', { name: /Mei/ })
  expect(wire.sent(liveUserRoutes.list).map(({ params }) => params.id)).toEqual([newer])
  await user.click(screen.getByRole('button', { name: /^Live: Tea day/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Kiln day/ }))
  await expect.poll(() => wire.sent(liveUserRoutes.list).at(-1)?.params.id).toBe(older)
  expect(opened.address()).toContain(`liveId=${older}`)
})

test('VIEWER-8 A tab of viewers asks for its people alone, and says when there are none', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.liveUsers())
  await screen.findByRole('link', { name: /Mei/ })
  await user.click(screen.getByRole('link', { name: /^Blocked/ }))
  expect(await screen.findByText('No viewers match these filters')).toBeDefined()
  expect(wire.sent(liveUserRoutes.list).at(-1)?.query).toMatchObject({ blocked: 'yes' })
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('link', { name: /Mei/ })).toBeDefined()
})

test('VIEWER-9 A note about a viewer keeps itself after a pause', async ({ wire, open, user }) => {
  has(wire)
  wire.answer(liveUserRoutes.show, () => record(LiveUser, { ...mei, memo: '' }))
  wire.answer(liveUserRoutes.changeMemo, ({ body }) => ({ memo: body.memo }))
  await open(paths.liveUsers({ viewer: mei.id }))
  await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'Asks about size')
  await expect.poll(() => wire.sent(liveUserRoutes.changeMemo)).toHaveLength(1)
  expect(wire.sent(liveUserRoutes.changeMemo)[0]?.body).toEqual({ liveUserId: mei.id, memo: 'Asks about size' })
})

test('VIEWER-10 A note that is typed on while it is being kept is sent once more, and never two at a time', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(liveUserRoutes.show, () => record(LiveUser, { ...mei, memo: '' }))
  const first = Promise.withResolvers<void>()
  wire.answer(liveUserRoutes.changeMemo, async ({ body }) => {
    if (body.memo === 'Asks') await first.promise
    return { memo: body.memo }
  })
  await open(paths.liveUsers({ viewer: mei.id }))
  const note = await screen.findByRole('textbox', { name: /Note/ })
  await user.type(note, 'Asks')
  await user.tab()
  await user.type(note, ' twice')
  await user.tab()
  expect(wire.sent(liveUserRoutes.changeMemo).map(({ body }) => body.memo)).toEqual(['Asks'])
  first.resolve()
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(wire.sent(liveUserRoutes.changeMemo).map(({ body }) => body.memo)).toEqual(['Asks', 'Asks twice'])
})
