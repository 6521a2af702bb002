import { expect, test } from 'vitest'
import { isAskedAgain } from './hls-engine.ts'

const retry = { maxNumRetry: 30 }

test('PLAYBACK-11 What a broken connection lost is asked for again, though the browser believes to be online', () => {
  expect(isAskedAgain(retry, 0, { code: 0 }, false)).toBe(true)
  expect(isAskedAgain(retry, 0, undefined, false)).toBe(true)
  expect(isAskedAgain(retry, 29, { code: 0 }, false)).toBe(true)
  expect(isAskedAgain(retry, 30, { code: 0 }, false)).toBe(false)
  expect(isAskedAgain(undefined, 0, { code: 0 }, false)).toBe(false)
})

test('PLAYBACK-12 An answer that says no is not asked for again, one that fails is', () => {
  expect(isAskedAgain(retry, 0, { code: 403 }, false)).toBe(false)
  expect(isAskedAgain(retry, 0, { code: 404 }, false)).toBe(false)
  expect(isAskedAgain(retry, 0, { code: 503 }, true)).toBe(true)
})
