import { giveawayRoutes } from '@kaimai/contract/room/giveaway.routes.ts'
import { commitmentOf, drawWinners } from '@kaimai/contract/room/giveaway.rules.ts'
import type { GiveawayDraw } from '@kaimai/contract/room/giveaway.schema.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf } from '../../../../../test/record.ts'
import { test } from '../../../../../test/page.tsx'
import { defineAudiencePage } from '../../../../lib/audience/audience-page.ts'
import { loadEndedGiveaways } from './ended-giveaways.tsx'

const seed = 'ab'.repeat(32)
const entrants = ['p-one', 'p-two', 'p-three']
const streamId = 's123456789012345678901'

const aDraw = async (ids: readonly string[]): Promise<GiveawayDraw> => {
  const { winners, digest } = await drawWinners(seed, ids, 1)
  const giveaway = idOf(7)
  const commitment = await commitmentOf(seed)
  const place = { seq: 4, ms: 60_000 }
  const promised = { prize: 'A tea bowl', word: 'kiln', winners: 1, untilMs: 90_000, commitment }
  return {
    opened: { ...place, kind: 'giveawayOpened', giveaway, ...promised },
    drawn: {
      ...place,
      kind: 'giveawayDrawn',
      giveaway,
      entrants: ids.length,
      winners: winners.map((userId) => ({ userId, name: `Name of ${userId}`, imgUrl: '' })),
      seed,
      digest,
    },
  }
}

/** Where the part stands: with the texts of the room's page. */
const endedPage = async () => {
  document.documentElement.lang = 'en'
  const EndedGiveaways = await loadEndedGiveaways()
  return defineAudiencePage({
    texts: ['room'],
    head: () => ({ title: '' }),
    View: () => <EndedGiveaways streamId={streamId} />,
  })
}

test('ROOM-1026 After the live its end page says who won, and draws again from what was made known', async ({
  wire,
  openPage,
  user,
}) => {
  const draw = await aDraw(entrants)
  wire.answer(giveawayRoutes.draws, () => ({ draws: [draw] }))
  wire.answer(giveawayRoutes.entrants, () => ({ entrants }))
  await openPage(await endedPage(), undefined)
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('A tea bowl')
  expect(row.textContent).toContain(draw.drawn.winners[0]?.name)
  await user.click(within(row).getByRole('button', { name: /^Check the draw/ }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Checked: 3 people, same result')).toBeDefined()
  expect(within(dialog).getByText(seed)).toBeDefined()
})

test('ROOM-1027 The check on the end page finds a draw that leaves somebody out', async ({ wire, openPage, user }) => {
  const draw = await aDraw(entrants)
  wire.answer(giveawayRoutes.draws, () => ({ draws: [draw] }))
  wire.answer(giveawayRoutes.entrants, () => ({ entrants: [...entrants, 'p-left-out'] }))
  await openPage(await endedPage(), undefined)
  await user.click(await screen.findByRole('button', { name: /^Check the draw/ }))
  expect(await screen.findByText('Drawing again gives another result')).toBeDefined()
})

test('ROOM-1028 Where nothing was given away the end page has no word on it', async ({ wire, openPage }) => {
  wire.answer(giveawayRoutes.draws, () => ({ draws: [] }))
  await openPage(await endedPage(), undefined)
  await expect.poll(() => wire.sent(giveawayRoutes.draws).length).toBeGreaterThan(0)
  expect(screen.queryByRole('heading')).toBeNull()
})
