import { expect, test } from 'vitest'
import { inAppBrowserOf, outsideLine } from '../../../../lib/audience/in-app-browser.ts'
import { countiesOf, loadDistricts } from '../../../../lib/address/districts.ts'
import { loadPhoneTables } from './phone-tables.ts'

test('ORDER-130 Taiwan’s 22 counties and 368 districts, each with its post code', async () => {
  const all = await loadDistricts()
  expect(all).toHaveLength(368)
  expect(countiesOf(all)).toHaveLength(22)
  expect(all.find(({ district }) => district === '鶯歌區')).toEqual({
    county: '新北市',
    district: '鶯歌區',
    zipcode: '239',
  })
  expect(all.every(({ zipcode }) => /^\d{3}$/.test(zipcode))).toBe(true)
})

test('ORDER-131 A phone fits its country: Taiwan first in the list, full-width digits are digits', async () => {
  const { isPhone, countries } = await loadPhoneTables()
  expect(isPhone('0912 345 678', 'TW')).toBe(true)
  expect(isPhone('０９１２３４５６７８', 'TW')).toBe(true)
  expect(isPhone('00886912345678', 'TW')).toBe(true)
  expect(isPhone('0912', 'TW')).toBe(false)
  expect(isPhone('9123 4567', 'HK')).toBe(true)
  expect(isPhone('0912 345 678', 'XX')).toBe(false)
  expect(countries('zh-TW')[0]).toEqual({ code: 'TW', name: '台灣 +886' })
  expect(countries('en').length).toBeGreaterThan(200)
})

test('ORDER-132 Browsers inside other programs are known, and LINE gets an address that opens the phone’s own', () => {
  expect(inAppBrowserOf('Mozilla/5.0 (iPhone) AppleWebKit/605 Mobile/15E148 Safari Line/14.1.0')).toBe('line')
  expect(inAppBrowserOf('Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/440]')).toBe('facebook')
  expect(inAppBrowserOf('Mozilla/5.0 (Linux; Android 14) Instagram 300.0.0')).toBe('instagram')
  expect(inAppBrowserOf('Mozilla/5.0 (iPhone) Version/17.0 Mobile Safari/604.1')).toBeUndefined()
  expect(outsideLine('https://shop.example/stream/a/b?lng=en')).toBe(
    'https://shop.example/stream/a/b?lng=en&openExternalBrowser=1',
  )
})
