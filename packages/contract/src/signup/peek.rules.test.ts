import { expect, test } from 'vitest'
import { mayPeek } from './peek.rules.ts'

test('SIGNUP-42 A live is watched before the sign-up only while it runs, on a free form that allows it, with a place left', () => {
  const free = { pageType: 'free', peek: true } as const
  const running = { state: 'live', isFilm: true } as const
  expect(mayPeek(free, running)).toBe(true)
  expect(mayPeek({ ...free, peek: false }, running)).toBe(false)
  expect(mayPeek({ ...free, pageType: 'order' }, running)).toBe(false)
  expect(mayPeek(free, { ...running, isFilm: false })).toBe(false)
  for (const state of ['open', 'full', 'over'] as const) expect(mayPeek(free, { ...running, state })).toBe(false)
})
