import { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../../../test/database.ts'
import { startOfTests } from '../../../test/room-factory.ts'
import { createTimeline } from './timeline.ts'

const beginAtMs = startOfTests.getTime()

const aTimeline = () => {
  const played = { script: [], planned: [], beginAtMs, eventOf: () => undefined }
  const timeline = createTimeline({ read: async () => [], log: silentLog, nowMs: beginAtMs }, played)
  let seq = 0
  const happen = (event: Record<string, unknown>, more: { liveUserId?: string; held?: boolean } = {}): number => {
    seq += 1
    const { liveUserId = null, held = false } = more
    timeline.accept([{ event: RealEvent.parse({ seq, ms: seq, ...event }), held, liveUserId }])
    return seq
  }
  const seqs = (json: string | undefined): number[] =>
    json === undefined
      ? []
      : z
          .array(RealEvent)
          .parse(JSON.parse(json))
          .map((event) => event.seq)
  return {
    timeline,
    say: (name: string, text = '嗨', more: { held?: boolean } = {}) =>
      happen(
        { kind: 'commented', user: { userId: name, name, imgUrl: '', as: 'viewer' }, text },
        { liveUserId: `inside-${name}`, ...more },
      ),
    mute: (name: string, muted = true) => happen({ kind: muted ? 'muted' : 'unmuted', userId: name }),
    take: (kind: 'removed' | 'restored', of: number) => happen({ kind, of }),
    /** Seqs of what all are told by the next step. */
    step: () => seqs(timeline.advance(beginAtMs + 1_000)),
    seqs,
  }
}
const loud = { liveUserId: 'inside-loud', publicId: 'loud' }
const other = { liveUserId: 'inside-other', publicId: 'other' }

describe('who is muted', () => {
  test('ROOM-72 What they say goes to their own seats and the staff, not to others, from the very step of the mute on', () => {
    const { timeline, say, mute, step } = aTimeline()
    const before = say('loud')
    expect(step()).toEqual([before])
    const sameStep = say('loud')
    mute('loud')
    const received = say('other')
    expect(step()).toEqual([received])
    const later = say('loud')
    expect(step()).toEqual([])
    const privateEvent = timeline.takePrivateEvent()
    expect(privateEvent.map(({ only, isMuted }) => [only, isMuted])).toEqual([
      ['inside-loud', true],
      ['inside-loud', true],
    ])
    expect(privateEvent.map(({ json }) => RealEvent.parse(JSON.parse(json)).seq)).toEqual([sameStep, later])
    // Not among what is not for all: the staff has it among the room's events.
    expect(timeline.newestPrivateEvent(10)).toEqual([])
  })

  test('ROOM-212 A comment of theirs that is given back is given back to them and the staff alone', () => {
    const { timeline, say, mute, take, step } = aTimeline()
    const said = say('loud')
    take('removed', said)
    mute('loud')
    step()
    timeline.takePrivateEvent()
    const restored = take('restored', said)
    expect(step()).toEqual([restored])
    expect(timeline.takePrivateEvent()).toMatchObject([{ only: 'inside-loud', isMuted: true }])
  })

  test('ROOM-73 Who is heard again is heard whole: what was hidden is told anew at its place, but not what was taken away', () => {
    const { timeline, say, mute, take, step, seqs } = aTimeline()
    mute('loud')
    const [first, gone] = [say('loud'), say('loud'), say('loud', '假貨', { held: true })]
    take('removed', gone)
    step()
    timeline.takePrivateEvent()
    const at = timeline.sent()
    mute('loud', false)
    expect(step()).toEqual([first])
    expect(timeline.takePrivateEvent()).toEqual([])
    // Who was away at that moment is told the same.
    expect(seqs(timeline.missed(at.seq, at.nowMs, other)?.eventsJson)).toEqual([first, at.seq + 1])
  })

  test('ROOM-213 Of many hidden comments the newest fifty are told anew', () => {
    const { say, mute, step } = aTimeline()
    mute('loud')
    const said = Array.from({ length: roomLimits.historyLength + 20 }, () => say('loud'))
    step()
    mute('loud', false)
    expect(step()).toEqual(said.slice(20))
  })

  test('ROOM-74 Is told to all but that one: in the step, at the door, and after a lost line', () => {
    const { timeline, say, mute, step, seqs } = aTimeline()
    say('other')
    step()
    const at = timeline.sent()
    const muted = mute('loud')
    expect(step()).toEqual([])
    expect(timeline.takeMuting()).toMatchObject([{ userId: 'loud' }])
    expect(timeline.takeMuting()).toEqual([])
    expect(timeline.newest(loud).muted).toEqual([])
    expect(timeline.newest(other).muted).toEqual(['loud'])
    expect(timeline.newest('staff').muted).toEqual(['loud'])
    expect(seqs(timeline.missed(at.seq, at.nowMs, loud)?.eventsJson)).toEqual([])
    expect(seqs(timeline.missed(at.seq, at.nowMs, other)?.eventsJson)).toEqual([muted])
  })
})

describe('when somebody spoke last', () => {
  test('ROOM-75 Is known from the log, whichever node wrote it, and forgotten when no slow mode asks for it', () => {
    const { timeline, say, step } = aTimeline()
    expect(timeline.saidMs('loud')).toBeUndefined()
    step()
    const at = say('loud')
    expect(timeline.saidMs('loud')).toBe(beginAtMs + at)
    timeline.forgetSaid(beginAtMs + 10_000)
    expect(timeline.saidMs('loud')).toBe(beginAtMs + at)
    timeline.forgetSaid(beginAtMs + at + roomLimits.maxSlowSeconds * 1000)
    expect(timeline.saidMs('loud')).toBeUndefined()
  })
})
