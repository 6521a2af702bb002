import { Live, LiveBody } from '@kaimai/contract/live/live.routes.ts'
import { expect, test } from 'vitest'
import { faultsOf } from '../../lib/form/fault.ts'
import { fieldsOf, LiveFields, newLive, nextAt, sectionState } from './live-values.ts'

const id = '01900000-0000-7000-8000-000000000001'
const begin = Date.parse('2026-11-28T12:00:00.000Z')

const live = Live.parse({
  ...newLive(begin, id),
  liveName: '秋窯開窯夜',
  audienceCurve: [{ at: 0, count: 36 }],
  bannedKeywords: ['加賴'],
  hostName: '阿月',
  id,
  streamId: 'abcdef',
  status: 'scheduled',
  endAt: '2026-11-28T13:00:00.000Z',
  videoName: '影片',
  videoDuration: 180_000,
  imageUrl: '',
})

test('LIVE-42 saving a live sends back every field it was read with, also those the form does not show', () => {
  const fields = fieldsOf(live)
  expect(LiveFields.parse(fields)).toEqual(fields)
  expect(fields.audienceCurve).toEqual([{ at: 0, count: 36 }])
  const sent = Object.keys(LiveBody.parse({ ...fields, publish: true })).filter((name) => name !== 'publish')
  expect(Object.keys(fields).toSorted()).toEqual(sent.toSorted())
})

test('LIVE-43 a new live lacks its name and its video, both told at once', () => {
  const faults = faultsOf(LiveFields, newLive(begin, null), 'zh-TW')
  expect(faults).toEqual({ liveName: '請填寫此欄位', videoId: '請填寫此欄位' })
  expect(faultsOf(LiveFields, { ...newLive(begin, id), liveName: '甲' }, 'en')).toEqual({})
})

test('LIVE-43 a time that could not be read is told at its row', () => {
  const values = {
    ...newLive(begin, id),
    liveName: '甲',
    callToAction: [{ at: Number.NaN, text: '滿額免運', url: '' }],
  }
  expect(Object.keys(faultsOf(LiveFields, values, 'zh-TW'))).toEqual(['callToAction.0.at'])
})

test('LIVE-44 a section is faulty where a field below it is, else done or open by what it holds', () => {
  const values = newLive(begin, null)
  expect(sectionState('basics', values, [])).toBe('open')
  expect(sectionState('basics', { ...values, liveName: '甲', videoId: id }, [])).toBe('done')
  expect(sectionState('goods', values, ['callToAction.0.text'])).toBe('faulty')
  expect(sectionState('talk', values, ['callToAction.0.text'])).toBe('open')
})

test('LIVE-45 the next thing of a list is suggested half a minute after the last', () => {
  expect(nextAt([])).toBe(0)
  expect(nextAt([{ at: 12.4 }, { at: 3 }])).toBe(42)
  expect(nextAt([{ at: Number.NaN }])).toBe(30)
})
