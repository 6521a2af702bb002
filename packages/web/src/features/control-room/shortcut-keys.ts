import type { timeOutMinutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import type { Action } from './control-room-actions.ts'
import type { CommentRow, ControlRoomRow } from './chat-rows.ts'
import type { ControlRoomView } from './control-room-view.ts'

/** Keys of the control room, in the order in which they are listed; `space` is the space bar. */
export const controlRoomKeys = [
  { keys: 'arrowup', does: 'previous' },
  { keys: 'arrowdown', does: 'next' },
  { keys: 'm', does: 'mute' },
  { keys: 'b', does: 'block' },
  { keys: 'f', does: 'mark' },
  { keys: 'r', does: 'reply' },
  { keys: 't', does: 'pin' },
  { keys: 'o', does: 'timeOut' },
  { keys: 'h', does: 'hide' },
  { keys: 'a', does: 'release' },
  { keys: 's', does: 'select' },
  { keys: 'space', does: 'freeze' },
  { keys: '/', does: 'write' },
  { keys: 'n', does: 'callNext' },
  { keys: 'd', does: 'delayNext' },
  { keys: 'x', does: 'skipNext' },
  { keys: 'p', does: 'planNext' },
  { keys: 'c', does: 'callNow' },
  { keys: 'z', does: 'undo' },
] as const
export type ControlRoomKey = (typeof controlRoomKeys)[number]['does']

/** A time-out for who wrote that. `nowMs`: of the server. */
export const timeOutOf = (
  { user: { userId, name } }: { readonly user: { readonly userId: string; readonly name: string } },
  minutes: (typeof timeOutMinutes)[number],
  nowMs: number,
): Action => ({ kind: 'timeOut', userId, name, minutes, untilMs: nowMs + minutes * 60_000 })

/** Whether all see it: neither held nor gone. */
export const isPublic = (row: CommentRow, view: ControlRoomView): boolean =>
  row.seq !== undefined &&
  (!row.held || view.holds('released', row.seq)) &&
  !view.holds('removed', row.seq) &&
  !view.isMuted(row.user.userId) &&
  !view.holds('blocked', row.user.userId)

/** What a key does to the chosen row, at that time of the server; undefined: nothing. Who is simulated or of the staff can't be muted or blocked. */
export const actionOfKey = (
  key: ControlRoomKey,
  row: ControlRoomRow | undefined,
  view: ControlRoomView,
  nowMs: number,
): Action | 'reply' | undefined => {
  if (row?.kind !== 'comment' || row.seq === undefined) return undefined
  const { seq, user } = row
  const { userId, name } = user
  const isViewer = user.as === 'viewer'
  switch (key) {
    case 'mute':
      return isViewer ? { kind: 'mute', userId, name, on: !view.isMuted(userId) } : undefined
    case 'block':
      if (!isViewer) return undefined
      return view.holds('blocked', userId)
        ? { kind: 'unblock', userId, name }
        : { kind: 'block', userId, name, permanent: false }
    case 'mark':
      return isViewer ? { kind: 'mark', seq, name, on: !view.holds('marked', seq) } : undefined
    case 'reply':
      return 'reply'
    case 'pin':
      if (view.pinned !== undefined && [seq, row.of].includes(view.pinned.of))
        return { kind: 'unpin', seq: view.pinned.of, user, text: row.text }
      // What somebody doesn’t see can’t be pinned.
      return isViewer && isPublic(row, view) ? { kind: 'pin', seq, user, text: row.text } : undefined
    case 'timeOut':
      if (!isViewer) return undefined
      return view.timeOut(userId) === undefined ? timeOutOf(row, 5, nowMs) : { kind: 'endTimeOut', userId, name }
    case 'hide':
      if (view.waits(row) || !view.holds('removed', seq)) return { kind: 'decide', seq, name, decision: 'remove' }
      return { kind: 'decide', seq, name, decision: 'restore' }
    case 'release':
      return view.waits(row) ? { kind: 'decide', seq, name, decision: 'release' } : undefined
    default:
      return undefined
  }
}

/** The row that an arrow key chooses: without one chosen the newest. */
export const rowAfter = (
  rows: readonly ControlRoomRow[],
  chosen: string | undefined,
  step: -1 | 1,
): string | undefined => {
  const comments = rows.filter(({ kind }) => kind === 'comment')
  const at = comments.findIndex(({ key }) => key === chosen)
  if (at === -1) return comments.at(-1)?.key
  return comments[Math.min(comments.length - 1, Math.max(0, at + step))]?.key
}

/** Whether the space bar belongs to what has the focus: a button, a link, a field. */
export const ownsSpace = (
  element: { readonly tagName: string; getAttribute(name: string): string | null } | null,
): boolean =>
  element !== null &&
  (/^(BUTTON|A|INPUT|TEXTAREA|SELECT|SUMMARY|VIDEO)$/.test(element.tagName) ||
    /^(button|link|menuitem|menuitemradio|tab|switch|checkbox|radio|option|textbox)$/.test(
      element.getAttribute('role') ?? '',
    ))
