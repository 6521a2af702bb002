import { Live, LiveBody } from '@kaimai/contract/live/live.routes.ts'
import { expect, test } from 'vitest'
import { readDraft } from '../../lib/form/draft.ts'
import { errorsOf } from '../../lib/form/field-error.ts'
import { fieldsOf, LiveFields, lengthOf, loadedOf, newLive } from './live-values.ts'

const id = '01900000-0000-7000-8000-000000000001'
const begin = Date.parse('2026-11-28T12:00:00.000Z')

const live = Live.parse({
  ...newLive(begin, id),
  liveName: '秋窯開窯夜',
  productList: [{ productId: id, showAt: 10, hideAt: null, livePrice: 198_000, showLeft: false }],
  callToAction: [{ at: 5, until: 20, text: '滿額免運', url: '' }],
  audienceCurve: [{ at: 0, count: 36 }],
  commentList: [
    { userImgId: 'a', userImgUrl: '/media/a.png', userName: '小鹿', commentText: '來了', commentTime: 3.5 },
  ],
  liveInfoImage: ['/media/info.png'],
  bannedKeywords: ['加賴'],
  slowSeconds: 5,
  disclosure: false,
  hostName: '阿月',
  id,
  streamId: 'abcdef',
  shortUrl: 'k7m2p',
  status: 'scheduled',
  endAt: '2026-11-28T13:00:00.000Z',
  videoName: '影片',
  videoDuration: 180_000,
  imageUrl: '',
  signupList: [],
})

test('LIVE-42 Saving a live sends back every field it was read with, also those the form does not show', () => {
  const fields = fieldsOf(live)
  expect(LiveFields.parse(fields)).toEqual(fields)
  expect(fields.productList).toEqual([{ productId: id, showAt: 10, hideAt: null, livePrice: 198_000, showLeft: false }])
  expect(fields.callToAction).toEqual([{ at: 5, until: 20, text: '滿額免運', url: '' }])
  const sent = Object.keys(LiveBody.parse({ ...fields, publish: true })).filter((name) => name !== 'publish')
  expect(Object.keys(fields).toSorted()).toEqual(sent.toSorted())
})

test('LIVE-125 A save says what the form was filled with, of all that the control room changes too', () => {
  expect(loadedOf({ ...fieldsOf(live), bannedKeywords: ['盜版'], slowSeconds: 30, anonymousAllowed: false })).toEqual({
    bannedKeywords: ['盜版'],
    slowSeconds: 30,
    anonymousAllowed: false,
    productIds: [id],
  })
})

test('LIVE-43 A new live lacks its name and its video, and both errors show at once', () => {
  const errors = errorsOf(LiveFields, newLive(begin, null), 'zh-TW')
  expect(errors).toEqual({ liveName: '請填寫此欄位', videoId: '請填寫此欄位' })
  expect(errorsOf(LiveFields, { ...newLive(begin, id), liveName: '甲' }, 'en')).toEqual({})
})

test('LIVE-126 A YouTube live needs an address of YouTube instead of a video, and its error shows beside the others', () => {
  const values = newLive(begin, null, 'youtube')
  expect(Object.keys(errorsOf(LiveFields, values, 'zh-TW')).toSorted()).toEqual(['liveName', 'youtubeUrl'])
  const named = { ...values, liveName: '甲' }
  expect(errorsOf(LiveFields, { ...named, youtubeUrl: 'https://vimeo.com/1' }, 'zh-TW').youtubeUrl).toContain('YouTube')
  expect(errorsOf(LiveFields, { ...named, youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' }, 'zh-TW')).toEqual({})
})

test('LIVE-127 A time that could not be read has its error at its row', () => {
  const values = {
    ...newLive(begin, id),
    liveName: '甲',
    callToAction: [{ at: Number.NaN, text: '滿額免運', url: '' }],
  }
  expect(Object.keys(errorsOf(LiveFields, values, 'zh-TW'))).toEqual(['callToAction.0.at'])
})

test('LIVE-128 A draft that was kept before a live had its newer fields comes back whole and can be saved', () => {
  const old = {
    liveName: '去年的草稿',
    platformType: 'video',
    videoId: id,
    beginAt: '2026-11-28T12:00:00.000Z',
    productList: [{ productId: id, showAt: 10, hideAt: null }],
    callToAction: [{ at: 5, text: '滿額免運', url: '' }],
  }
  const storage = {
    length: 1,
    key: () => null,
    getItem: () => JSON.stringify({ values: old, savedAtMs: 1 }),
    setItem: () => undefined,
    removeItem: () => undefined,
  }
  const restored = readDraft<LiveFields>(storage, 'live.new', newLive(begin, null))?.values
  expect(restored).toMatchObject({ ...old, commentList: [], slowSeconds: 0, disclosure: null, liveInfoImage: [] })
  const body = LiveBody.parse(restored)
  expect(body.productList).toEqual([{ productId: id, showAt: 10, hideAt: null, livePrice: null, showLeft: true }])
  expect(body.callToAction).toEqual([{ at: 5, until: null, text: '滿額免運', url: '' }])
})

test('LIVE-129 A live is as long as its video; one from YouTube as planned', () => {
  expect(lengthOf(newLive(begin, id), 180_000)).toBe(180_000)
  expect(lengthOf(newLive(begin, null), undefined)).toBeUndefined()
  expect(lengthOf({ platformType: 'youtube', plannedMinutes: 90 }, 180_000)).toBe(5_400_000)
  expect(lengthOf({ platformType: 'youtube', plannedMinutes: Number.NaN }, null)).toBeUndefined()
})
