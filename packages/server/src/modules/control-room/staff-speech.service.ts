import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { Addressee, ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import { controlRoomErrors } from '@kaimai/contract/control-room/control-room.errors.ts'
import { readSaid } from '@kaimai/contract/room/say.rules.ts'
import type { Secret } from '../../platform/secret.ts'
import { newId } from '../../platform/ids.ts'
import type { ControlRoomCommentStore } from './control-room-comment.store.ts'
import type { ControlRoomCaller, ControlRoomAccess } from './control-room-access.ts'
import type { RoomStateReader } from './current-room-state.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from '../room/room.service.ts'
import { virtualId } from '../room/scripted.ts'

/** One of the firm's virtual users, as module virtual-user has it. */
export interface SpeakingVirtualUser {
  readonly id: string
  readonly name: string
  readonly userImgUrl: string
}

export interface ControlRoomSpeechDeps {
  readonly room: ControlRoomAccess
  readonly secret: Pick<Secret, 'sign'>
  readonly comments: Pick<ControlRoomCommentStore, 'bySeqs'>
  readonly firms: RoomSources['firms']
  readonly roomStateOf: RoomStateReader
  readonly virtualUser: (firmId: string, id: string) => Promise<SpeakingVirtualUser | undefined>
}

interface Words {
  readonly liveId: string
  /** Made by the client: the same again says nothing twice. */
  readonly id: string
  readonly as: 'host' | 'staff' | 'virtual'
  readonly virtualUserId: string | null
  readonly text: string
  readonly to: number | null
}

/** What the staff says in a room, and what it pins for all. */
export const createControlRoomSpeech = ({
  room,
  secret,
  comments,
  firms,
  roomStateOf,
  virtualUser,
}: ControlRoomSpeechDeps) => {
  const speakerOf = async (
    live: LiveRecord,
    caller: ControlRoomCaller,
    { as, virtualUserId }: Words,
  ): Promise<ChatUser> => {
    if (as === 'host') return room.host(live)
    if (as === 'staff') return room.staff(live, caller)
    const user = virtualUserId === null ? undefined : await virtualUser(live.firmId, virtualUserId)
    if (user === undefined) throw fail('invalid', { fields: { virtualUserId: common.wrongChoice } })
    const disclosure = live.disclosure ?? (await firms.publicFirm(live.firmId)).disclosure
    const { name, userImgUrl } = user
    // The same person as where the script lets them speak.
    return { userId: virtualId(secret, live.id, name), name, imgUrl: userImgUrl, as: disclosure ? 'virtual' : 'viewer' }
  }

  /** Whose comment is answered: as all see it. What only its writer sees is released first. */
  const addresseeOf = async (live: LiveRecord, seq: number): Promise<{ to: Addressee; of: number }> => {
    const [comment] = await comments.bySeqs(live.firmId, live.id, [seq])
    if (comment === undefined) throw fail('invalid', { fields: { to: common.wrongChoice } })
    const { user, held, releasedAs } = comment
    if (held && releasedAs === null) throw fail('conflict', { reason: controlRoomErrors.stillHeld })
    return { to: { seq: releasedAs ?? seq, userId: user.userId, name: user.name }, of: seq }
  }

  return {
    say: async (caller: ControlRoomCaller, words: Words): Promise<{ seq: number; ms: number }> => {
      const { firm } = caller
      const live = await room.findOpen(firm.id, words.liveId)
      const said = readSaid(words.text)
      if ('refused' in said) throw fail('invalid', { fields: { text: said.refused } })
      const user = await speakerOf(live, caller, words)
      const answered = words.to === null ? undefined : await addresseeOf(live, words.to)
      const key = `say ${firm.userId} ${words.id}`
      const { seq, ms, repeated } = await room.appendEvent(live, {
        event: { kind: 'commented', user, text: said.text, ...(answered === undefined ? {} : { to: answered.to }) },
        liveUserId: null,
        key,
      })
      // Said again it may be because the first time ended right here.
      if (!repeated || !(await room.isRecorded(live, 'say', seq)))
        await room.record(caller, live, 'say', { seq, as: words.as, name: user.name, text: said.text })
      if (answered !== undefined)
        await room.appendAction(live, caller, 'answered', key, { of: answered.of, userId: answered.to.userId })
      return { seq, ms }
    },

    /** An empty text takes down what is pinned. */
    broadcast: async (
      caller: ControlRoomCaller,
      { liveId, text, seconds }: { liveId: string; text: string; seconds: number | null },
    ): Promise<{ announcement: Announcement | null }> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const key = `broadcast ${newId()}`
      if (text === '') {
        const { announcement } = await roomStateOf(live)
        if (announcement === undefined) return { announcement: null }
        await room.record(caller, live, 'broadcast', { text: '' })
        await room.appendEvent(live, { event: { kind: 'unannounced' }, liveUserId: null, key })
        await room.appendAction(live, caller, 'unannounced', key)
        return { announcement: null }
      }
      const user = await room.host(live)
      const untilMs = seconds === null ? null : room.roomMs(live) + seconds * 1000
      await room.record(caller, live, 'broadcast', { text, seconds })
      const { seq } = await room.appendEvent(live, {
        event: { kind: 'announced', user, text, untilMs },
        liveUserId: null,
        key,
      })
      await room.appendAction(live, caller, 'announced', key, { text })
      return { announcement: { seq, user, text, untilMs } }
    },
  }
}
export type ControlRoomSpeech = ReturnType<typeof createControlRoomSpeech>
