import { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import { expect, test } from 'vitest'
import { record } from '../../../test/record.ts'
import type { CommentRow } from './chat-rows.ts'
import { controlRoomAfter } from './control-room-state.ts'
import type { ControlRoomState, Happening } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'
import { isSameRow, type RowParts } from './same-row.ts'
import {
  acted,
  answer,
  begun,
  colleague,
  comments,
  frame,
  privateEvent,
  requested,
  said,
  viewer,
} from './test-control-room.ts'

const controlRoom = record(ControlRoom, { script: [], announcement: null, rehearsalOf: null, rehearsal: null })
const talked = controlRoomAfter(begun, frame(said(1), said(2), said(3)))

const parts = (state: ControlRoomState, row: CommentRow, more: Partial<RowParts> = {}): RowParts => ({
  row,
  view: controlRoomView(state),
  open: { liveId: 'live', controlRoom, store: {} as RowParts['open']['store'] },
  chosen: false,
  picked: undefined,
  hovered: false,
  ...more,
})

/** Seqs of the comments whose rows are drawn again after that. */
const drawnAgain = (happening: Happening, more: Partial<RowParts> = {}): (number | undefined)[] => {
  const after = controlRoomAfter(talked, happening)
  return comments(talked)
    .filter((row) => !isSameRow(parts(talked, row, more), parts(after, row, more)))
    .map(({ seq }) => seq)
}

test('CONTROL-ROOM-253 What is said, ordered or decided of one comment draws the row of that comment alone again', () => {
  const held = { ...answer, of: 2, outcome: 'held', question: null } as const
  expect(drawnAgain(frame(said(4)))).toEqual([])
  expect(drawnAgain(privateEvent({ seq: 4, ms: 400, kind: 'ordered', ...held }))).toEqual([2])
  expect(drawnAgain(privateEvent(acted(4, 'marked', { of: 3 })))).toEqual([3])
  expect(drawnAgain(privateEvent(acted(4, 'blocked', { userId: 'v1' })))).toEqual([1])
  expect(drawnAgain(requested({ kind: 'mark', seq: 1, name: '', on: true }))).toEqual([1])
  const staff = [{ ...colleague, place: 'chat', of: 2 }] as const
  expect(drawnAgain({ t: 'fact', fact: { t: 'controlRoom', events: [], staff: [...staff] } })).toEqual([2])
})

test('CONTROL-ROOM-254 A row whose actions are in sight is drawn again with each act, as its buttons may do something else now', () => {
  const pin = requested({ kind: 'pin', seq: 1, user: viewer(1), text: '' })
  expect(drawnAgain(pin)).toEqual([])
  expect(drawnAgain(pin, { chosen: true })).toEqual([1, 2, 3])
  expect(drawnAgain(pin, { hovered: true })).toEqual([1, 2, 3])
})
