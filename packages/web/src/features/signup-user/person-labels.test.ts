import { expect, test } from 'vitest'
import { answerText, comingOf } from './person-labels.ts'

test('SIGNUP-USER-2 Who has not come is missed once the session is over, not before, and not when it was cancelled', () => {
  expect(comingOf({ cameAt: '2026-11-20T12:00:00Z', status: 'ended' })).toBe('came')
  expect(comingOf({ cameAt: null, status: 'ended' })).toBe('missed')
  expect(comingOf({ cameAt: null, status: 'cancelled' })).toBe('cancelled')
  for (const status of ['scheduled', 'open', 'live'] as const) expect(comingOf({ cameAt: null, status })).toBe('toCome')
})

test('SIGNUP-USER-3 Yes and no of a question read in the language of the reader, other answers as they were given', () => {
  const t = (key: string) => ({ 'answer.yes': '是', 'answer.no': '否' })[key] ?? key
  expect(answerText(t, { kind: 'yesNo', value: 'yes' })).toBe('是')
  expect(answerText(t, { kind: 'text', value: 'yes' })).toBe('yes')
})
