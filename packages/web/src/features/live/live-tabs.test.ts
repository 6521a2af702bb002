import { expect, test } from 'vitest'
import { isShut, tabNamed, tabOf, tabState } from './live-tabs.ts'
import { LiveFields, newLive, newProduct } from './live-values.ts'

const id = '01900000-0000-7000-8000-000000000001'
const begin = Date.parse('2026-11-28T12:00:00.000Z')
const form = { id, signupTitle: '報名', path: '/f/a', isPublished: true, signups: 3 }
const facts = { errors: [], forms: [], troubledProducts: 0, isPublished: false }

test('LIVE-117 Each field of a live belongs to one tab; a time of a product to the timeline', () => {
  const named = Object.keys(LiveFields.shape)
  expect(named.map(tabOf).every((tab) => ['basics', 'timeline', 'products', 'settings'].includes(tab))).toBe(true)
  expect(tabOf('commentList.3.commentText')).toBe('timeline')
  expect(tabOf('productList.0.livePrice')).toBe('products')
  expect(tabOf('slowSeconds')).toBe('settings')
  expect(tabNamed('products')).toBe('products')
  expect(tabNamed('nothing')).toBe('basics')
})

test('LIVE-118 A tab is faulty where a field below it is, else done or open by what it holds', () => {
  const values = newLive(begin, null)
  expect(tabState('basics', values, facts)).toBe('open')
  expect(tabState('basics', { ...values, liveName: '甲', videoId: id }, facts)).toBe('done')
  const youtube = { ...newLive(begin, null, 'youtube'), liveName: '甲', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' }
  expect(tabState('basics', youtube, facts)).toBe('done')
  expect(tabState('timeline', values, facts)).toBe('open')
  expect(tabState('timeline', { ...values, productList: [newProduct(id, 5)] }, facts)).toBe('done')
  expect(tabState('timeline', values, { ...facts, errors: ['callToAction.0.text'] })).toBe('faulty')
  expect(tabState('products', { ...values, productList: [newProduct(id)] }, { ...facts, troubledProducts: 1 })).toBe(
    'warn',
  )
  expect(tabState('signup', values, { ...facts, forms: [form] })).toBe('done')
})

test('LIVE-119 A published live that nobody can enter is warned about', () => {
  const closed = { ...newLive(begin, id), anonymousAllowed: false }
  const published = { ...facts, isPublished: true }
  expect(isShut(closed, [])).toBe(true)
  expect(isShut(closed, [{ ...form, isPublished: false }])).toBe(true)
  expect(isShut(closed, [form])).toBe(false)
  expect(isShut({ anonymousAllowed: true }, [])).toBe(false)
  expect(tabState('settings', closed, published)).toBe('warn')
  expect(tabState('settings', closed, facts)).toBe('done')
})
