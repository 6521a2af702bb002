import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import { Video, videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { createTestClock } from '../../lib/clock/clock.ts'
import { createControlRoomStore } from './control-room-store.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { answered, me } from './test-control-room.ts'
import { ControlRoomProvider } from './use-control-room.tsx'

const room = record(ControlRoom, {
  liveId: idOf(1),
  status: 'live',
  platformType: 'video',
  beginAt: '2026-11-20T12:00:00Z',
  endAt: '2026-11-20T12:30:00Z',
  videoMs: 1_800_000,
  host: me,
  you: me,
  may: { moderate: true, run: true, stock: true, crew: true },
  script: [],
})
const nowMs = Date.parse('2026-11-20T12:20:00Z')

const dialogOf = (parts: Partial<ControlRoom> = {}) => {
  const controlRoom: ControlRoom = { ...room, ...parts }
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
  return (
    <ControlRoomProvider open={{ liveId: room.liveId, store, controlRoom }}>
      <ExtendDialog nowMs={nowMs} onClose={() => undefined} />
    </ControlRoomProvider>
  )
}

test('CONTROL-ROOM-241 A live is extended with what its viewers see past the film, in one call; another recording must be chosen first', async ({
  wire,
  mount,
  user,
}) => {
  const film = record(Video, { id: idOf(7), name: 'Kiln tour', state: 'ready', durationMs: 60_000 })
  wire.answer(videoRoutes.list, () => ({ items: [film], total: 1 }))
  const sent: unknown[] = []
  wire.answer(controlRoomRoutes.extend, ({ body }) => {
    sent.push(body)
    return { endAt: '2026-11-20T13:00:00Z' }
  })
  await mount(dialogOf())
  await user.click(await screen.findByRole('radio', { name: '30' }))
  await user.click(screen.getByRole('radio', { name: /^Another video/ }))
  const save = screen.getByRole('button', { name: 'Extend by 30 min' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Choose video' }))
  await user.click(await screen.findByRole('radio', { name: /Kiln tour/ }))
  await user.click(screen.getByRole('button', { name: 'Use this video' }))
  await user.type(screen.getByRole('textbox', { name: /^Message/ }), ' Draw at 9:30 ')
  await user.click(save)
  await expect
    .poll(() => sent)
    .toEqual([
      {
        liveId: room.liveId,
        minutes: 30,
        pastFilm: { kind: 'video', videoId: film.id, text: 'Draw at 9:30' },
      },
    ])
})

test('CONTROL-ROOM-242 While the live runs past its film only what viewers see is changed; the same choice changes nothing', async ({
  wire,
  mount,
  user,
}) => {
  const sent: unknown[] = []
  wire.answer(controlRoomRoutes.pastFilm, ({ body }) => {
    sent.push(body)
    return { from: '2026-11-20T12:21:00Z' }
  })
  const chosen = { kind: 'again', videoId: null, videoName: '', text: '', from: '2026-11-20T12:10:00Z' } as const
  await mount(dialogOf({ videoMs: 600_000, pastFilmChosen: chosen }))
  const save = await screen.findByRole('button', { name: 'Change what viewers see' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('radio', { name: /^A message/ }))
  await user.click(save)
  await expect.poll(() => sent).toEqual([{ liveId: room.liveId, kind: 'word', videoId: null, text: '' }])
})

test('CONTROL-ROOM-243 A YouTube live offers words alone, and says so', async ({ mount }) => {
  await mount(dialogOf({ platformType: 'youtube', videoMs: null }))
  const tube = await screen.findByRole('dialog')
  expect(within(tube).getByText(/can only see a message/)).toBeDefined()
  expect(within(tube).queryByRole('radio', { name: /Another video/ })).toBeNull()
  expect(within(tube).getByRole('textbox')).toBeDefined()
})
