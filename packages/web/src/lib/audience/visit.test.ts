import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentVisit } from './visit.ts'

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
