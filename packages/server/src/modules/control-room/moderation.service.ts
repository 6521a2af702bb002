import { fail } from '@kaimai/contract/common/error.ts'
import type { StaffAction } from '@kaimai/contract/room/room-event.schema.ts'
import { controlRoomErrors } from '@kaimai/contract/control-room/control-room.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { DecisionState, RoomDecisionRow } from '../room/moderation.tables.ts'
import type { ControlRoomCommentStore, JudgedComment } from './control-room-comment.store.ts'
import type { ControlRoomCaller, ControlRoomAccess } from './control-room-access.ts'
import type { LiveUserRecord, LiveUserService } from '../viewer/viewer.service.ts'
import type { MuteStore } from '../room/mute.store.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { NewEntry } from '../room/room-log.ts'

export interface ModerationDeps {
  readonly platform: { readonly db: Database; readonly clock: Clock }
  readonly room: ControlRoomAccess
  readonly comments: Pick<ControlRoomCommentStore, 'validated' | 'lockDecision' | 'decision' | 'decide'>
  readonly mutes: Pick<MuteStore, 'set' | 'isMuted'>
  readonly liveUsers: Pick<LiveUserService, 'byPublicId' | 'get'>
}

export type Decision = 'release' | 'remove' | 'restore' | 'dismiss'
interface Decided {
  readonly state: DecisionState
  readonly removed: boolean
}

const acts: Readonly<Record<Decision, StaffAction>> = {
  release: 'released',
  remove: 'removed',
  restore: 'restored',
  dismiss: 'dismissed',
}

/**
 * What a decision makes of a comment: undefined where it stands so already, 'late' where another one counts. What was put
 * aside or taken away is given back first; only what was held can be released.
 */
export const decided = (isHeld: boolean, now: Decided, decision: Decision): Decided | 'late' | undefined => {
  if (decision === 'remove') return now.removed ? undefined : { ...now, removed: true }
  if (decision === 'restore') {
    const state = now.state === 'dismissed' ? 'waiting' : now.state
    return now.removed || state !== now.state ? { state, removed: false } : undefined
  }
  const wanted = decision === 'release' ? 'released' : 'dismissed'
  if (!isHeld || now.removed) return 'late'
  if (now.state === wanted) return undefined
  return now.state === 'waiting' ? { ...now, state: wanted } : 'late'
}

/** What the staff does about comments and viewers. The row decides, of two at once; the room's log tells what it came to. */
export const createModeration = ({ platform, room, comments, mutes, liveUsers }: ModerationDeps) => {
  const { db, clock } = platform

  /** Gone for all, its writer included: a held one for its writer only, a released one under both of its numbers. */
  const takings = (
    kind: 'removed' | 'restored',
    { seq, held, liveUserId }: JudgedComment,
    releasedAs: number | null,
    key: string,
  ): NewEntry[] => [
    ...(held && releasedAs === null
      ? []
      : [{ event: { kind, of: releasedAs ?? seq }, liveUserId: null, key } satisfies NewEntry]),
    ...(held ? [{ event: { kind, of: seq }, liveUserId, key: `${key} own`, held: true } satisfies NewEntry] : []),
  ]

  /** The comment as all see it: once, however often this is called. Answers its place. */
  const release = async (live: LiveRecord, comment: JudgedComment): Promise<number> => {
    const { seq, payload } = comment
    const { user, text, to, question } = payload
    const released = await room.appendEvent(live, {
      event: {
        kind: 'commented',
        user,
        text,
        of: seq,
        ...(to === undefined ? {} : { to }),
        ...(question === undefined ? {} : { question }),
      },
      liveUserId: null,
      key: `release ${seq}`,
    })
    await comments.decide({ firmId: live.firmId, liveId: live.id, seq }, { releasedAs: released.seq })
    return released.seq
  }

  /** Tells whether a comment is gone, and again until the log's last word is the row's: another may have decided meanwhile. */
  const reportTaking = async (live: LiveRecord, comment: JudgedComment, first: RoomDecisionRow): Promise<void> => {
    const { firmId, id: liveId } = live
    let row = first
    let key = `decide ${comment.seq} ${row.version}`
    for (;;) {
      const { removed } = row
      const releasedAs = row.state === 'released' ? (row.releasedAs ?? (await release(live, comment))) : null
      for (const entry of takings(removed ? 'removed' : 'restored', comment, releasedAs, key))
        await room.appendEvent(live, entry)
      const now = await comments.decision(firmId, liveId, comment.seq)
      if (now === undefined || now.removed === removed) return
      row = now
      key = `decide ${comment.seq} ${newId()}`
    }
  }

  const isUnheard = async (live: LiveRecord, { id, blocked }: LiveUserRecord): Promise<boolean> =>
    (await mutes.isMuted(live.firmId, live.id, id)) || ((await liveUsers.get(live.firmId, id))?.blocked ?? blocked)

  return {
    decide: async (
      caller: ControlRoomCaller,
      { liveId, seq, decision }: { liveId: string; seq: number; decision: Decision },
    ): Promise<void> => {
      const { firm } = caller
      const live = await room.findHeld(firm.id, liveId)
      const comment = await comments.validated(firm.id, liveId, seq)
      if (comment === undefined) throw fail('noData')
      const row = await db.transaction(async (tx) => {
        const by = { memberId: firm.userId, byName: firm.userName, changedAt: clock.now() }
        const at = { firmId: firm.id, liveId, seq: comment.seq }
        const before = await comments.lockDecision({ ...at, ...by }, tx)
        const next = decided(comment.held, before, decision)
        if (next === 'late') throw fail('conflict', { reason: controlRoomErrors.decidedAlready })
        if (next === undefined) return before
        const after = { ...before, ...next, ...by, version: before.version + 1 }
        await comments.decide(at, { ...next, ...by, version: after.version }, tx)
        const { user, text } = comment.payload
        await room.record(caller, live, decision, { seq: comment.seq, name: user.name, text }, tx)
        return after
      })
      // Nothing was ever done to it.
      if (row.version === 0) return
      // Told also when it stood so already: whoever decided it may have been stopped right before this.
      const key = `decide ${comment.seq} ${row.version}`
      if (row.state === 'released' && row.releasedAs === null) await release(live, comment)
      if (decision === 'remove' || decision === 'restore') await reportTaking(live, comment, row)
      const { userId } = comment.payload.user
      await room.appendAction(live, caller, acts[decision], key, { of: comment.seq, userId })
    },

    mute: async (
      caller: ControlRoomCaller,
      { liveId, userId, muted }: { liveId: string; userId: string; muted: boolean },
    ): Promise<void> => {
      const { firm } = caller
      const live = await room.findHeld(firm.id, liveId)
      const user = await liveUsers.byPublicId(firm.id, liveId, userId)
      if (user === undefined) throw fail('noData')
      const { version } = await db.transaction(async (tx) => {
        const by = { memberId: firm.userId, byName: firm.userName, changedAt: clock.now() }
        const at = { firmId: firm.id, liveId, liveUserId: user.id }
        const set = await mutes.set({ ...at, ...by, muted }, tx)
        if (set.isNew) await room.record(caller, live, muted ? 'mute' : 'unmute', { name: user.name }, tx)
        return set
      })
      if (version === 0) return
      const key = `mute ${user.id} ${version}`
      const appendMuted = (isMuted: boolean, key: string) =>
        room.appendEvent(live, { event: { kind: isMuted ? 'muted' : 'unmuted', userId }, liveUserId: null, key })
      // Who is blocked as well stays unheard.
      if (muted || !user.blocked) {
        let sent = muted
        await appendMuted(sent, key)
        // Until the log's last word is how it stands: another may have done the opposite meanwhile.
        while ((await isUnheard(live, user)) !== sent) {
          sent = !sent
          await appendMuted(sent, `mute ${user.id} ${newId()}`)
        }
      }
      await room.appendAction(live, caller, muted ? 'muted' : 'unmuted', key, { userId })
    },
  }
}
export type Moderation = ReturnType<typeof createModeration>
