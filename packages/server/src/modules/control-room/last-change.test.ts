import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { describe, expect, test } from 'vitest'
import { anOpenRoom, aViewer, sharedControlRoom } from '../../../test/control-room.ts'
import { type Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { createControlRoomCommentStore } from './control-room-comment.store.ts'
import { createModeration } from './moderation.service.ts'
import { createControlRoomAccess, type ControlRoomCaller } from './control-room-access.ts'
import type { NewEntry } from '../room/room-log.ts'

const { t, port, owner, helper } = await sharedControlRoom()

const callerOf = (member: Member): ControlRoomCaller => ({
  ip: '127.0.0.1',
  firm: {
    kind: 'firm',
    id: owner.firmId,
    userId: member.userId,
    sessionId: newId(),
    userName: '小編',
    role: 'owner',
    can: () => true,
  },
})

/** Somebody who is stopped right before telling, while `meanwhile` happens; or for good, when that throws. */
const stoppedBefore = (kind: NewEntry['event']['kind'], meanwhile: () => Promise<void>) => {
  const { parts } = t.app.services.rooms
  const room = createControlRoomAccess({ platform: t.platform, sources: parts.sources, roomLog: parts.roomLog })
  let stopped = false
  const appendEvent: typeof room.appendEvent = async (live, entry) => {
    if (entry.event.kind === kind && !stopped) {
      stopped = true
      await meanwhile()
    }
    return room.appendEvent(live, entry)
  }
  return createModeration({
    platform: t.platform,
    room: { ...room, appendEvent },
    comments: createControlRoomCommentStore(t.platform.db),
    mutes: parts.mutes,
    liveUsers: parts.liveUsers,
  })
}

const aSaidOne = async () => {
  const live = await anOpenRoom(t, owner)
  const viewer = await aViewer(t, port, live.streamId)
  const said = await viewer.say('加我私訊')
  return { liveId: live.id, streamId: live.streamId, viewer, seq: said.t === 'said' ? said.seq : 0 }
}
const lastWord = async (liveId: string, kinds: readonly string[]): Promise<unknown> => {
  const { rows } = await t.platform.db.raw(
    'select kind from "roomEvent" where "liveId" = $1 and kind = any($2) order by seq desc limit 1',
    [liveId, [...kinds]],
  )
  return rows[0]?.['kind']
}
const isRemoved = async (liveId: string): Promise<boolean | undefined> =>
  (await t.call(controlRoomRoutes.comments, { query: { liveId } }, owner.headers)).comments[0]?.removed

describe('the log’s last word is how it stands', () => {
  test('CONTROL-ROOM-11 Of two of the staff at once, whoever tells last: one takes a comment away, one gives it back', async () => {
    const { liveId, seq } = await aSaidOne()
    const slow = stoppedBefore('removed', () =>
      t
        .call(controlRoomRoutes.decide, { body: { liveId, seq, decision: 'restore' } }, helper.headers)
        .then(() => undefined),
    )
    await slow.decide(callerOf(owner), { liveId, seq, decision: 'remove' })
    expect(await isRemoved(liveId)).toBe(false)
    expect(await lastWord(liveId, ['removed', 'restored'])).toBe('restored')

    await t.call(controlRoomRoutes.decide, { body: { liveId, seq, decision: 'remove' } }, owner.headers)
    const late = stoppedBefore('restored', () =>
      t
        .call(controlRoomRoutes.decide, { body: { liveId, seq, decision: 'remove' } }, helper.headers)
        .then(() => undefined),
    )
    await late.decide(callerOf(owner), { liveId, seq, decision: 'restore' })
    expect(await isRemoved(liveId)).toBe(true)
    expect(await lastWord(liveId, ['removed', 'restored'])).toBe('removed')
  })

  test('CONTROL-ROOM-12 One mutes, one hears again', async () => {
    const { liveId, viewer } = await aSaidOne()
    const { userId } = viewer
    const slow = stoppedBefore('muted', () =>
      t.call(controlRoomRoutes.mute, { body: { liveId, userId, muted: false } }, helper.headers).then(() => undefined),
    )
    await slow.mute(callerOf(owner), { liveId, userId, muted: true })
    expect(await lastWord(liveId, ['muted', 'unmuted'])).toBe('unmuted')
    expect((await t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, owner.headers)).mutedUsers).toEqual([])
  })

  test.each(['remove', 'restore'] as const)(
    'CONTROL-ROOM-13 Who was stopped between deciding and telling is made good by the same again: %s',
    async (decision) => {
      const { liveId, seq } = await aSaidOne()
      const again = () => t.call(controlRoomRoutes.decide, { body: { liveId, seq, decision } }, helper.headers)
      if (decision === 'restore')
        await t.call(controlRoomRoutes.decide, { body: { liveId, seq, decision: 'remove' } }, owner.headers)
      const kind = decision === 'remove' ? 'removed' : 'restored'
      const dying = stoppedBefore(kind, async () => {
        throw new Error('the process was killed')
      })
      await expect(dying.decide(callerOf(owner), { liveId, seq, decision })).rejects.toThrow('killed')
      expect(await lastWord(liveId, [kind])).toBeUndefined()
      await again()
      await again()
      const { rows } = await t.platform.db.raw(
        'select count(*) as count from "roomEvent" where "liveId" = $1 and kind = $2',
        [liveId, kind],
      )
      expect(Number(rows[0]?.['count'])).toBe(1)
    },
  )
})

test('CONTROL-ROOM-14 What was said stands in the log of changes once, also when the first try ended before its row', async () => {
  const { liveId } = await aSaidOne()
  const say = () =>
    t.call(controlRoomRoutes.say, { body: { liveId, id: 'staff-words-1', as: 'host', text: '歡迎' } }, owner.headers)
  const rows = async () =>
    (await t.platform.db.raw(`select id from audit where action = 'room.say' and target = $1`, [liveId])).rows.length
  await say()
  expect(await rows()).toBe(1)
  // As if the process had ended right after the words stood in the room.
  await t.platform.db.raw(`delete from audit where action = 'room.say' and target = $1`, [liveId])
  await say()
  await say()
  expect(await rows()).toBe(1)
})
