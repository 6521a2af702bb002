import { expect, test } from 'vitest'
import { nextPathOf } from './login.page.tsx'

test('AUTH-49 A login leads to the path asked for before it, if it is one of this origin', () => {
  expect(nextPathOf('?next=%2Fmanage-live%3Fq%3D1')).toBe('/manage-live?q=1')
  for (const search of [
    '',
    '?next=',
    '?next=%2F%2Fevil.tw',
    '?next=%2F%5Cevil.tw',
    '?next=https%3A%2F%2Fevil.tw',
    '?next=javascript%3A1',
  ]) {
    expect(nextPathOf(search)).toBe('/dashboard')
  }
})
