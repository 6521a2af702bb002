import { fail } from '@kaimai/contract/common/error.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'
import type { RoomStateReader } from './current-room-state.ts'

export interface TimeOutDeps {
  readonly clock: Clock
  readonly room: ControlRoomAccess
  readonly liveUsers: Pick<LiveUserService, 'byPublicId'>
  readonly roomStateOf: RoomStateReader
}

/**
 * Time-outs: a viewer watches and buys, and writes nothing until then. The room’s log keeps them, as events for that
 * viewer alone, so that every node and a restarted one know.
 */
export const createTimeOuts = ({ clock, room, liveUsers, roomStateOf }: TimeOutDeps) => {
  const find = async (caller: ControlRoomCaller, liveId: string, userId: string) => {
    const live = await room.findOpen(caller.firm.id, liveId)
    const user = await liveUsers.byPublicId(live.firmId, liveId, userId)
    if (user === undefined) throw fail('noData')
    return { live, user }
  }

  return {
    give: async (
      caller: ControlRoomCaller,
      { liveId, userId, minutes }: { liveId: string; userId: string; minutes: number },
    ): Promise<{ until: string }> => {
      const { live, user } = await find(caller, liveId, userId)
      const untilMs = clock.ms() + minutes * 60_000
      const key = `timeOut ${newId()}`
      await room.record(caller, live, 'timeOut', { name: user.name, minutes })
      await room.appendEvent(live, {
        event: { kind: 'timedOut', userId, untilMs },
        liveUserId: user.id,
        key,
        held: true,
      })
      await room.appendAction(live, caller, 'timedOut', key, { userId, text: String(minutes) })
      return { until: new Date(untilMs).toISOString() }
    },

    end: async (caller: ControlRoomCaller, { liveId, userId }: { liveId: string; userId: string }): Promise<void> => {
      const { live, user } = await find(caller, liveId, userId)
      const untilMs = (await roomStateOf(live)).timeOuts.get(userId) ?? 0
      if (untilMs <= clock.ms()) return
      const key = `timeOut ${newId()}`
      await room.record(caller, live, 'endTimeOut', { name: user.name })
      await room.appendEvent(live, { event: { kind: 'timeOutEnded', userId }, liveUserId: user.id, key, held: true })
      await room.appendAction(live, caller, 'timeOutEnded', key, { userId })
    },
  }
}
export type TimeOuts = ReturnType<typeof createTimeOuts>
