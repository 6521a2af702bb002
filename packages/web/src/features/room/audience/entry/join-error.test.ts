import type { ErrorName } from '@kaimai/contract/common/error.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../../lib/http/call-error.ts'
import { joinErrorOf } from './join-error.ts'

const open = { status: 'live', anonymousAllowed: true, key: 'personal' } as const
const refused = (name: ErrorName) => new CallError(name, 400, 'no')

test('ROOM-223 Each rejected join has its own view', () => {
  expect(joinErrorOf(refused('notFound'), open)).toBe('notFound')
  // Who comes at the same moment as thousands waits for a turn, and is not sent away.
  expect(joinErrorOf(refused('tooManyRequests'), open)).toBeUndefined()
  expect(joinErrorOf(refused('gone'), open)).toBe('linkUnknown')
  expect(joinErrorOf(refused('gone'), { ...open, status: 'ended' })).toBe('ended')
  expect(joinErrorOf(refused('gone'), { ...open, status: 'cancelled' })).toBe('cancelled')
  expect(joinErrorOf(refused('forbidden'), { ...open, status: 'scheduled' })).toBe('notOpenYet')
  expect(joinErrorOf(refused('forbidden'), open)).toBe('blocked')
  expect(joinErrorOf(refused('forbidden'), { ...open, anonymousAllowed: false })).toBe('blocked')
  expect(joinErrorOf(refused('forbidden'), { ...open, anonymousAllowed: false, key: 'none' })).toBe('signUpFirst')
  expect(joinErrorOf(refused('forbidden'), { ...open, key: 'kept' })).toBe('blocked')
})

test('ROOM-224 A key this device kept in vain leads to a new viewer, not to a dead end', () => {
  expect(joinErrorOf(refused('gone'), { ...open, key: 'kept' })).toBe('keyForgotten')
})

test('ROOM-225 No answer, or a busy server, does not reject a join', () => {
  expect(joinErrorOf(refused('busy'), open)).toBeUndefined()
  expect(joinErrorOf(refused('internal'), open)).toBeUndefined()
  expect(joinErrorOf(new TypeError('offline'), open)).toBeUndefined()
})
