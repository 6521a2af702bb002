import { expect, test } from 'vitest'
import { actionOfKey, controlRoomKeys, ownsSpace, rowAfter } from './shortcut-keys.ts'
import type { CommentRow, ControlRoomRow } from './chat-rows.ts'
import { controlRoomAfter } from './control-room-state.ts'
import { emptyControlRoom } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'

const row = (seq: number | undefined, as: CommentRow['user']['as'] = 'viewer'): CommentRow => ({
  key: seq === undefined ? 'sx' : `r${seq}`,
  ms: 0,
  seq,
  sid: seq === undefined ? 'x' : undefined,
  arrival: 0,
  kind: 'comment',
  user: { userId: `u${seq}`, name: '林', imgUrl: '', as },
  text: '',
  to: undefined,
  question: false,
  held: false,
  of: undefined,
})
const note: ControlRoomRow = {
  key: 'n',
  ms: 0,
  seq: 9,
  sid: undefined,
  arrival: 0,
  kind: 'note',
  note: 'slowed',
  productId: undefined,
  text: '',
  count: 0,
}
const view = controlRoomView(emptyControlRoom)

test('CONTROL-ROOM-64 M, B and F act on the chosen viewer’s comment, and again take it back', () => {
  expect(actionOfKey('mute', row(1), view, 0)).toMatchObject({ kind: 'mute', userId: 'u1', on: true })
  expect(actionOfKey('block', row(1), view, 0)).toMatchObject({ kind: 'block', userId: 'u1' })
  expect(actionOfKey('mark', row(1), view, 0)).toMatchObject({ kind: 'mark', seq: 1, on: true })
  const pendingActions = [
    actionOfKey('mute', row(1), view, 0),
    actionOfKey('block', row(1), view, 0),
    actionOfKey('mark', row(1), view, 0),
  ]
  const done = controlRoomView(
    pendingActions.reduce(
      (state, action, at) =>
        action === undefined || action === 'reply'
          ? state
          : controlRoomAfter(state, { t: 'acted', pendingAction: { id: String(at), action } }),
      emptyControlRoom,
    ),
  )
  expect(actionOfKey('mute', row(1), done, 0)).toMatchObject({ on: false })
  expect(actionOfKey('block', row(1), done, 0)).toMatchObject({ kind: 'unblock' })
  expect(actionOfKey('mark', row(1), done, 0)).toMatchObject({ on: false })
})

test('CONTROL-ROOM-65 Nobody of the staff, nobody simulated and no note can be muted, blocked or marked', () => {
  for (const key of ['mute', 'block', 'mark'] as const) {
    for (const other of [
      row(1, 'host'),
      row(1, 'staff'),
      row(1, 'virtual'),
      row(undefined, 'virtual'),
      note,
      undefined,
    ])
      expect(actionOfKey(key, other, view, 0)).toBeUndefined()
  }
  expect(actionOfKey('reply', row(1, 'host'), view, 0)).toBe('reply')
  expect(actionOfKey('reply', row(undefined, 'virtual'), view, 0)).toBeUndefined()
})

test('CONTROL-ROOM-66 Arrows walk the comments, beginning at the newest, and stop at the ends', () => {
  const rows = [row(1), note, row(2), row(3)]
  expect(rowAfter(rows, undefined, -1)).toBe('r3')
  expect(rowAfter(rows, 'r3', -1)).toBe('r2')
  expect(rowAfter(rows, 'r2', -1)).toBe('r1')
  expect(rowAfter(rows, 'r1', -1)).toBe('r1')
  expect(rowAfter(rows, 'r3', 1)).toBe('r3')
  expect(rowAfter([], undefined, 1)).toBeUndefined()
})

test('CONTROL-ROOM-67 Every key stands once, and the space bar is left to buttons and fields', () => {
  expect(new Set(controlRoomKeys.map(({ keys }) => keys)).size).toBe(controlRoomKeys.length)
  const element = (tagName: string, role: string | null = null) => ({ tagName, getAttribute: () => role })
  for (const owner of [element('BUTTON'), element('INPUT'), element('A'), element('DIV', 'menuitem')])
    expect(ownsSpace(owner)).toBe(true)
  for (const free of [null, element('BODY'), element('LI', 'listitem'), element('DIV')])
    expect(ownsSpace(free)).toBe(false)
})
