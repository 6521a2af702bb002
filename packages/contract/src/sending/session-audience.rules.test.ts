import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isInGroup,
  joinedFacts,
  noSessionFacts,
  sessionGroups,
  type SessionFacts,
  type SessionGroup,
  sessionNamed,
  takesMinute,
} from './session-audience.rules.ts'

const facts: fc.Arbitrary<SessionFacts> = fc.record({
  hasSeat: fc.boolean(),
  came: fc.boolean(),
  isHere: fc.boolean(),
  lastMs: fc.option(fc.integer({ min: -600_000, max: 7_200_000 })),
  stayedMs: fc.nat(7_200_000),
  bought: fc.boolean(),
  hasCart: fc.boolean(),
  hasPending: fc.boolean(),
  hasExpired: fc.boolean(),
})
const minute = fc.integer({ min: 1, max: 120 })
const groupsOf = (of: SessionFacts, at: number): SessionGroup[] =>
  sessionGroups.filter((group) => isInGroup(group, of, at))

test('SENDING-200 Everybody with a seat either came or did not, and who came either bought or did not', () => {
  fc.assert(
    fc.property(facts, minute, (of, at) => {
      const groups = new Set(groupsOf(of, at))
      expect(groups.has('notCame')).toBe(groups.has('all') && !groups.has('came'))
      expect(groups.has('notBought')).toBe(groups.has('came') && !groups.has('bought'))
      expect(groups.has('inCart') && groups.has('bought')).toBe(false)
      expect(groups.has('inCart') && of.hasPending).toBe(false)
    }),
  )
})

test('SENDING-201 A later minute leaves nobody out of those who left before it, and takes nobody into those who stayed', () => {
  fc.assert(
    fc.property(facts, minute, minute, (of, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)]
      expect(isInGroup('leftBefore', of, early) && !isInGroup('leftBefore', of, late)).toBe(false)
      expect(isInGroup('stayed', of, late) && !isInGroup('stayed', of, early)).toBe(false)
      const others = sessionGroups.filter((group) => !takesMinute(group))
      expect(others.map((group) => isInGroup(group, of, early))).toEqual(
        others.map((group) => isInGroup(group, of, late)),
      )
    }),
  )
})

test('SENDING-202 Of people with one mail box it does not matter who is read first, and what one of them did is not asked of them again', () => {
  fc.assert(
    fc.property(facts, facts, facts, minute, (a, b, c, at) => {
      expect(joinedFacts(a, b)).toEqual(joinedFacts(b, a))
      expect(joinedFacts(a, joinedFacts(b, c))).toEqual(joinedFacts(joinedFacts(a, b), c))
      expect(joinedFacts(a, noSessionFacts)).toEqual(a)
      const both = groupsOf(joinedFacts(a, b), at)
      if (a.came || b.came) expect(both).not.toContain('notCame')
      if (a.bought || b.bought) for (const group of ['notBought', 'inCart']) expect(both).not.toContain(group)
    }),
  )
})

test('SENDING-203 Who is in the room still has not left, and who left at a minute did not leave before it', () => {
  const here = { ...noSessionFacts, came: true, isHere: true, lastMs: 60_000 }
  expect(isInGroup('leftBefore', here, 10)).toBe(false)
  expect(isInGroup('leftBefore', { ...here, isHere: false }, 10)).toBe(true)
  expect(isInGroup('leftBefore', { ...here, isHere: false }, 1)).toBe(false)
  expect(isInGroup('leftBefore', { ...here, isHere: false, lastMs: null }, 10)).toBe(false)
})

test('SENDING-204 An order that ran out is unpaid until its buyer has bought, and one that waits for its money always', () => {
  const expired = { ...noSessionFacts, came: true, hasExpired: true }
  expect(isInGroup('unpaid', expired, 1)).toBe(true)
  expect(isInGroup('unpaid', { ...expired, bought: true }, 1)).toBe(false)
  expect(isInGroup('unpaid', { ...expired, bought: true, hasPending: true }, 1)).toBe(true)
})

test('SENDING-740 Of the sessions that somebody signed up for a letter names the one that runs or is next, else the last, and none that was cancelled', () => {
  const session = fc
    .record({ beginAtMs: fc.nat(1_000), lasts: fc.integer({ min: 1, max: 100 }), cancelled: fc.boolean() })
    .map(({ beginAtMs, lasts, cancelled }) => ({
      beginAtMs,
      endAtMs: beginAtMs + lasts,
      cancelledAtMs: cancelled ? 0 : null,
    }))
  fc.assert(
    fc.property(fc.array(session, { maxLength: 6 }), fc.nat(1_200), (sessions, nowMs) => {
      const named = sessionNamed(sessions, nowMs)
      const standing = sessions.filter(({ cancelledAtMs }) => cancelledAtMs === null)
      const open = standing.filter(({ endAtMs }) => endAtMs > nowMs)
      const begins = (of: typeof sessions) => of.map(({ beginAtMs }) => beginAtMs)
      if (standing.length === 0) expect(named).toBeUndefined()
      else if (open.length > 0) expect(named?.beginAtMs).toBe(Math.min(...begins(open)))
      else expect(named?.beginAtMs).toBe(Math.max(...begins(standing)))
      if (named) expect(standing).toContain(named)
    }),
  )
})
