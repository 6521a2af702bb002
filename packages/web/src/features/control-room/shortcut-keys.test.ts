import { expect, test } from 'vitest'
import { deedOfKey, deskKeys, ownsSpace, rowAfter } from './shortcut-keys.ts'
import type { CommentRow, DeskRow } from './chat-rows.ts'
import { deskAfter, emptyDesk } from './control-room-state.ts'
import { deskView } from './control-room-view.ts'

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
const note: DeskRow = {
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
const view = deskView(emptyDesk)

test('ROOM-264 M, B and F act on the chosen viewer’s comment, and again take it back', () => {
  expect(deedOfKey('mute', row(1), view)).toMatchObject({ kind: 'mute', userId: 'u1', on: true })
  expect(deedOfKey('block', row(1), view)).toMatchObject({ kind: 'block', userId: 'u1' })
  expect(deedOfKey('mark', row(1), view)).toMatchObject({ kind: 'mark', seq: 1, on: true })
  const wishes = [deedOfKey('mute', row(1), view), deedOfKey('block', row(1), view), deedOfKey('mark', row(1), view)]
  const done = deskView(
    wishes.reduce(
      (state, deed, at) =>
        deed === undefined || deed === 'reply'
          ? state
          : deskAfter(state, { t: 'wished', wish: { id: String(at), deed } }),
      emptyDesk,
    ),
  )
  expect(deedOfKey('mute', row(1), done)).toMatchObject({ on: false })
  expect(deedOfKey('block', row(1), done)).toMatchObject({ kind: 'unblock' })
  expect(deedOfKey('mark', row(1), done)).toMatchObject({ on: false })
})

test('ROOM-265 Nobody of the staff, nobody simulated and no note can be muted, blocked or marked', () => {
  for (const key of ['mute', 'block', 'mark'] as const) {
    for (const other of [
      row(1, 'host'),
      row(1, 'staff'),
      row(1, 'virtual'),
      row(undefined, 'virtual'),
      note,
      undefined,
    ])
      expect(deedOfKey(key, other, view)).toBeUndefined()
  }
  expect(deedOfKey('reply', row(1, 'host'), view)).toBe('reply')
  expect(deedOfKey('reply', row(undefined, 'virtual'), view)).toBeUndefined()
})

test('ROOM-266 Arrows walk the comments, beginning at the newest, and stop at the ends', () => {
  const rows = [row(1), note, row(2), row(3)]
  expect(rowAfter(rows, undefined, -1)).toBe('r3')
  expect(rowAfter(rows, 'r3', -1)).toBe('r2')
  expect(rowAfter(rows, 'r2', -1)).toBe('r1')
  expect(rowAfter(rows, 'r1', -1)).toBe('r1')
  expect(rowAfter(rows, 'r3', 1)).toBe('r3')
  expect(rowAfter([], undefined, 1)).toBeUndefined()
})

test('ROOM-267 Every key stands once, and the space bar is left to buttons and fields', () => {
  expect(new Set(deskKeys.map(({ keys }) => keys)).size).toBe(deskKeys.length)
  const element = (tagName: string, role: string | null = null) => ({ tagName, getAttribute: () => role })
  for (const owner of [element('BUTTON'), element('INPUT'), element('A'), element('DIV', 'menuitem')])
    expect(ownsSpace(owner)).toBe(true)
  for (const free of [null, element('BODY'), element('LI', 'listitem'), element('DIV')])
    expect(ownsSpace(free)).toBe(false)
})
