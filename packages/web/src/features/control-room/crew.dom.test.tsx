import { fail } from '@kaimai/contract/common/error.ts'
import { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import { CrewMember, crewRoutes } from '@kaimai/contract/control-room/crew.routes.ts'
import { crewRoles } from '@kaimai/contract/control-room/crew.rules.ts'
import { rehearsalRoutes } from '@kaimai/contract/control-room/rehearsal.routes.ts'
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { createTestClock } from '../../lib/clock/clock.ts'
import { createControlRoomStore } from './control-room-store.ts'
import { CrewDrawer } from './crew-drawer.tsx'
import { RehearsalButtons, RehearseButton } from './rehearse.tsx'
import { answered, me } from './test-control-room.ts'
import { ControlRoomProvider } from './use-control-room.tsx'

const may = { moderate: true, run: true, stock: true, crew: true }
const room = record(ControlRoom, {
  liveId: idOf(1),
  status: 'scheduled',
  beginAt: '2026-11-20T12:00:00Z',
  endAt: '2026-11-20T12:03:00Z',
  host: me,
  you: me,
  may,
  script: [],
  announcement: null,
  rehearsalOf: null,
  rehearsal: null,
})
const inRoom = (part: ReactNode, parts: Partial<ControlRoom> = {}) => {
  const controlRoom = { ...room, ...parts }
  const store = createControlRoomStore({
    calls: {
      controlRoom: async () => controlRoom,
      ticket: async () => 'ticket',
      comments: async () => answered([]),
      waitingOrders: async () => [],
      staffLine: async () => [],
      perform: async () => ({}),
    },
    url: 'ws://room',
    language: 'en',
    clock: createTestClock(),
    openSocket: () => ({ send: () => undefined, end: () => undefined }),
    random: () => 0.5,
    onFailed: (error) => console.error(error),
  })
  return <ControlRoomProvider open={{ liveId: room.liveId, store, controlRoom }}>{part}</ControlRoomProvider>
}
const nothing = () => undefined
const member = (at: number, name: string, parts: Partial<CrewMember>) =>
  record(CrewMember, { memberId: idOf(at), name, crewRole: null, ownRole: 'moderator', role: 'assistant', ...parts })

test('CONTROL-ROOM-171 A colleague gets a role in a live, and back the one they have elsewhere; who may not be changed is only read', async ({
  wire,
  mount,
  user,
}) => {
  wire.answer(crewRoutes.list, () => ({
    given: [...crewRoles],
    members: [
      member(2, 'Olive', { role: 'owner', ownRole: 'host', mayChange: false }),
      member(3, 'Ann', { mayChange: true }),
      member(4, 'Max', { crewRole: 'viewer', mayChange: true }),
    ],
  }))
  wire.answer(crewRoutes.set, () => ({}))
  await mount(inRoom(<CrewDrawer onClose={nothing} />))
  expect(await screen.findByText('Full access')).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Olive' })).toBeNull()
  await user.click(screen.getByRole('combobox', { name: 'Ann' }))
  // Each member has a list of its own, which stays in the page while it is closed.
  const [ofAnn] = await screen.findAllByRole('option', { name: 'Host', hidden: true })
  if (ofAnn) await user.click(ofAnn)
  expect(await screen.findByText('Updated Ann’s role')).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'Max' }))
  const [, ofMax] = await screen.findAllByRole('option', { name: 'Usual role (Moderator)', hidden: true })
  if (ofMax) await user.click(ofMax)
  await expect
    .poll(() => wire.sent(crewRoutes.set).map(({ body }) => body))
    .toEqual([
      { liveId: room.liveId, memberId: idOf(3), role: 'host' },
      { liveId: room.liveId, memberId: idOf(4), role: null },
    ])
})

test('CONTROL-ROOM-172 A crew that can’t be read says so and is asked for again', async ({ wire, mount, user }) => {
  wire.answer(crewRoutes.list, () => {
    throw fail('forbidden')
  })
  await mount(inRoom(<CrewDrawer onClose={nothing} />))
  const alert = await screen.findByRole('alert')
  wire.answer(crewRoutes.list, () => ({ given: [], members: [member(3, 'Ann', { mayChange: false })] }))
  await user.click(within(alert).getByRole('button'))
  expect(await screen.findByText('You’re the only member')).toBeDefined()
})

test('CONTROL-ROOM-173 A rehearsal begins at a time within the live alone', async ({ wire, mount, user }) => {
  wire.answer(rehearsalRoutes.begin, () => ({ liveId: idOf(9) }))
  await mount(inRoom(<RehearseButton />))
  await user.click(screen.getByRole('button', { name: 'Rehearse' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rehearse this live' })
  const from = within(dialog).getByLabelText(/^Start from/)
  await user.clear(from)
  await user.type(from, '00:03:00')
  await user.click(within(dialog).getByRole('button', { name: 'Start rehearsal' }))
  expect(await within(dialog).findByText(/Enter a time before 00:03:00/)).toBeDefined()
  expect(wire.sent(rehearsalRoutes.begin)).toEqual([])
  await user.clear(from)
  await user.type(from, '00:02:30')
  await user.click(within(dialog).getByRole('button', { name: 'Start rehearsal' }))
  await expect
    .poll(() => wire.sent(rehearsalRoutes.begin).map(({ body }) => body))
    .toEqual([{ liveId: room.liveId, fromSecond: 150 }])
})

test('CONTROL-ROOM-159 Who only moderates joins a rehearsal, and neither begins nor ends one', async ({ mount }) => {
  const moderator = { ...may, run: false }
  await mount(
    <>
      {inRoom(<RehearseButton />, { may: moderator })}
      {inRoom(<RehearseButton />, { may: moderator, rehearsal: idOf(9) })}
      {inRoom(<RehearsalButtons />, { may: moderator, rehearsalOf: idOf(8) })}
    </>,
  )
  expect((await screen.findByRole('link', { name: 'Join rehearsal' })).getAttribute('href')).toContain(idOf(9))
  expect(screen.queryByRole('button')).toBeNull()
})
