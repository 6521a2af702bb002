import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { ControlRoom, type ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { expect, vi } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { createTestClock } from '../../lib/clock/clock.ts'
import { createStore } from '../../lib/store/store.ts'
import { WordsDialog } from './banned-words-dialog.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { Composer } from './composer.tsx'
import type { Action } from './control-room-actions.ts'
import { createControlRoomStore } from './control-room-store.ts'
import { controlRoomView } from './control-room-view.ts'
import { StaffLinePanel } from './staff-line-panel.tsx'
import { after, answered, begun, fetched, frame, me, said } from './test-control-room.ts'
import { ControlRoomProvider, type OpenControlRoom, useControlRoom, useViewOf } from './use-control-room.tsx'

const host = { userId: 'host', name: 'Yue', imgUrl: '', as: 'host' } as const
const room = record(ControlRoom, {
  liveId: idOf(1),
  status: 'live',
  host,
  you: me,
  bannedKeywords: ['scam'],
  quickReplies: ['It ships on Monday'],
  crewRole: null,
  rehearsalOf: null,
  rehearsal: null,
  may: { moderate: true, run: true, stock: true, crew: true },
  script: [],
  announcement: null,
})

/** A room whose socket stays silent; what the staff does is kept instead of sent. */
const openRoom = (comments: readonly ControlRoomComment[] = [], parts: Partial<ControlRoom> = {}) => {
  const acts: Action[] = []
  const controlRoom: ControlRoom = { ...room, ...parts }
  const store = createControlRoomStore({
    calls: {
      controlRoom: async () => controlRoom,
      ticket: async () => 'ticket',
      comments: async (filter) => {
        const isIn = ({ held, marked, question }: ControlRoomComment) =>
          filter === 'held' ? held : filter === 'marked' ? marked : filter !== 'questions' || question
        return { ...answered(comments), comments: comments.filter(isIn) }
      },
      waitingOrders: async () => [],
      staffLine: async () => [],
      perform: async (action) => {
        acts.push(action)
        return {}
      },
    },
    url: 'ws://room',
    language: 'en',
    clock: createTestClock(),
    openSocket: () => ({ send: () => undefined, end: () => undefined }),
    random: () => 0.5,
    onFailed: (error) => console.error(error),
  })
  const open: OpenControlRoom = { liveId: room.liveId, store, controlRoom }
  return { open, acts }
}

const Chat = () => {
  const open = useControlRoom()
  const view = useViewOf(open.store)
  const { store } = open
  useEffect(() => {
    store.start()
    return store.stop
  }, [store])
  const nothing = () => undefined
  return <ChatPanel title="Chat" rooms={[{ open, view }]} onReply={nothing} onPerson={nothing} />
}
const inRoom = (open: OpenControlRoom, part: ReactNode) => <ControlRoomProvider open={open}>{part}</ControlRoomProvider>

test('CONTROL-ROOM-71 A held comment shows its banned word and is released once; then it says by whom', async ({
  mount,
  user,
}) => {
  const { open, acts } = openRoom([fetched(1, { held: true, text: 'What a scam' })])
  await mount(inRoom(open, <Chat />))
  await user.click(await screen.findByRole('tab', { name: /^Held/ }))
  const row = (await screen.findByText(/Contains a banned word/)).closest('[data-key]')
  expect(row?.querySelector('mark')?.textContent).toBe('scam')
  await user.click(screen.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Released by you')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  expect(acts).toEqual([{ kind: 'decide', seq: 1, name: '觀眾1', decision: 'release' }])
})

test('CONTROL-ROOM-115 Beside a viewer whose name reads like the shop a chip says so; no other viewer and nobody of the shop has it', async ({
  mount,
}) => {
  const like = { userId: 'v1', name: '✔ 器日 官方', imgUrl: '', as: 'viewer', likeShop: true } as const
  const { open } = openRoom([
    fetched(1, { user: like }),
    fetched(2),
    fetched(3, { user: me }),
    fetched(4, { user: host }),
  ])
  await mount(inRoom(open, <Chat />))
  const chipsOf = async (text: string) => {
    const row = (await screen.findByText(text)).closest<HTMLElement>('[data-key]')
    if (!row) throw new Error('no row')
    const chips = ['Name looks like your shop', 'Staff', 'Host']
    return chips.filter((chip) => within(row).queryByText(chip, { exact: true }) !== null)
  }
  expect(await chipsOf('留言 1')).toEqual(['Name looks like your shop'])
  expect(await chipsOf('留言 2')).toEqual([])
  expect(await chipsOf('留言 3')).toEqual(['Staff'])
  expect(await chipsOf('留言 4')).toEqual(['Host'])
  expect(screen.getByRole('button', { name: '✔ 器日 官方' })).toBeDefined()
})

test.for([
  {
    until: 'its click has come, and then as long as it is the chosen one',
    letGo: (row: Element) => {
      fireEvent.pointerUp(row)
      fireEvent.click(row)
    },
    isChosen: true,
  },
  { until: 'it became a scroll', letGo: (row: Element) => fireEvent.pointerCancel(row), isChosen: false },
  { until: 'it was let go elsewhere', letGo: () => fireEvent.pointerUp(document.body), isChosen: false },
])('CONTROL-ROOM-791 No comment comes in under a finger that is down, until $until', async (way, { mount }) => {
  const { open } = openRoom()
  const state = createStore({ now: after(begun, frame(said(1), said(2))) })
  const Talk = () => {
    const view = controlRoomView(useSyncExternalStore(state.subscribe, state.get).now)
    return <ChatPanel title="Chat" rooms={[{ open, view }]} onReply={() => undefined} onPerson={() => undefined} />
  }
  await mount(inRoom(open, <Talk />))
  const come = (seq: number) => act(() => state.set({ now: after(state.get().now, frame(said(seq))) }))
  come(3)
  const row = (await screen.findByText('留言 3')).closest('[data-key]')
  if (row === null) throw new Error('no row holds it')
  fireEvent.pointerDown(row)
  come(4)
  expect(screen.queryByText('留言 4')).toBeNull()
  way.letGo(row)
  await waitFor(() => expect(screen.queryByText('留言 4') === null).toBe(way.isChosen))
  expect(row.getAttribute('data-chosen')).toBe(String(way.isChosen))
})

test('CONTROL-ROOM-72 What was decided of a held comment is taken back by undo', async ({ mount, user }) => {
  const { open, acts } = openRoom([fetched(1, { held: true, text: 'What a scam' })])
  await mount(inRoom(open, <Chat />))
  await user.click(await screen.findByRole('tab', { name: /^Held/ }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Removed by you')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /Undo/ }))
  expect(await screen.findByRole('button', { name: 'Remove' })).toBeDefined()
  expect(acts.map((action) => action.kind === 'decide' && action.decision)).toEqual(['remove', 'restore'])
})

test('CONTROL-ROOM-73 The chosen comment is muted by its key and unmuted by the same', async ({ mount, user }) => {
  const { open, acts } = openRoom([fetched(1), fetched(2)])
  await mount(inRoom(open, <Chat />))
  await user.click(await screen.findByText('留言 2'))
  fireEvent.keyDown(document.body, { key: 'm' })
  expect(await screen.findByText('Muted by you')).toBeDefined()
  fireEvent.keyDown(document.body, { key: 'm' })
  await expect.poll(() => screen.queryByText('Muted by you')).toBeNull()
  expect(acts).toMatchObject([
    { kind: 'mute', userId: 'v2', on: true },
    { kind: 'mute', userId: 'v2', on: false },
  ])
})

test('CONTROL-ROOM-74 Who may not moderate sees that a comment is held, and nothing to decide', async ({
  mount,
  user,
}) => {
  const may = { moderate: false, run: false, stock: false, crew: false }
  const { open } = openRoom([fetched(1, { held: true, text: 'What a scam' })], { may })
  await mount(inRoom(open, <Chat />))
  await user.click(await screen.findByRole('tab', { name: /^Held/ }))
  await screen.findByText(/Contains a banned word/)
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
})

test('CONTROL-ROOM-75 The composer speaks as the host and answers the comment it was asked to; nothing is sent empty', async ({
  mount,
  user,
}) => {
  const { open, acts } = openRoom()
  const reply = { seq: 4, name: 'Mei', text: 'How big?' }
  await mount(inRoom(open, <Composer reply={reply} onReplyOver={() => undefined} />))
  const box = await screen.findByRole('textbox', { name: 'Comment' })
  await user.type(box, '  {Enter}')
  expect(acts).toEqual([])
  await user.type(box, '20 cm {Enter}')
  expect(acts).toMatchObject([{ kind: 'say', as: 'host', text: '20 cm', to: 4 }])
  expect(box).toHaveProperty('value', '')
})

test('CONTROL-ROOM-76 A broadcast stands for the time that was chosen, and the next words are a comment again', async ({
  mount,
  user,
}) => {
  const { open, acts } = openRoom()
  await mount(inRoom(open, <Composer reply={undefined} onReplyOver={() => undefined} />))
  await user.click(await screen.findByRole('button', { name: 'Send as a broadcast' }))
  await user.click(screen.getByRole('button', { name: /3 minutes/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: '10 minutes' }))
  await user.type(screen.getByRole('textbox', { name: 'Broadcast' }), 'Last call{Enter}')
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Thanks{Enter}')
  expect(acts).toMatchObject([
    { kind: 'broadcast', text: 'Last call', seconds: 600 },
    { kind: 'say', text: 'Thanks', to: null },
  ])
})

test('CONTROL-ROOM-77 A quick reply is sent by its number', async ({ mount }) => {
  const { open, acts } = openRoom()
  await mount(inRoom(open, <Composer reply={undefined} onReplyOver={() => undefined} />))
  await screen.findByRole('button', { name: 'It ships on Monday' })
  fireEvent.keyDown(document.body, { key: '1' })
  await expect.poll(() => acts).toMatchObject([{ kind: 'say', text: 'It ships on Monday' }])
})

test('CONTROL-ROOM-78 Banned words are tried on a sentence, and saved without twins', async ({ mount, wire, user }) => {
  const { open } = openRoom()
  let closed = false
  wire.answer(controlRoomRoutes.keyword, ({ body }) => ({ bannedKeywords: body.bannedKeywords ?? [], held: false }))
  await mount(inRoom(open, <WordsDialog onClose={() => (closed = true)} />))
  const dialog = await screen.findByRole('dialog', { name: 'Banned words' })
  const words = within(dialog).getByRole('textbox', { name: /Hold comments/ })
  await user.type(words, '\nfake，fake')
  await user.type(within(dialog).getByRole('textbox', { name: 'Test a sentence' }), 'F A K E bowls')
  expect(within(dialog).getByRole('status').textContent).toBe('This comment is held: F A K E')
  await user.click(within(dialog).getByRole('button', { name: 'Save and apply now' }))
  expect(await screen.findByText('Banned words saved')).toBeDefined()
  expect(wire.sent(controlRoomRoutes.keyword)[0]?.body.bannedKeywords).toEqual(['scam', 'fake'])
  expect(closed).toBe(true)
})

test('CONTROL-ROOM-79 A banned word that is too long is named, and nothing can be saved', async ({ mount }) => {
  const { open } = openRoom()
  await mount(inRoom(open, <WordsDialog onClose={() => undefined} />))
  const words = await screen.findByRole('textbox', { name: /Hold comments/ })
  fireEvent.change(words, { target: { value: `ok\n${'x'.repeat(41)}` } })
  expect(screen.getByText(/is too long. Use up to 40 characters/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Save and apply now' })).toHaveProperty('disabled', true)
})

test('CONTROL-ROOM-790 An Escape that gives up a word leaves the composer, the search and the team’s talk as they are; the next one counts', async ({
  mount,
  user,
}) => {
  const escapes = [
    { key: 'Escape', isComposing: true },
    { key: 'Escape', keyCode: 229 },
  ]
  const { open, acts } = openRoom()
  const onClose = vi.fn<() => void>()
  await mount(
    inRoom(
      open,
      <>
        <Chat />
        <StaffLinePanel onClose={onClose} />
        <Composer reply={undefined} onReplyOver={() => undefined} />
      </>,
    ),
  )
  const line = await screen.findByRole('textbox', { name: 'Comment' })
  await user.type(line, '好')
  for (const key of escapes) fireEvent.keyDown(line, key)
  expect(document.activeElement).toBe(line)
  fireEvent.keyDown(line, { key: 'Escape' })
  expect(document.activeElement).not.toBe(line)

  await user.click(screen.getByRole('button', { name: 'Search comments' }))
  const search = await screen.findByRole('searchbox', { name: 'Search comments' })
  await user.type(search, '碗')
  for (const key of escapes) fireEvent.keyDown(search, key)
  expect(search).toHaveProperty('value', '碗')
  expect(search.isConnected).toBe(true)
  fireEvent.keyDown(search, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('searchbox', { name: 'Search comments' })).toBeNull()

  const team = screen.getByRole('textbox', { name: 'Message your team…' })
  for (const key of escapes) fireEvent.keyDown(team, key)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(team, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  expect(acts).toEqual([])
})
