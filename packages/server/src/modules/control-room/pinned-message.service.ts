import { fail } from '@kaimai/contract/common/error.ts'
import { controlRoomErrors } from '@kaimai/contract/control-room/control-room.errors.ts'
import { newId } from '../../platform/ids.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { MuteStore } from '../room/mute.store.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'
import type { ControlRoomCommentStore, JudgedComment } from './control-room-comment.store.ts'
import type { RoomStateReader } from './current-room-state.ts'

export interface PinnedMessageDeps {
  readonly room: ControlRoomAccess
  readonly comments: Pick<ControlRoomCommentStore, 'validated' | 'decision'>
  readonly mutes: Pick<MuteStore, 'isMuted'>
  readonly liveUsers: Pick<LiveUserService, 'get'>
  readonly roomStateOf: RoomStateReader
}

/** The one comment of a viewer that the staff has pinned for all. The room’s log says which: see pinned-message.rules.ts. */
export const createPinnedMessage = ({ room, comments, mutes, liveUsers, roomStateOf }: PinnedMessageDeps) => {
  /** The seq under which all see a viewer’s comment; undefined: somebody doesn’t. */
  const publicSeq = async (live: LiveRecord, comment: JudgedComment): Promise<number | undefined> => {
    const { firmId, id: liveId } = live
    const { seq, held, liveUserId } = comment
    if (liveUserId === null) return undefined
    const decision = await comments.decision(firmId, liveId, seq)
    if (decision?.removed === true) return undefined
    if (await mutes.isMuted(firmId, liveId, liveUserId)) return undefined
    if ((await liveUsers.get(firmId, liveUserId))?.blocked === true) return undefined
    return held ? (decision?.releasedAs ?? undefined) : seq
  }
  const appendUnpinned = (live: LiveRecord, key: string) =>
    room.appendEvent(live, { event: { kind: 'messageUnpinned' }, liveUserId: null, key })

  return {
    pin: async (caller: ControlRoomCaller, { liveId, seq }: { liveId: string; seq: number }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const comment = await comments.validated(live.firmId, liveId, seq)
      if (comment === undefined || comment.payload.user.as !== 'viewer') throw fail('noData')
      const of = await publicSeq(live, comment)
      if (of === undefined) throw fail('conflict', { reason: controlRoomErrors.commentNotPublic })
      if ((await roomStateOf(live)).pinned?.of === of) return
      const { user, text } = comment.payload
      const key = `pin ${newId()}`
      await room.record(caller, live, 'pin', { seq: comment.seq, name: user.name, text })
      await room.appendEvent(live, { event: { kind: 'messagePinned', of, user, text }, liveUserId: null, key })
      // A colleague may have taken it away right then: the log would have said so before the pin.
      if ((await publicSeq(live, comment)) === undefined) await appendUnpinned(live, `${key} gone`)
      await room.appendAction(live, caller, 'pinned', key, { of: comment.seq, userId: user.userId })
    },

    unpin: async (caller: ControlRoomCaller, { liveId }: { liveId: string }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const { pinned } = await roomStateOf(live)
      if (pinned === undefined) return
      const key = `pin ${newId()}`
      await room.record(caller, live, 'unpin', { seq: pinned.of, name: pinned.user.name, text: pinned.text })
      await appendUnpinned(live, key)
      await room.appendAction(live, caller, 'unpinned', key, { of: pinned.of, userId: pinned.user.userId })
    },
  }
}
export type PinnedMessages = ReturnType<typeof createPinnedMessage>
