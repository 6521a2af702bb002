import { expect, test } from 'vitest'
import { shopSecret } from '../../test/commerce-factory.ts'
import { manualClock } from './clock.ts'
import { createGrants, grantMs } from './grants.ts'
import { newId } from './ids.ts'
import { secretFrom } from './secret.ts'

test('PLATFORM-28 A refused grant stands in the log, with whose it was where its signature is ours, and never with the grant itself', () => {
  const log: unknown[][] = []
  const clock = manualClock(new Date('2026-11-20T12:00:00Z'))
  const grants = createGrants({
    clock,
    secret: secretFrom(shopSecret),
    log: { warn: (...line: unknown[]) => void log.push(line) },
  })
  const [firmId, userId] = [newId(), newId()]
  const { grant, id } = grants.sign({ firmId, userId, userName: '阿明', action: 'one', resource: firmId, amount: 5 })

  expect(grants.read(grant, 'one')).toEqual({
    kind: 'grant',
    id,
    firmId,
    userId,
    userName: '阿明',
    action: 'one',
    resource: firmId,
    amount: 5,
  })
  expect(log).toEqual([])
  expect(() => grants.read('', 'one')).toThrow()
  expect(() => grants.read(`${grant}A`, 'one')).toThrow()
  expect(() => grants.read(grant, 'two')).toThrow()
  clock.advance(grantMs + 1)
  expect(() => grants.read(grant, 'one')).toThrow()
  const whose = { grant: id, firmId, userId }
  expect(log.map(([facts]) => facts)).toEqual([
    { action: 'one' },
    { action: 'one' },
    { action: 'two', ...whose },
    { action: 'one', ...whose },
  ])
  expect(JSON.stringify(log)).not.toContain(grant.slice(0, 40))
})
