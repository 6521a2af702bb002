import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadDistricts } from '../../../../lib/address/districts.ts'
import { loadSampleStores, searchStores, storeName } from './stores.ts'

const nowhere = { county: '', district: '', lastCode: '' }
const stores = await loadSampleStores()
const namesOf = (query: string, near = nowhere) => searchStores(stores, query, near).map(storeName)

test('ORDER-213 The sample stores stand in districts that exist, each with a number and a name of its own', async () => {
  const districts = new Set((await loadDistricts()).map(({ county, district }) => county + district))
  for (const { county, district } of stores) expect(districts).toContain(county + district)
  for (const chain of ['seven', 'family', 'hilife'])
    expect(stores.filter((store) => store.chain === chain).length).toBeGreaterThanOrEqual(60)
  expect(new Set(stores.map(({ code }) => code)).size).toBe(stores.length)
  expect(new Set(stores.map(storeName)).size).toBe(stores.length)
})

test('ORDER-214 A store is found by its name, its road, its number and its district, in either spelling of 臺', () => {
  const [first] = searchStores(stores, '鶯陶', nowhere)
  expect(first && storeName(first)).toBe('7-ELEVEN 鶯陶門市')
  for (const query of [first?.code ?? '', '鶯歌 建國路', '鶯歌區建國路', '７-ELEVEN 鶯陶門市'])
    expect(namesOf(query)).toContain('7-ELEVEN 鶯陶門市')
  expect(namesOf('台北市 信義')).toEqual(namesOf('臺北市 信義'))
  expect(namesOf('台北市 信義')).not.toEqual([])
  expect(namesOf('不存在的店')).toEqual([])
})

test('ORDER-215 The store that was chosen last comes first, then those of the same district and county', () => {
  const near = { county: '新北市', district: '鶯歌區', lastCode: '' }
  const found = searchStores(stores, '', near)
  expect(found[0]?.district).toBe('鶯歌區')
  expect(found.every(({ county }) => county === '新北市')).toBe(true)
  const last = stores.find(({ county }) => county === '高雄市')
  expect(searchStores(stores, '', { ...near, lastCode: last?.code ?? '' })[0]).toBe(last)
  expect(searchStores(stores, '', nowhere)).toEqual([])
})

test('ORDER-216 A search of stores answers a few, all of which its words fit', () => {
  const word = fc.constantFrom('新', '中正路', '99', '全家', '萊爾富', '區')
  fc.assert(
    fc.property(word, word, (one, other) => {
      const found = searchStores(stores, `${one} ${other}`, nowhere)
      expect(found.length).toBeLessThanOrEqual(8)
      for (const store of found)
        for (const each of [one, other])
          expect(`${storeName(store)}${store.code}${store.county}${store.district}${store.address}`).toContain(each)
    }),
  )
})
