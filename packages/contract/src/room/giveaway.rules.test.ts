import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  commitmentOf,
  drawWinners,
  giveawayAt,
  giveawayPairs,
  giveawayResultMs,
  isDrawRight,
  newestGiveaway,
  replayedGiveawayAt,
} from './giveaway.rules.ts'
import { giveawaysAfter, noGiveaways } from './giveaway-state.rules.ts'
import { comparableWord, type GiveawayDrawn, type GiveawayOpened } from './giveaway.schema.ts'

const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const people = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 16 }), { maxLength: 40 })

test('ROOM-103 A draw follows from its seed and who takes part, in whatever order they are named, and draws nobody twice', async () => {
  await fc.assert(
    fc.asyncProperty(hex, people, fc.integer({ min: 1, max: 20 }), async (seed, ids, winners) => {
      const draw = await drawWinners(seed, ids, winners)
      expect(await drawWinners(seed, [...ids.toReversed(), ...ids], winners)).toEqual(draw)
      expect(draw.winners).toHaveLength(Math.min(winners, ids.length))
      expect(new Set(draw.winners).size).toBe(draw.winners.length)
      for (const userId of draw.winners) expect(ids).toContain(userId)
      // Who did not win changes nothing by staying away.
      const [loser] = draw.order.slice(winners)
      if (loser === undefined) return
      const without = ids.filter((userId) => userId !== loser.userId)
      expect((await drawWinners(seed, without, winners)).winners).toEqual(draw.winners)
    }),
    { numRuns: 100 },
  )
})

test('ROOM-104 Over many seeds everybody wins about as often as everybody else', async () => {
  const wins = new Map<string, number>()
  const ids = ['小美', '阿德', 'a', 'b', 'c']
  for (let at = 0; at < 2_000; at += 1) {
    const seed = at.toString(16).padStart(64, '0')
    for (const userId of (await drawWinners(seed, ids, 1)).winners) wins.set(userId, (wins.get(userId) ?? 0) + 1)
  }
  for (const userId of ids) expect(Math.abs((wins.get(userId) ?? 0) - 400)).toBeLessThan(100)
})

test('ROOM-105 A check finds another seed, another winner, and somebody who was added or left out', async () => {
  await fc.assert(
    fc.asyncProperty(hex, hex, people, fc.integer({ min: 1, max: 5 }), async (seed, other, ids, winners) => {
      fc.pre(seed !== other && ids.length > winners)
      const draw = await drawWinners(seed, ids, winners)
      const place = { seq: 1, ms: 0, giveaway: '01900000-0000-7000-8000-000000000001' }
      const commitment = await commitmentOf(seed)
      const opened: GiveawayOpened = {
        ...place,
        kind: 'giveawayOpened',
        prize: '筷架',
        word: '開窯',
        winners,
        untilMs: 1,
        commitment,
      }
      const people = draw.winners.map((userId) => ({ userId, name: userId, imgUrl: '' }))
      const drawn: GiveawayDrawn = {
        ...place,
        kind: 'giveawayDrawn',
        entrants: ids.length,
        winners: people,
        seed,
        digest: draw.digest,
      }
      expect(await isDrawRight({ opened, drawn }, ids)).toBe(true)
      expect(await isDrawRight({ opened, drawn: { ...drawn, seed: other } }, ids)).toBe(false)
      expect(await isDrawRight({ opened, drawn: { ...drawn, winners: people.slice(1) } }, ids)).toBe(false)
      expect(await isDrawRight({ opened, drawn }, ids.slice(1))).toBe(false)
      expect(await isDrawRight({ opened, drawn }, [...ids, 'somebody else, longer than 16'])).toBe(false)
    }),
    { numRuns: 60 },
  )
})

const idOf = (at: number): string => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
const logs = fc
  .array(fc.record({ gapMs: fc.nat(60_000), lengthMs: fc.nat(90_000) }), { maxLength: 8 })
  .map((drafts) => {
    const log: (GiveawayOpened | GiveawayDrawn)[] = []
    let ms = 0
    for (const [at, { gapMs, lengthMs }] of drafts.entries()) {
      const giveaway = idOf(at)
      const [seed, offer] = ['0'.repeat(64), { prize: '筷架', word: '開窯', winners: 1 }]
      ms += gapMs
      const untilMs = ms + lengthMs
      log.push({ seq: log.length + 1, ms, kind: 'giveawayOpened', giveaway, ...offer, untilMs, commitment: seed })
      ms += lengthMs
      log.push({
        seq: log.length + 1,
        ms,
        kind: 'giveawayDrawn',
        giveaway,
        entrants: 0,
        winners: [],
        seed,
        digest: seed,
      })
    }
    return log
  })

test('ROOM-106 A giveaway stands the same for who was there, in whatever order events come, and at its second in the replay', () => {
  fc.assert(
    fc.property(logs, fc.nat(1_000_000), (log, ms) => {
      const heard = log.filter((event) => event.ms <= ms)
      const there = giveawayAt(newestGiveaway(giveawaysAfter(noGiveaways, heard)), undefined, ms)
      const mixed = giveawaysAfter(noGiveaways, [...heard.toReversed(), ...heard])
      expect(giveawayAt(newestGiveaway(mixed), undefined, ms)).toEqual(there)
      const replayed = replayedGiveawayAt(giveawayPairs(log), ms)
      expect(replayed).toEqual(there)
      if (replayed?.drawn !== undefined) expect(ms).toBeLessThan(replayed.drawn.ms + giveawayResultMs)
    }),
    { numRuns: 500 },
  )
})

test('ROOM-107 A word is the same whatever its width, case, spaces and invisible signs', () => {
  expect(comparableWord('Ｋａｉ　Mai')).toBe('kaimai')
  expect(comparableWord('開 窯\u200B')).toBe('開窯')
  expect(comparableWord(' \u200B ')).toBe('')
})
