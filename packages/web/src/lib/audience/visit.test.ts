import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentLinks, currentVisit } from './visit.ts'

let jar: Map<string, string>
let search = ''

beforeEach(() => {
  jar = new Map()
  vi.stubGlobal('location', {
    get search() {
      return search
    },
    protocol: 'https:',
  })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      expect(text).toMatch(/max-age=(?:2592000|31536000); samesite=lax; secure$/)
      jar.set(name, value)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const visit = (query: string) => {
  search = query
  return currentVisit()
}

test('AUDIENCE-4 The last address that says by what somebody came counts on later pages, whole', () => {
  visit('?utm_source=line&utm_campaign=秋窯&a=amy&fbclid=F1')
  expect(visit('?lng=en')).toMatchObject({
    attribution: { source: 'line', campaign: '秋窯', association: 'amy' },
    fbclid: 'F1',
  })
  expect(visit('?utm_source=ig')).toMatchObject({
    attribution: { source: 'ig', campaign: '', association: '' },
    fbclid: '',
  })
  expect(visit('').attribution).toMatchObject({ source: 'ig', association: '' })
})

test('AUDIENCE-5 A cookie that is too long for a browser loses its last words, one that is broken counts as none', () => {
  const long = encodeURIComponent('秋'.repeat(200))
  visit(`?utm_source=${long}&utm_term=${long}&utm_content=${long}`)
  expect(jar.get('kaimai_visit')?.length).toBeLessThan(3_800)
  expect(visit('').attribution).toMatchObject({ source: '秋'.repeat(200), term: '', content: '' })
  for (const broken of ['%', 'null', '{', '%5B1%5D', '%7B%22cameBy%22%3A7%7D']) {
    jar.set('kaimai_visit', broken)
    expect(visit(''), broken).toMatchObject({ attribution: { source: '', association: '' }, fbclid: '', atMs: 0 })
  }
})

test('AUDIENCE-6 A link with values that no server could store is no ground to reject its visitor’s order', () => {
  visit(`?utm_source=%00&utm_campaign=${encodeURIComponent(`${'x'.repeat(199)}😀`)}`)
  expect(visit('').attribution).toMatchObject({ source: '', campaign: 'x'.repeat(199) })
})

test('AUDIENCE-24 Links of partners are remembered with their first and last click for a year, and no page without one wipes them (money.md A7)', () => {
  vi.useFakeTimers({ now: 1_000 })
  try {
    const comeBy = (query: string) => {
      vi.advanceTimersByTime(1_000)
      visit(query)
    }
    comeBy('?a=mei')
    comeBy('?a=kai')
    const both = [
      { association: 'mei', firstMs: 2_000, lastMs: 2_000 },
      { association: 'kai', firstMs: 3_000, lastMs: 3_000 },
    ]
    expect(currentLinks()).toEqual(both)
    for (const query of ['', '?utm_source=ig', '?a=', '?a=%E7%A7%8B', '?a=a%20b']) comeBy(query)
    expect(currentLinks()).toEqual(both)
    // The page can't know that it is nobody's code: the server passes over it.
    comeBy('?a=nosuch')
    expect(currentLinks()).toEqual([...both, { association: 'nosuch', firstMs: 9_000, lastMs: 9_000 }])
    comeBy('?a=mei&utm_source=line')
    expect(currentLinks().map(({ association, firstMs, lastMs }) => [association, firstMs, lastMs])).toEqual([
      ['kai', 3_000, 3_000],
      ['nosuch', 9_000, 9_000],
      ['mei', 2_000, 10_000],
    ])
    expect(jar.get('kaimai_links')).toBe(
      encodeURIComponent('[["kai",3000,3000],["nosuch",9000,9000],["mei",2000,10000]]'),
    )
  } finally {
    vi.useRealTimers()
  }
})

test('AUDIENCE-25 A cookie of links that is broken counts as none, and the next link begins it anew', () => {
  for (const broken of ['%', 'null', '{', '%5B1%5D', '%5B%5B%22mei%22%5D%5D', '%7B%7D']) {
    jar.set('kaimai_links', broken)
    expect(currentLinks(), broken).toEqual([])
    visit('?a=mei')
    expect(currentLinks().map(({ association }) => association)).toEqual(['mei'])
  }
})
