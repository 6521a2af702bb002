import type { PollQuestion } from '@kaimai/contract/room/poll.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Polls } from '../room/polls.service.ts'
import type { RoomStore } from '../room/room.store.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'

/** What the staff asks the viewers of a running room. */
export const createPollControl = (deps: {
  readonly clock: Clock
  readonly room: ControlRoomAccess
  readonly polls: Pick<Polls, 'open' | 'closeAll'>
  readonly store: Pick<RoomStore, 'open'>
}) => {
  const { clock, room, polls, store } = deps
  return {
    openPoll: async (caller: ControlRoomCaller, asked: PollQuestion & { readonly liveId: string }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, asked.liveId)
      const { question, options, seconds } = asked
      const { firmId, id: liveId, beginAtMs } = live
      const id = newId()
      await room.record(caller, live, 'openPoll', { question, options: options.join(' / '), seconds })
      await store.open(firmId, liveId, clock.now())
      const untilAt = new Date(Math.min(clock.ms() + seconds * 1000, live.endAtMs))
      await polls.open({ firmId, liveId, beginAtMs }, { question, options }, { id, itemId: null, untilAt })
      await room.appendAction(live, caller, 'pollOpened', `poll ${id}`, { text: question })
    },

    closePoll: async (caller: ControlRoomCaller, { liveId }: { readonly liveId: string }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const closed = await polls.closeAll({ firmId: live.firmId, liveId, beginAtMs: live.beginAtMs })
      if (closed === undefined) return
      await room.record(caller, live, 'closePoll', { question: closed })
      await room.appendAction(live, caller, 'pollClosed', `poll end ${newId()}`, { text: closed })
    },
  }
}
export type PollControl = ReturnType<typeof createPollControl>
