import type { Action } from './control-room-actions.ts'
import type { ControlRoomRow } from './chat-rows.ts'
import type { ControlRoomView } from './control-room-view.ts'

/** Keys of the control room, in the order in which they are listed; `space` is the space bar. */
export const controlRoomKeys = [
  { keys: 'arrowup', does: 'previous' },
  { keys: 'arrowdown', does: 'next' },
  { keys: 'm', does: 'mute' },
  { keys: 'b', does: 'block' },
  { keys: 'f', does: 'mark' },
  { keys: 'r', does: 'reply' },
  { keys: 'space', does: 'freeze' },
  { keys: '/', does: 'write' },
  { keys: 'n', does: 'callNext' },
  { keys: 'z', does: 'undo' },
] as const
export type ControlRoomKey = (typeof controlRoomKeys)[number]['does']

/** What a key does to the chosen row; undefined: nothing. Who is simulated or of the staff can't be muted or blocked. */
export const actionOfKey = (
  key: ControlRoomKey,
  row: ControlRoomRow | undefined,
  view: ControlRoomView,
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
