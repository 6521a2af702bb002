import { expect, test } from 'vitest'
import { CallError } from '../../../lib/http/call-error.ts'
import { isNoOrder } from './use-held-orders.ts'

test('SIGNUP-104 An order of this device is forgotten when there is none, never because nobody could be asked', () => {
  const refused = (name: 'notFound' | 'conflict' | 'tooManyRequests' | 'busy' | 'internal', status: number) =>
    isNoOrder(new CallError(name, status, ''))
  expect([refused('notFound', 404), refused('conflict', 409)]).toEqual([true, true])
  expect([refused('tooManyRequests', 429), refused('busy', 503), refused('internal', 0)]).toEqual([false, false, false])
  expect(isNoOrder(new TypeError('no line'))).toBe(false)
})
