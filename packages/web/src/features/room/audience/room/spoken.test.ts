import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatRow } from '../chat/chat-rows.ts'
import { changesOf, newTalk, readingOf } from './spoken.ts'

const row = (key: string, over: Partial<Extract<ChatRow, { kind: 'message' }>> = {}): ChatRow => ({
  kind: 'message',
  key,
  user: { userId: key, name: `N${key}`, imgUrl: '', as: 'viewer' },
  text: `T${key}`,
  mine: false,
  question: false,
  to: undefined,
  toMe: false,
  ...over,
})

test('ROOM-253 A busy chat is read out as its number and its last line, an answer to oneself first, old lines not at all', () => {
  expect(newTalk([row('1'), row('2')], undefined)).toEqual([])
  const rows = ['1', '2', '3', '4', '5'].map((key) => row(key, { toMe: key === '3' }))
  expect(newTalk(rows, '3').map(({ text }) => text)).toEqual(['T4', 'T5'])
  expect(readingOf(newTalk(rows, '1'))).toMatchObject({ more: 3, read: [{ text: 'T3' }] })
  expect(readingOf(newTalk(rows, '3'))).toMatchObject({ more: 0, read: [{ text: 'T4' }, { text: 'T5' }] })
  expect(readingOf(newTalk([row('1'), row('2', { mine: true })], '1'))).toBeUndefined()
})

test('ROOM-254 Whatever comes, what is read and what is counted is all there is', () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 30 })
  fc.assert(
    fc.property(keys, fc.nat(29), (all, at) => {
      const rows = all.map((key) => row(key))
      const announced = all[at]
      const heard = newTalk(rows, announced)
      const reading = readingOf(heard)
      expect((reading?.more ?? 0) + (reading?.read.length ?? 0)).toBe(heard.length)
      expect(reading?.read.length ?? 0).toBeLessThanOrEqual(2)
    }),
  )
})

test('ROOM-1089 The badge is read with the name: of the shop’s people, and of a viewer whose name reads like theirs', () => {
  const user = { userId: 'a', name: '主播', imgUrl: '' }
  const rows = [
    row('1'),
    row('2', { user: { ...user, as: 'host' } }),
    row('3', { user: { ...user, as: 'viewer', likeShop: true } }),
    row('4', { user: { ...user, name: '小美', as: 'viewer' } }),
  ]
  expect(newTalk(rows, '1').map(({ name, as }) => [name, as])).toEqual([
    ['主播', 'host'],
    ['主播', 'viewer'],
    ['小美', undefined],
  ])
})

test('ROOM-255 Each change of the room is read out once: begun, shown, sold out', () => {
  const nothing = { isLive: false, shown: undefined }
  const bowl = { productId: 'a', name: 'A01 碗', price: 'NT$680', left: 2 }
  const on = { isLive: true, shown: bowl }
  expect(changesOf(nothing, on).map(({ is }) => is)).toEqual(['begun', 'shown'])
  expect(changesOf(on, { ...on, shown: { ...bowl, left: 1 } })).toEqual([])
  const gone = { ...on, shown: { ...bowl, left: 0 } }
  expect(changesOf(on, gone)).toEqual([{ is: 'soldOut', name: 'A01 碗' }])
  expect(changesOf(gone, gone)).toEqual([])
  expect(changesOf(gone, { isLive: true, shown: undefined })).toEqual([])
})
