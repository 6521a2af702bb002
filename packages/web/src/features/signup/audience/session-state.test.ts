import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Session } from './page-data.ts'
import {
  dayWord,
  firstChoice,
  formState,
  isJoinable,
  isRoomOpen,
  leadsIn,
  nextBest,
  sessionMinutes,
  stateAt,
} from './session-state.ts'

const min = 60_000
const begin = Date.parse('2026-11-21T12:00:00.000Z')
const session = (given: Partial<Session> = {}): Session => ({
  key: '0193b3c0-0000-7000-8000-000000000001',
  liveId: '0193b3c0-0000-7000-8000-000000000001',
  seriesId: null,
  title: '霧白與青瓷',
  beginAt: new Date(begin).toISOString(),
  endAt: new Date(begin + 90 * min).toISOString(),
  left: null,
  state: 'open',
  ...given,
})

describe('a session', () => {
  test('SIGNUP-88 Moves on by the clock: open, then running, then over', () => {
    expect(stateAt(session(), begin - 1)).toBe('open')
    expect(stateAt(session(), begin)).toBe('live')
    expect(stateAt(session(), begin + 90 * min - 1)).toBe('live')
    expect(stateAt(session(), begin + 90 * min)).toBe('over')
  })

  test('SIGNUP-89 Without a place left is full, and never joinable again before it is over', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e8, max: 90 * min - 1 }), (ms) => {
        expect(stateAt(session({ left: 0 }), begin + ms)).toBe('full')
        expect(isJoinable(session({ state: 'full', left: null }), begin + ms)).toBe(false)
      }),
    )
  })

  test('SIGNUP-90 Leads straight in when it runs or begins within 15 minutes', () => {
    expect(leadsIn(session(), begin - 15 * min - 1)).toBe(false)
    expect(leadsIn(session(), begin - 15 * min)).toBe(true)
    expect(leadsIn(session(), begin + min)).toBe(true)
    expect(leadsIn(session({ state: 'full' }), begin)).toBe(false)
    expect(leadsIn(session(), begin + 90 * min)).toBe(false)
  })

  test('SIGNUP-91 Its length is said as people say it', () => {
    const minutes = (length: number) => sessionMinutes(session({ endAt: new Date(begin + length).toISOString() }))
    expect(minutes(90 * min)).toBe(90)
    expect(minutes(88 * min)).toBe(90)
    expect(minutes(3 * min)).toBe(3)
    expect(minutes(20_000)).toBe(1)
  })
})

describe('the choice', () => {
  const over = session({ liveId: 'a', state: 'over' })
  const full = session({ liveId: 'b', state: 'full' })
  const open = session({ liveId: 'c' })

  test('SIGNUP-92 Begins with the first session that can be joined', () => {
    expect(firstChoice([over, full, open], begin - min)?.liveId).toBe('c')
    expect(firstChoice([over, full], begin - min)?.liveId).toBe('b')
    expect(firstChoice([over], begin - min)?.liveId).toBe('a')
    expect(firstChoice([], begin)).toBeUndefined()
  })

  test('SIGNUP-780 A session with less than two minutes left is not the one to begin with while another can be joined', () => {
    const ending = session({ liveId: 'a' })
    const next = session({
      liveId: 'b',
      beginAt: new Date(begin + 90 * min).toISOString(),
      endAt: new Date(begin + 180 * min).toISOString(),
    })
    const endMs = begin + 90 * min
    const chosenAt = (nowMs: number, ...sessions: Session[]) => firstChoice(sessions, nowMs)?.liveId
    expect(chosenAt(endMs - 2 * min, ending, next)).toBe('a')
    expect(chosenAt(endMs - 2 * min + 1, ending, next)).toBe('b')
    expect(chosenAt(endMs - 1_000, ending)).toBe('a')
    expect(chosenAt(endMs - 1_000, ending, session({ ...next, state: 'full' }))).toBe('a')
    expect(firstChoice([ending, next], endMs - 1_000, ['a'])?.liveId).toBe('a')
    expect(nextBest([ending, next], ending, endMs - 1_000)?.liveId).toBe('b')
  })

  test('SIGNUP-93 A visitor with a place in a session begins with it, also when it is full, and may enter when it is time', () => {
    expect(firstChoice([over, open, full], begin - min, ['b'])?.liveId).toBe('b')
    expect(firstChoice([over, open], begin - min, ['a'])?.liveId).toBe('c')
    expect(isRoomOpen(full, begin - 15 * min)).toBe(true)
    expect(isRoomOpen(full, begin - 15 * min - 1)).toBe(false)
    expect(isRoomOpen(over, begin)).toBe(false)
  })

  test('SIGNUP-94 A form is open, full or over', () => {
    expect(formState([over, full, open], begin - min)).toBe('open')
    expect(formState([over, full], begin - min)).toBe('full')
    expect(formState([over, open], begin + 90 * min)).toBe('over')
    expect(formState([], begin)).toBe('over')
  })
})

describe('how a day is called', () => {
  const now = Date.parse('2026-11-20T12:15:00.000Z')
  const word = (iso: string, zone = 'Asia/Taipei') => dayWord(Date.parse(iso), now, zone)

  test('SIGNUP-95 From the viewer’s own calendar', () => {
    expect(word('2026-11-20T12:30:00Z')).toBe('tonight')
    expect(word('2026-11-20T12:30:00Z', 'America/New_York')).toBe('today')
    expect(word('2026-11-20T16:00:00Z')).toBe('tomorrow')
    expect(word('2026-11-20T16:00:00Z', 'America/New_York')).toBe('today')
    expect(word('2026-11-21T12:00:00Z')).toBe('tomorrow')
    expect(word('2026-11-26T12:00:00Z')).toBe('thisWeek')
    expect(word('2026-11-27T12:00:00Z')).toBe('later')
    expect(word('2026-11-19T12:00:00Z')).toBe('later')
  })
})
