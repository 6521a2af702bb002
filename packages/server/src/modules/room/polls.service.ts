import type { PollQuestion } from '@kaimai/contract/room/poll.schema.ts'
import { newId } from '../../platform/ids.ts'
import { createOpenedOnce, type OpenedOnceDeps, type Opening, placeOfRoom } from './opened-once.ts'
import type { PollStore, StoredPoll } from './poll.store.ts'
import type { RoomInstance } from './room-instance.ts'
import type { RoomLog, RoomRef } from './room-log.ts'

export interface PollsDeps extends OpenedOnceDeps {
  readonly store: PollStore
  readonly roomLog: Pick<RoomLog, 'append'>
}

type Room = Pick<RoomInstance, 'live' | 'isEmpty' | 'status' | 'script' | 'timeline' | 'setVotes'>

/** Opens and closes the polls of rooms: each once, whichever nodes do it, and after a restart. */
export const createPolls = (deps: PollsDeps) => {
  const { db, store, roomLog, clock } = deps

  const publishClosed = async (place: RoomRef, poll: StoredPoll): Promise<void> => {
    const counts = await db.transaction((tx) => store.close(poll, clock.now(), tx))
    await roomLog.append(place, {
      event: { kind: 'pollClosed', poll: poll.id, counts },
      liveUserId: null,
      key: `poll closed ${poll.id}`,
    })
    await store.setPublished(poll.id)
  }

  const publishOpened = async (place: RoomRef, poll: StoredPoll): Promise<void> => {
    const { id, question, options, untilAt } = poll
    const untilMs = untilAt.getTime() - place.beginAtMs
    await roomLog.append(place, {
      event: { kind: 'pollOpened', poll: id, question, options: [...options], untilMs },
      liveUserId: null,
      key: `poll opened ${id}`,
    })
  }

  const once = createOpenedOnce(deps, {
    isItem: (item) => item.kind === 'poll',
    store,
    hasEnded: ({ closedAt }) => closedAt !== null,
    publishOpened,
    publishEnded: publishClosed,
    endNow: publishClosed,
  })

  /** One poll stands at a time: those before it are closed first. False: the item of a script had its poll. */
  const open = (
    place: RoomRef,
    { question, options }: Pick<PollQuestion, 'question' | 'options'>,
    { untilAt, itemId, id = newId() }: Opening,
  ): Promise<boolean> => {
    const { firmId, liveId } = place
    const made = { id, firmId, liveId, question, options, untilAt }
    return once.open(place, { ...made, closedAt: null }, itemId, (tx) =>
      store.add({ ...made, itemId, openedAt: clock.now() }, tx),
    )
  }

  const everySecondOf = async (room: Room): Promise<void> => {
    const place = placeOfRoom(room)
    if (room.status() === 'live') await once.playScript(room, (item, opening) => open(place, item, opening))
    const pair = room.timeline.settings().poll
    if (pair === undefined || pair.closed !== undefined) return
    const { poll, options, untilMs } = pair.opened
    if (clock.ms() - place.beginAtMs < untilMs)
      return room.setVotes({ poll, counts: await store.counted(poll, options.length) })
    await once.endOne(place, poll)
  }

  return {
    open,
    /** Ends what stands; answers its question, undefined where nothing stands. */
    closeAll: async (place: RoomRef): Promise<string | undefined> => (await once.endAll(place))?.question,
    /** Of the rooms of this node: opens what the script asks, closes what is over, counts what is open. */
    everySecond: (rooms: Iterable<Room>): Promise<void> => once.everySecond(rooms, everySecondOf),
    /** Closes what is over in rooms that nobody sits in: for a job. */
    closeDue: (): Promise<void> => once.endDue(clock.now()),
  }
}
export type Polls = ReturnType<typeof createPolls>
