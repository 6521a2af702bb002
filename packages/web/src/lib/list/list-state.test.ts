import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listStateOf, listUrlOf } from './list-state.ts'

const defaults = { filters: { status: ['on', 'off'], liveId: 'text' }, sort: '-beginAt' } as const

const states = fc.record({
  q: fc.string(),
  sort: fc.constantFrom('-beginAt', 'name', '-name'),
  status: fc.constantFrom('on', 'off', ''),
  liveId: fc.string(),
})

test('LIST-1 Search, filters, sort and page stand in the URL and are read back from it', () =>
  fc.assert(
    fc.property(states, fc.integer({ min: 1, max: 9999 }), ({ q, sort, status, liveId }, page) => {
      const filtered = listUrlOf(new URLSearchParams(), { q, sort, status, liveId }, defaults)
      const turned = listUrlOf(filtered, { page }, defaults)
      const read = listStateOf(new URLSearchParams(turned.toString()), defaults)
      expect(read).toEqual({ q, sort, page, filters: { status, liveId } })
    }),
  ))

test('LIST-2 Any change but turning the page goes back to the first, and others parameters stay', () => {
  const before = new URLSearchParams('page=4&q=碗&row=7')
  expect(listUrlOf(before, { status: 'on' }, defaults).toString()).toBe(
    new URLSearchParams('q=碗&row=7&status=on').toString(),
  )
  expect(listUrlOf(before, { page: 5 }, defaults).get('page')).toBe('5')
  expect(listUrlOf(before, { page: 1, q: '' }, defaults).toString()).toBe('row=7')
})

test('LIST-3 Nonsense in the URL counts as not given', () => {
  const read = listStateOf(new URLSearchParams('status=maybe&page=-3&q=a'), defaults)
  expect(read).toEqual({ q: 'a', sort: '-beginAt', page: 1, filters: { status: '', liveId: '' } })
  expect(listStateOf(new URLSearchParams('page=1.5'), defaults).page).toBe(1)
})
