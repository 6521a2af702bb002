import { roomCurveRoutes } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { createTestClock } from '../../lib/clock/clock.ts'
import { createControlRoomStore } from './control-room-store.ts'
import { CurveChart } from './curve-chart.tsx'
import { answered, me } from './test-control-room.ts'
import { ControlRoomProvider, type OpenControlRoom } from './use-control-room.tsx'

const beginAt = '2026-11-20T12:00:00.000Z'
const room = record(ControlRoom, {
  liveId: idOf(1),
  status: 'live',
  beginAt,
  endAt: '2026-11-20T13:00:00.000Z',
  currency: 'TWD',
  you: me,
  script: [],
  announcement: null,
})

const openRoom = (): OpenControlRoom => ({
  liveId: room.liveId,
  controlRoom: room,
  store: createControlRoomStore({
    calls: {
      controlRoom: async () => room,
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
  }),
})

const chart = (
  <ControlRoomProvider open={openRoom()}>
    <CurveChart revenueByMinute={[]} nowMs={Date.parse(beginAt) + 10 * 60_000} isOpen />
  </ControlRoomProvider>
)
const counted = { comments: [], viewers: [], products: [], hearts: [{ minute: 9, count: 12 }], heartsTotal: 30 }

test('CONTROL-ROOM-138 The curve of hearts is of viewers alone; what the script let fly stands beside it, marked', async ({
  mount,
  user,
  wire,
}) => {
  wire.answer(roomCurveRoutes.curves, () => ({ ...counted, simulatedHearts: 200 }))
  await mount(chart)
  expect(screen.queryByText('30 in total')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Hearts' }))
  expect(await screen.findByText('30 in total')).toBeDefined()
  expect(screen.getByText('200 simulated').tagName).toBe('EM')
  expect(screen.getByRole('img', { name: /12$/ })).toBeDefined()
})

test('CONTROL-ROOM-139 Where no script lets hearts fly nothing is said of simulated ones', async ({
  mount,
  user,
  wire,
}) => {
  wire.answer(roomCurveRoutes.curves, () => ({ ...counted, simulatedHearts: 0 }))
  await mount(chart)
  await user.click(await screen.findByRole('button', { name: 'Hearts' }))
  expect(await screen.findByText('30 in total')).toBeDefined()
  expect(screen.queryByText(/simulated/)).toBeNull()
})
