import { expect, test } from 'vitest'
import { advertiserCookies, cookieToKeep } from './tracking-advertisers.ts'

test('AUDIENCE-1 Of what advertisers’ scripts set, only their own cookies are kept, so many and no more', () => {
  expect(cookieToKeep('_fbp=fb.1.2.3; path=/; domain=.example', '')).toEqual({ name: '_fbp', value: 'fb.1.2.3' })
  for (const text of ['kaimai_device=x', 'i18nextLng=en', '=x', '_fbpx=1', `_ttp=${'x'.repeat(601)}`, '_gcl_ =1'])
    expect(cookieToKeep(text, ''), text).toBeUndefined()
  // A merchant's own script, with names without end.
  let all = 'kaimai_device=mine; kaimai_visit=x'
  for (let at = 0; at < 400; at += 1) {
    const kept = cookieToKeep(`_tt${at}=${'x'.repeat(600)}`, all)
    if (kept) all += `; ${kept.name}=${kept.value}`
  }
  expect(advertiserCookies(all).join('; ').length).toBeLessThan(4_100)
  for (let at = 0; at < 400; at += 1) {
    const kept = cookieToKeep(`_ga_${at}=1`, all)
    if (kept) all += `; ${kept.name}=${kept.value}`
  }
  expect(advertiserCookies(all).length).toBeLessThanOrEqual(20)
  // One that is there may change.
  expect(cookieToKeep('_tt0=new', all)).toEqual({ name: '_tt0', value: 'new' })
})
