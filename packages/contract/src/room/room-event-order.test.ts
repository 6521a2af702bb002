import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePlace, identityOf, mergePlaced } from './event-order.rules.ts'
import { type Announcement, type Fact, roomLimits } from './room.protocol.ts'
import type { RoomEvent } from './room-event.schema.ts'
import { announcedAt, applyFact, emptyRoom, type RoomState, seenEvents } from './room.reducer.ts'

const me = { userId: 'me', name: '我', imgUrl: '', as: 'viewer' } as const
const people = [me, { ...me, userId: 'p-1', name: '小美' }, { ...me, userId: 'p-2', name: '阿志' }] as const
const host = { ...me, userId: 'host', name: '主播', as: 'host' } as const
const products = ['a', 'b', 'c'].map((last) => `00000000-0000-7000-8000-00000000000${last}`)
const at = <T>(list: readonly T[], index: number): T => {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}

/** What a node would send this viewer: of held comments only the viewer's own. */
interface Story {
  readonly events: readonly RoomEvent[]
}

const stories = fc
  .array(fc.record({ what: fc.nat(19), who: fc.nat(9), later: fc.nat(3) }), {
    minLength: 1,
    maxLength: 260,
    size: 'max',
  })
  .map((drafts): Story => {
    const events: RoomEvent[] = []
    const comments: number[] = []
    const mine: number[] = []
    let [seq, ms] = [0, -5]
    for (const [index, { what, who, later }] of drafts.entries()) {
      ms += later
      const productId = at(products, who)
      const place = { seq: seq + 1, ms }
      const of = comments[who % Math.max(1, comments.length)]
      const own = mine[who % Math.max(1, mine.length)]
      const event = ((): RoomEvent => {
        switch (what) {
          case 0:
            return { ...place, kind: 'productShown', productId }
          case 1:
            return { ...place, kind: 'productHidden', productId }
          case 2:
            return { ...place, kind: 'productListed', productId }
          case 3:
            return { ...place, kind: 'productUnlisted', productId }
          case 4:
            return { ...place, kind: 'announced', user: host, text: `${index}`, untilMs: who < 5 ? null : ms + who }
          case 5:
            return { ...place, kind: 'unannounced' }
          case 6:
            return { ...place, kind: 'slowed', seconds: who }
          case 7:
            return { ...place, kind: 'muted', userId: at(people, who).userId }
          case 8:
            return { ...place, kind: 'unmuted', userId: at(people, who).userId }
          case 9:
          case 10:
            return of === undefined
              ? { ...place, kind: 'roomChanged' }
              : { ...place, kind: what === 9 ? 'removed' : 'restored', of }
          case 11:
            return { sid: `s${index}`, ms, kind: 'productShown', productId }
          case 12:
            return { sid: `s${index}`, ms, kind: 'productHidden', productId }
          case 13:
            return { sid: `s${index}`, ms, kind: 'commented', user: { ...host, as: 'virtual' }, text: `${index}` }
          case 14:
            // An own comment that was held, released.
            return own === undefined
              ? { ...place, kind: 'roomChanged' }
              : { ...place, kind: 'commented', user: me, text: `${own}`, of: own }
          default:
            return { ...place, kind: 'commented', user: at(people, who), text: `${index}` }
        }
      })()
      events.push(event)
      if (!('seq' in event)) continue
      seq += 1
      if (event.kind !== 'commented') continue
      comments.push(seq)
      if (event.of === undefined && event.user.userId === me.userId) mine.push(seq)
    }
    // A node plays the script up to the moment of a real event before it sends that one.
    return { events: events.toSorted(comparePlace) }
  })

interface Standing {
  readonly shown: readonly string[]
  readonly muted: readonly string[]
  readonly unlisted: readonly string[]
  readonly removed: ReadonlySet<number>
  readonly announcement: Announcement | undefined
  readonly slow: number
}

/** The room state after those events: applied one after the other, without any reducer. */
const roomStateAfter = (events: readonly RoomEvent[]): Standing => {
  const [shown, muted, unlisted, removed] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<number>()]
  let announcement: Announcement | undefined
  let slow = 0
  for (const event of events.toSorted(comparePlace)) {
    if (event.kind === 'productShown' || event.kind === 'productHidden') {
      shown.delete(event.productId)
      if (event.kind === 'productShown') shown.add(event.productId)
    } else if (event.kind === 'productUnlisted') unlisted.add(event.productId)
    else if (event.kind === 'productListed') unlisted.delete(event.productId)
    else if (event.kind === 'muted') muted.add(event.userId)
    else if (event.kind === 'unmuted') muted.delete(event.userId)
    else if (event.kind === 'removed') removed.add(event.of)
    else if (event.kind === 'restored') removed.delete(event.of)
    else if (event.kind === 'announced') {
      const { seq, user, text, untilMs } = event
      announcement = { seq, user, text, untilMs }
    } else if (event.kind === 'unannounced') announcement = undefined
    else if (event.kind === 'slowed') slow = event.seconds
  }
  return { shown: [...shown], muted: [...muted], unlisted: [...unlisted], removed, announcement, slow }
}

const seqAfter = (events: readonly RoomEvent[]): number =>
  Math.max(0, ...events.map((event) => ('seq' in event ? event.seq : 0)))

/** The join snapshot of a node after so many events; `held`: how many of them this viewer holds already. */
const joinOf = ({ events }: Story, sent: number, held: number | undefined, reset: boolean): Fact => {
  const past = events.slice(0, sent)
  const { removed, muted, shown, unlisted, announcement, slow } = roomStateAfter(past)
  const marks = new Set(['removed', 'restored', 'muted', 'unmuted'])
  // Who released a comment and takes it away again takes both away, the writer's own too.
  const gone = new Set(
    past.flatMap((event) =>
      'seq' in event && removed.has(event.seq)
        ? [event.seq, ...(event.kind === 'commented' && event.of !== undefined ? [event.of] : [])]
        : [],
    ),
  )
  const newest = past
    .filter((event) => !marks.has(event.kind) && !('seq' in event && gone.has(event.seq)))
    .toSorted(comparePlace)
    .slice(-roomLimits.historyLength)
  return {
    t: 'joined',
    now: sent * 10,
    you: me,
    resume: 'token',
    seq: seqAfter(past),
    events: held === undefined || reset ? newest : events.slice(held, sent),
    reset,
    shown: [...shown],
    muted: [...muted],
    unlisted: [...unlisted],
    announcement,
    slow: slow === 0 ? undefined : slow,
    stock: {},
    online: 1,
  }
}

const frameOf = ({ events }: Story, from: number, to: number): Fact => ({
  t: 'frame',
  now: to * 10,
  seq: seqAfter(events.slice(0, to)),
  events: events.slice(from, to),
})

/** A viewer's way through a story: pieces of the line, each begun by a join or a resume, each cut into frames. */
interface Telling {
  readonly begin: number
  /** Lengths of frames; after a 0 the line is lost, and so many events later it is resumed, or begun anew. */
  readonly steps: readonly { length: number; lost: number; reset: boolean; doubled: boolean; swapped: boolean }[]
}

const orders = fc.record({
  begin: fc.nat(40),
  steps: fc.array(
    fc.record({
      length: fc.integer({ min: 1, max: 30 }),
      lost: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, fc.nat(20)),
      reset: fc.boolean(),
      doubled: fc.boolean(),
      swapped: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60, size: 'max' },
  ),
})

/** The facts of one order of delivery up to the end of the story, and the first event from which on the viewer missed none. */
const factsOf = (story: Story, order: Telling, mayReset: boolean): { facts: Fact[]; complete: number } => {
  const { length } = story.events
  let sent = Math.min(order.begin, length)
  let complete = sent
  const facts: Fact[] = [joinOf(story, sent, undefined, false)]
  const old: Fact[] = []
  for (let step = 0; sent < length; step += 1) {
    const each = at(order.steps, step)
    const next = Math.min(length, sent + each.length)
    const frame = frameOf(story, sent, next)
    const before = facts.at(-1)
    if (each.swapped && before?.t === 'frame') facts.splice(-1, 1, frame, before)
    else facts.push(frame)
    // Also one that an earlier connection sent; what is void after a reset doesn't come again.
    const doubled = old[step % Math.max(1, old.length)]
    if (each.doubled && doubled !== undefined) facts.push(doubled)
    old.push(frame)
    sent = next
    if (each.lost < 0) continue
    const back = Math.min(length, sent + each.lost)
    const reset = mayReset && each.reset
    facts.push(joinOf(story, back, sent, reset))
    sent = back
    if (!reset) continue
    complete = back
    old.length = 0
  }
  return { facts, complete }
}

const play = (facts: readonly Fact[]): RoomState => facts.reduce(applyFact, emptyRoom)

const lastMs = ({ events }: Story): number => Math.max(...events.map(({ ms }) => ms))

const seenOf = (state: RoomState, story: Story) => ({
  shown: state.shown,
  muted: state.muted.toSorted(),
  unlisted: state.unlisted.toSorted(),
  announcement: announcedAt(state, lastMs(story)),
  slow: state.slow,
})

const standsAs = (story: Story) => {
  const { shown, muted, unlisted, announcement, slow } = roomStateAfter(story.events)
  return {
    shown,
    muted: muted.toSorted(),
    unlisted: unlisted.toSorted(),
    announcement: announcedAt({ announcement }, lastMs(story)),
    slow,
  }
}

/** What this viewer is to see of those events, by the rules alone. */
const toBeSeen = (events: readonly RoomEvent[], { removed, muted }: Standing): readonly RoomEvent[] => {
  const own = new Map(
    events.flatMap((event) =>
      event.kind === 'commented' && 'seq' in event && event.user.userId === me.userId ? [[event.seq, event]] : [],
    ),
  )
  const releasedAndGone = new Set(
    [...own.values()].flatMap(({ of, seq }) => (of !== undefined && removed.has(seq) ? [of] : [])),
  )
  return events.filter((event) => {
    if (event.kind !== 'commented') return true
    if (event.user.userId !== me.userId && muted.includes(event.user.userId)) return false
    if (!('seq' in event)) return true
    if (event.of !== undefined && own.has(event.of)) return false
    return !removed.has(event.seq) && !releasedAndGone.has(event.seq)
  })
}

describe('in whatever order a room’s events arrive', () => {
  test('ROOM-53 Joined at any moment, cut, doubled, swapped, resumed or begun anew: how things stand is the same', () => {
    fc.assert(
      fc.property(stories, orders, (story, order) => {
        const { facts } = factsOf(story, order, true)
        expect(seenOf(play(facts), story)).toEqual(standsAs(story))
      }),
      { numRuns: 100, interruptAfterTimeLimit: 10_000 },
    )
  })

  test('ROOM-54 Who was there from the begin sees the same list, over any number of lost lines', () => {
    fc.assert(
      fc.property(stories, orders, (story, order) => {
        const state = play(factsOf(story, { ...order, begin: 0 }, false).facts)
        const all = story.events.toSorted(comparePlace).slice(-roomLimits.chatRows)
        expect(seenEvents(state)).toEqual(toBeSeen(all, roomStateAfter(story.events)))
      }),
      { numRuns: 100, interruptAfterTimeLimit: 10_000 },
    )
  })

  test('ROOM-55 Who came later, or began anew, sees in the same order what all see, and misses nothing from then on', () => {
    fc.assert(
      fc.property(stories, orders, (story, order) => {
        const { facts, complete } = factsOf(story, order, true)
        const seen = seenEvents(play(facts)).map(identityOf)
        const sorted = story.events.toSorted(comparePlace)
        const standing = roomStateAfter(story.events)
        const held = new Set(play(facts).events.map(identityOf))
        const all = toBeSeen(sorted, standing).map(identityOf)
        const since = new Set(story.events.slice(complete).map(identityOf))
        // An own comment that was released stands where it was written, if this viewer still has it there.
        const there = toBeSeen(
          sorted.filter((event) => held.has(identityOf(event))),
          standing,
        ).map(identityOf)
        expect(seen).toEqual(there)
        const newest = all.slice(-roomLimits.historyLength).filter((identity) => since.has(identity))
        expect(newest.filter((identity) => !seen.includes(identity))).toEqual([])
      }),
      { numRuns: 100, interruptAfterTimeLimit: 10_000 },
    )
  })
})

test('ROOM-921 What comes in after all that is there is appended as it would be sorted in; what came before or twice stands in its place once', () => {
  const place = fc.record({ ms: fc.nat({ max: 30 }), seq: fc.integer({ min: 1, max: 40 }) })
  const keep = fc.integer({ min: 1, max: 20 })
  const bySeq = (list: readonly { ms: number; seq: number }[]) => [
    ...new Map(list.map(({ seq }) => [seq, { ms: seq * 2, seq }])).values(),
  ]
  fc.assert(
    fc.property(fc.array(place), fc.array(place), keep, (some, others, most) => {
      const sorted = bySeq(some).sort(comparePlace)
      const incoming = bySeq(others)
      const all = bySeq([...sorted, ...incoming]).sort(comparePlace)
      expect(mergePlaced(sorted, incoming, Number.POSITIVE_INFINITY)).toEqual(all)
      expect(mergePlaced(sorted, incoming.toSorted(comparePlace), most)).toEqual(mergePlaced(sorted, incoming, most))
    }),
  )
})
