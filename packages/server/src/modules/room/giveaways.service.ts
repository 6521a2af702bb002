import { randomBytes } from 'node:crypto'
import { commitmentOf, drawWinners, giveawayDraws } from '@kaimai/contract/room/giveaway.rules.ts'
import { comparableWord, type GiveawayDraw, type GiveawayOffer } from '@kaimai/contract/room/giveaway.schema.ts'
import { newId } from '../../platform/ids.ts'
import type { GiveawayResult, GiveawayStore, Person, StoredGiveaway } from './giveaway.store.ts'
import { createOpenedOnce, type OpenedOnceDeps, type Opening, placeOfRoom } from './opened-once.ts'
import type { RoomInstance } from './room-instance.ts'
import type { RoomLog, RoomRef } from './room-log.ts'
import { createRoomState } from './room-state.ts'
import type { RoomStore } from './room.store.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'

export interface GiveawaysDeps extends OpenedOnceDeps {
  readonly store: GiveawayStore
  readonly roomLog: Pick<RoomLog, 'append'>
  readonly roomStore: Pick<RoomStore, 'marksUpTo'>
  readonly blocksOf: LiveUserService['blocksOf']
}

type Room = Pick<RoomInstance, 'live' | 'isEmpty' | 'status' | 'script' | 'timeline' | 'setEntrants'>

const readAtOnce = 2_000
/** What was said in time may still be on its way into the log, by a node whose clock is behind. */
const graceMs = 1_000

/** What a node has read of a giveaway that is open: who said the word, in which comments. */
interface Reading {
  readonly giveaway: string
  upTo: number
  readonly saidIn: Map<string, number[]>
}

/** Opens and draws the giveaways of rooms: each once, whichever nodes do it, and after a restart. */
export const createGiveaways = (deps: GiveawaysDeps) => {
  const { store, roomLog, roomStore, blocksOf, clock } = deps
  /** What this node has read, by room. */
  const readings = new WeakMap<object, Reading>()

  const openedKey = (id: string): string => `giveaway opened ${id}`

  /** Who said the word in time where all saw it, each once; without whom the staff has taken away or muted. */
  const entrantsOf = async (place: RoomRef, { id, word, untilAt }: StoredGiveaway): Promise<Person[]> => {
    const { firmId, liveId, beginAtMs } = place
    const openedSeq = await store.openedSeq(firmId, liveId, openedKey(id))
    if (openedSeq === undefined) return []
    const untilMs = untilAt.getTime() - beginAtMs
    const sought = comparableWord(word)
    const roomState = createRoomState()
    for (const { event } of await roomStore.marksUpTo(firmId, liveId, Number.MAX_SAFE_INTEGER)) roomState.note(event)
    const entrants = new Map<string, Person>()
    for (let after = openedSeq; ; ) {
      const comments = await store.said(firmId, liveId, after, readAtOnce)
      for (const { seq, ms, user, text } of comments) {
        after = seq
        if (ms > untilMs || roomState.removed().has(seq) || roomState.muted().has(user.userId)) continue
        if (comparableWord(text).includes(sought)) entrants.set(user.userId, user)
      }
      if (comments.length === 0) return [...entrants.values()]
    }
  }

  /** Of those, who may not come in any more. */
  const blockedOf = async ({ firmId, liveId }: RoomRef, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const out = new Set<string>()
    for (const { id, publicId } of await store.viewersOf(firmId, liveId, userIds))
      if ((await blocksOf(firmId, id)).blocked) out.add(publicId)
    return out
  }

  const resultOf = async (place: RoomRef, giveaway: StoredGiveaway): Promise<GiveawayResult> => {
    if (giveaway.result !== null) return giveaway.result
    let entrants = await entrantsOf(place, giveaway)
    for (;;) {
      const ids = entrants.map(({ userId }) => userId)
      const { winners, digest } = await drawWinners(giveaway.seed, ids, giveaway.winners)
      const out = await blockedOf(place, winners)
      if (out.size === 0) return store.setResult(giveaway.id, { entrants, winners: [...winners], digest })
      entrants = entrants.filter(({ userId }) => !out.has(userId))
    }
  }

  const publishDrawn = async (place: RoomRef, giveaway: StoredGiveaway): Promise<void> => {
    const { entrants, winners, digest } = await resultOf(place, giveaway)
    const people = winners.flatMap((userId) => entrants.find((each) => each.userId === userId) ?? [])
    const { id, seed } = giveaway
    await roomLog.append(place, {
      event: { kind: 'giveawayDrawn', giveaway: id, entrants: entrants.length, winners: people, seed, digest },
      liveUserId: null,
      key: `giveaway drawn ${id}`,
    })
    await store.setPublished(id)
  }

  const publishOpened = async (place: RoomRef, giveaway: StoredGiveaway): Promise<void> => {
    const { id, prize, word, winners, commitment, untilAt } = giveaway
    const untilMs = untilAt.getTime() - place.beginAtMs
    await roomLog.append(place, {
      event: { kind: 'giveawayOpened', giveaway: id, prize, word, winners, untilMs, commitment },
      liveUserId: null,
      key: openedKey(id),
    })
  }

  const drawNow = async (place: RoomRef, { id }: StoredGiveaway): Promise<void> => {
    const shortened = await store.shorten(id, clock.now())
    if (shortened !== undefined) await publishDrawn(place, shortened)
  }

  const once = createOpenedOnce(deps, {
    isItem: (item) => item.kind === 'giveaway',
    store,
    hasEnded: ({ result }) => result !== null,
    publishOpened,
    publishEnded: publishDrawn,
    endNow: drawNow,
  })

  /** One giveaway stands at a time: those before it are drawn first. False: the item of a script had its giveaway. */
  const open = async (
    place: RoomRef,
    { prize, word, winners }: Pick<GiveawayOffer, 'prize' | 'word' | 'winners'>,
    { untilAt, itemId, id = newId() }: Opening,
  ): Promise<boolean> => {
    const { firmId, liveId } = place
    const seed = randomBytes(32).toString('hex')
    const commitment = await commitmentOf(seed)
    const made = { id, firmId, liveId, prize, word, winners, seed, commitment, untilAt }
    return once.open(place, { ...made, result: null }, itemId, (tx) =>
      store.add({ ...made, itemId, openedAt: clock.now() }, tx),
    )
  }

  /** Goes on reading where it stopped; who is muted or whose comment was taken away by now doesn't count. */
  const countEntrants = async (
    room: Room,
    opened: { giveaway: string; word: string; seq: number },
  ): Promise<number> => {
    const { firmId, id: liveId } = room.live()
    const { giveaway, word, seq: openedSeq } = opened
    let reading = readings.get(room)
    if (reading?.giveaway !== giveaway) {
      reading = { giveaway, upTo: openedSeq, saidIn: new Map() }
      readings.set(room, reading)
    }
    const sought = comparableWord(word)
    for (;;) {
      const comments = await store.said(firmId, liveId, reading.upTo, readAtOnce)
      for (const { seq, user, text } of comments) {
        reading.upTo = seq
        if (comparableWord(text).includes(sought))
          reading.saidIn.set(user.userId, [...(reading.saidIn.get(user.userId) ?? []), seq])
      }
      if (comments.length < readAtOnce) break
    }
    const { muted, removed } = room.timeline.hidden()
    return [...reading.saidIn].filter(([userId, seqs]) => !muted.has(userId) && seqs.some((seq) => !removed.has(seq)))
      .length
  }

  const everySecondOf = async (room: Room): Promise<void> => {
    const place = placeOfRoom(room)
    if (room.status() === 'live') await once.playScript(room, (item, opening) => open(place, item, opening))
    const pair = room.timeline.settings().giveaway
    if (pair === undefined || pair.drawn !== undefined) return
    const { giveaway, untilMs } = pair.opened
    const roomMs = clock.ms() - place.beginAtMs
    if (roomMs < untilMs) return room.setEntrants({ giveaway, entrants: await countEntrants(room, pair.opened) })
    if (roomMs >= untilMs + graceMs) await once.endOne(place, giveaway)
  }

  return {
    open,
    /** Draws what stands; answers its prize, undefined where nothing stands. */
    drawAll: async (place: RoomRef): Promise<string | undefined> => (await once.endAll(place))?.prize,
    /** Of the rooms of this node: opens what the script asks, draws what is over, counts who takes part. */
    everySecond: (rooms: Iterable<Room>): Promise<void> => once.everySecond(rooms, everySecondOf),
    /** Draws what is over in rooms that nobody sits in: for a job. */
    drawDue: (): Promise<void> => once.endDue(new Date(clock.ms() - graceMs)),
    drawn: store.drawn,
    /** As the room was told, with their results. */
    draws: async (firmId: string, liveId: string): Promise<GiveawayDraw[]> =>
      giveawayDraws(await store.publishedEvents(firmId, liveId)),
  }
}
export type Giveaways = ReturnType<typeof createGiveaways>
