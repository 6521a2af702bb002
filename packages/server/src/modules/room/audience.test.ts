import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAudience } from './audience.ts'
import type { ViewerConnection } from './viewer-connection.ts'

const aConnection = (liveUserId: string): ViewerConnection => ({
  socket: { write: () => undefined, writableLength: 0 },
  webSocket: { close: () => undefined, terminate: () => undefined },
  language: 'zh-TW',
  network: '',
  heardAtMs: 0,
  askedAtMs: undefined,
  missedBytes: undefined,
  identity: {
    firmId: 'f',
    liveId: 'l',
    liveUserId,
    publicId: 'p',
    name: 'n',
    imgUrl: '',
    as: 'viewer',
    anonymous: true,
    epoch: 0,
    keyVersion: 1,
  },
})

test('ROOM-71 However often a viewer comes back, so many messages in so much time are all', () => {
  const steps = fc.array(fc.record({ leaves: fc.boolean(), forgets: fc.boolean(), waitMs: fc.nat(400) }), {
    minLength: 1,
    maxLength: 120,
  })
  fc.assert(
    fc.property(steps, (given) => {
      const audience = createAudience()
      let connection = aConnection('a')
      audience.add(connection)
      let nowMs = 1_000_000
      const startMs = nowMs
      let said = 0
      for (const { leaves, forgets, waitMs } of given) {
        nowMs += waitMs
        if (leaves) {
          audience.remove(connection)
          connection = aConnection('a')
          audience.add(connection)
        }
        if (forgets) audience.forgetSaid(nowMs, 0)
        const viewer = audience.find('a')
        if (viewer !== undefined && audience.speak(viewer, nowMs) === undefined) said += 1
      }
      const max = roomLimits.messageBurst + ((nowMs - startMs) / 1000) * roomLimits.messagesPerSecond
      expect(said).toBeLessThanOrEqual(Math.floor(max))
    }),
  )
})

test('ROOM-87 Slow mode counts what stands in the log, but not against the same message once more', () => {
  const audience = createAudience()
  audience.add(aConnection('a'))
  const viewer = audience.find('a') ?? { liveUserId: 'a', connections: [], isCounted: true }
  expect(audience.speak(viewer, 50_000, 30, 'one', 40_000)).toEqual({ wait: 20_000, isSlow: true })
  expect(audience.speak(viewer, 70_000, 30, 'one', 40_000)).toBeUndefined()
  expect(audience.speak(viewer, 71_000, 30, 'one', 70_020)).toBeUndefined()
  expect(audience.speak(viewer, 71_000, 30, 'two', 70_020)).toEqual({ wait: 29_020, isSlow: true })
})
