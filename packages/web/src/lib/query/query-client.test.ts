import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../http/call-error.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

test('QUERY-1 A window that comes back asks again at most every five seconds', async () => {
  const client = createQueryClient(() => undefined)
  client.mount()
  const asked = vi.fn(async () => asked.mock.calls.length)
  const stop = new QueryObserver(client, { queryKey: ['a'], queryFn: asked }).subscribe(() => undefined)
  const comeBack = async (afterMs: number) => {
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(afterMs)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    return asked.mock.calls.length
  }
  expect(await comeBack(100)).toBe(1)
  expect(await comeBack(4800)).toBe(1)
  expect(await comeBack(200)).toBe(2)
  expect(await comeBack(4900)).toBe(2)
  stop()
  client.unmount()
})

const changeThatFails = (error: Error, meta?: { ownErrors: boolean }) => {
  const reported: string[] = []
  const client = createQueryClient(({ message }) => reported.push(message))
  const mutation = client.getMutationCache().build(client, {
    mutationFn: async () => {
      throw error
    },
    ...(meta ? { meta } : {}),
  })
  return mutation.execute(undefined).then(
    () => reported,
    () => reported,
  )
}

test('QUERY-2 A failed change is shown once: not again after a handler, beside its fields, or where the screen shows it', async () => {
  expect(await changeThatFails(new CallError('conflict', 409, 'changed meanwhile'))).toEqual(['changed meanwhile'])
  const handled = new CallError('forbidden', 403, 'no')
  handled.handled = true
  expect(await changeThatFails(handled)).toEqual([])
  expect(await changeThatFails(new CallError('invalid', 400, 'no', { name: 'empty' }))).toEqual([])
  expect(await changeThatFails(new CallError('conflict', 409, 'no'), { ownErrors: true })).toEqual([])
})
