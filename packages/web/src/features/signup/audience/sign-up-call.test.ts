import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/http/call-error.ts'
import { createSignUpCall, type Request } from './sign-up-call.ts'

beforeEach(() => {
  vi.stubGlobal('location', { search: '', protocol: 'https:' })
  vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => vi.unstubAllGlobals())

test('SIGNUP-97 A lost network sends the same sign-up again, an error never stands in the way of the next try', async () => {
  const keys: string[] = []
  const answers = [new CallError('busy', 0, ''), new CallError('soldOut', 409, ''), undefined]
  const send = createSignUpCall(async (_body, key) => {
    keys.push(key)
    const error = answers.shift()
    if (error) throw error
    return { result: 'signedUp', links: [], eventId: '' }
  })
  const input = { customUrl: 'demo' } as unknown as Request
  await expect(send(input)).rejects.toMatchObject({ status: 0 })
  await expect(send(input)).rejects.toMatchObject({ errorName: 'soldOut' })
  await send(input)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})
