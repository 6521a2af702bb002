import type { MapDraft } from './bounded-map.ts'
import type { RoomEvent, StaffAction } from '@kaimai/contract/room/room-event.schema.ts'

/** Things that hold of a comment (by seq) or of a person (by userId). */
const markKinds = ['removed', 'marked', 'dismissed', 'answered', 'released', 'muted', 'blocked', 'timedOut'] as const
export type MarkKind = (typeof markKinds)[number]

/** Whether it holds, by the newest event; `at`: a seq of the log. */
export interface Mark {
  readonly at: number
  readonly on: boolean
}
export interface Who extends Mark {
  readonly userId: string
  readonly name: string
}

export const markKey = (kind: MarkKind, of: number | string): string => `${kind} ${of}`

/** A change of what is known of comments and people. */
export interface MarksDraft {
  readonly marks: MapDraft<string, Mark>
  readonly who: MapDraft<string, Who>
}

/** A newer event decides over an older one; `again`: so does one of the same moment. */
export const settle = <M extends Mark>(map: MapDraft<string, M>, key: string, mark: M, again = false): void => {
  const before = map.get(key)
  if (before === undefined || mark.at > before.at || (again && mark.at === before.at)) map.set(key, mark)
}

type Touch = readonly [kind: MarkKind, on: boolean, of: 'comment' | 'person' | 'line']
/** What an act of the staff sets. */
const touches: Partial<Record<StaffAction, readonly Touch[]>> = {
  muted: [['muted', true, 'person']],
  unmuted: [['muted', false, 'person']],
  blocked: [['blocked', true, 'person']],
  timedOut: [['timedOut', true, 'person']],
  timeOutEnded: [['timedOut', false, 'person']],
  removed: [['removed', true, 'comment']],
  restored: [
    ['removed', false, 'comment'],
    ['dismissed', false, 'comment'],
  ],
  released: [['released', true, 'comment']],
  dismissed: [['dismissed', true, 'comment']],
  marked: [['marked', true, 'comment']],
  unmarked: [['marked', false, 'comment']],
  answered: [['answered', true, 'comment']],
  lineRemoved: [['removed', true, 'line']],
  lineRestored: [['removed', false, 'line']],
}

/** Enters what an event says about a comment or a person. */
export const markEvent = (draft: MarksDraft, event: RoomEvent): void => {
  if (!('seq' in event)) return
  const at = event.seq
  const touch = (
    act: StaffAction,
    of: number | undefined,
    userId: string | undefined,
    by?: { userId: string; name: string },
    line?: string,
  ) => {
    for (const [kind, on, about] of touches[act] ?? []) {
      const id = about === 'comment' ? of : about === 'line' ? line : userId
      if (id === undefined) continue
      settle(draft.marks, markKey(kind, id), { at, on })
      if (by !== undefined) settle(draft.who, markKey(kind, id), { at, on, ...by })
    }
  }
  switch (event.kind) {
    case 'removed':
    case 'restored':
      return touch(event.kind, event.of, undefined)
    case 'lineRemoved':
    case 'lineRestored':
      return touch(event.kind, undefined, undefined, undefined, event.line)
    case 'muted':
      return touch('muted', undefined, event.userId)
    case 'unmuted':
      // A blocked person gets no message through: a person who is unmuted is unblocked too.
      settle(draft.marks, markKey('blocked', event.userId), { at, on: false })
      return touch('unmuted', undefined, event.userId)
    case 'acted':
      return touch(event.act, event.of, event.userId, event.by, event.text)
    case 'commented': {
      const by = { userId: event.user.userId, name: event.user.name }
      if (event.of !== undefined) touch('released', event.of, undefined)
      if (event.to !== undefined && event.user.as !== 'viewer') touch('answered', event.to.seq, undefined, by)
      return
    }
    default:
  }
}
