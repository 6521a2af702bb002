import type { ErrorName } from '@kaimai/contract/common/error.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../../lib/http/call-error.ts'
import { keptErrorOf } from './join-error.ts'

const open = { status: 'live', anonymousAllowed: true, key: 'personal' } as const
const refused = (name: ErrorName) => new CallError(name, 400, 'no')

test('ROOM-223 Each rejected join has its own view', () => {
  expect(keptErrorOf(refused('notFound'), open)).toBe('notFound')
  // Who comes at the same moment as thousands waits for a turn, and is not sent away.
  expect(keptErrorOf(refused('tooManyRequests'), open)).toBeUndefined()
  expect(keptErrorOf(refused('gone'), open)).toBe('linkUnknown')
  expect(keptErrorOf(refused('gone'), { ...open, status: 'ended' })).toBe('ended')
  expect(keptErrorOf(refused('gone'), { ...open, status: 'cancelled' })).toBe('cancelled')
  expect(keptErrorOf(refused('forbidden'), { ...open, status: 'scheduled' })).toBe('notOpenYet')
  expect(keptErrorOf(refused('forbidden'), open)).toBe('blocked')
  expect(keptErrorOf(refused('forbidden'), { ...open, anonymousAllowed: false })).toBe('blocked')
  expect(keptErrorOf(refused('forbidden'), { ...open, anonymousAllowed: false, key: 'none' })).toBe('signUpFirst')
  expect(keptErrorOf(refused('forbidden'), { ...open, key: 'kept' })).toBe('blocked')
})

test('ROOM-224 A key this device kept in vain leads to a new viewer, not to a dead end', () => {
  expect(keptErrorOf(refused('gone'), { ...open, key: 'kept' })).toBe('keyForgotten')
})

test('ROOM-225 No answer, or a busy server, does not reject a join', () => {
  expect(keptErrorOf(refused('busy'), open)).toBeUndefined()
  expect(keptErrorOf(refused('internal'), open)).toBeUndefined()
  expect(keptErrorOf(new TypeError('offline'), open)).toBeUndefined()
})
