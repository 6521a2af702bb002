import { bombmyAuthorityOf, type Role, startingPolicy } from '@kaimai/contract/common/access.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesToShow } from '../../ui/pager.tsx'
import { balanceOf, dayOf, isNotedToday } from './balance-state.ts'
import { activeItem, navFor } from './nav-items.ts'
import { matches, palettePages } from './palette-pages.ts'

const rights = (bombmyLive: 0 | 1 | 2, bombmySignup: 0 | 1 | 2, bombmySetting: 0 | 1 | 2, bombmyAssociation = 1) => ({
  authority: { bombmyLive, bombmySignup, bombmySetting },
  bombmyAssociation,
})
const shown = (given: ReturnType<typeof rights>) => navFor(given).flatMap(({ items }) => items.map(({ id }) => id))

const stream = [
  'manageLiveStream',
  'manageLive',
  'manageMsgroup',
  'manageVirtualUser',
  'manageBlacklist',
  'manageProduct',
  'salesPages',
  'manageOrders',
  'cashFlow',
]
const form = ['manageForm', 'manageSmsEmail', 'manageMailTemplate']

test('APP-32 The sidebar holds the items of the spec for who may all', () => {
  expect(shown(rights(2, 2, 2)).toSorted()).toEqual(
    ['dashboard', ...stream, ...form, 'associationSetting', 'brandSetting', 'crm'].toSorted(),
  )
})

test('APP-33 Each permission unlocks its items and no others', () => {
  expect(shown(rights(0, 0, 0))).toEqual([])
  expect(shown(rights(1, 0, 0)).toSorted()).toEqual(['dashboard', ...stream, 'crm'].toSorted())
  expect(shown(rights(0, 1, 0)).toSorted()).toEqual(form.toSorted())
  expect(shown(rights(0, 0, 1))).toEqual(['brandSetting'])
})

test('APP-34 Affiliate marketing needs its menu rule, its route rule and a firm that has it', () => {
  expect(shown(rights(1, 0, 1))).toContain('associationSetting')
  expect(shown(rights(1, 0, 0))).not.toContain('associationSetting')
  expect(shown(rights(0, 0, 1))).not.toContain('associationSetting')
  expect(shown(rights(1, 0, 1, 0))).not.toContain('associationSetting')
})

test.each([
  ['/manage-orders', 'manageOrders'],
  ['/manage-orders/statement', 'manageOrders'],
  ['/manage-orders/cash-flow', 'cashFlow'],
  ['/manage-orders-of-old', undefined],
  ['/my-account', undefined],
])('APP-190 Of the pages in the sidebar the nearest above an address is marked, and no other: %s', (pathname, id) => {
  expect(activeItem(pathname)).toBe(id)
})

test('APP-35 Groups without items are left out', () => {
  expect(navFor(rights(0, 1, 0)).map(({ id }) => id)).toEqual(['products', 'letters'])
})

test.each<Role>(['owner', 'manager', 'host', 'assistant', 'analyst'])(
  'APP-36 %s finds in the palette what the sidebar has',
  (role) => {
    const given = { authority: bombmyAuthorityOf(startingPolicy, role), bombmyAssociation: 1 }
    const pages = palettePages(given).map(({ id }) => id)
    expect(pages).toEqual(expect.arrayContaining(shown(given).filter((id) => id !== 'crm')))
    expect(pages).toContain('manageOrders')
  },
)

test('APP-37 The palette finds by every word, whatever case and width', () => {
  expect(matches('管理直播 /manage-live-stream', '直播 管理')).toBe(true)
  expect(matches('Manage live /manage-live-stream', 'ＬＩＶＥ')).toBe(true)
  expect(matches('管理報名', '直播')).toBe(false)
  expect(matches('anything', '')).toBe(true)
})

const firm = {
  firmId: 'f',
  name: '',
  imgUrl: '',
  liveHours: '126:40:12',
  liveHoursExpireDate: null,
  bombmyDomainName: '',
  pointSafetyStockNotice: null,
  smsPoint: 500,
  isSurenotify: false,
  isDemo: false,
  testMode: false,
  currency: 'TWD' as const,
  colorToneId: '#94500f',
}
const now = Date.parse('2026-11-20T12:00:00+08:00')

test('APP-38 Remaining hours show as hours, minutes and seconds, or not at all when unknown', () => {
  expect(balanceOf(firm, now).hours).toEqual({ hours: 126, minutes: 40, seconds: 12 })
  expect(balanceOf({ ...firm, liveHours: '' }, now).hours).toBeUndefined()
  expect(balanceOf({ ...firm, liveHours: '-02:00:00' }, now)).toMatchObject({
    hours: { hours: 0, minutes: 0, seconds: 0 },
    hoursLow: 'underOne',
  })
})

test('APP-39 Hours are low at 100, at 50 and under one, each in its own words', () => {
  const low = (liveHours: string) => balanceOf({ ...firm, liveHours }, now).hoursLow
  const said = (times: string) => times.split(' ').map(low)
  expect(said('100:00:01 100:00:00 50:00:01')).toEqual([undefined, 'hundred', 'hundred'])
  expect(said('50:00:00 01:00:00')).toEqual(['fifty', 'fifty'])
  expect(said('00:59:59 00:00:00 -03:00:00')).toEqual(['underOne', 'underOne', 'underOne'])
  expect(low('')).toBeUndefined()
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 * 3600 }), fc.integer({ min: 0, max: 200 * 3600 }), (one, two) => {
      const worse = ['underOne', 'fifty', 'hundred', undefined]
      const [less, more] = [Math.min(one, two), Math.max(one, two)].map((seconds) =>
        worse.indexOf(low(showDuration(seconds))),
      )
      expect(less).toBeLessThanOrEqual(more ?? -1)
    }),
  )
})

test('APP-601 Hours warn where they have fallen, not where they began: a trial of ten is no warning, its last hour is', () => {
  const low = (liveHours: string, mostHours: number) =>
    balanceOf({ ...firm, liveHours }, now, mostHours * 3600).hoursLow
  expect([low('10:00:00', 10), low('09:00:00', 10), low('00:30:00', 10)]).toEqual([undefined, undefined, 'underOne'])
  expect([low('99:00:00', 126), low('49:00:00', 126), low('49:00:00', 60)]).toEqual(['hundred', 'fifty', 'fifty'])
})

test('APP-40 The expiry of the hours is announced once a day', () => {
  const nextDay = now + 24 * 3_600_000
  expect([isNotedToday(null, now), isNotedToday(dayOf(now), now), isNotedToday(dayOf(now), nextDay)]).toEqual([
    false,
    true,
    false,
  ])
})

test('APP-41 An expiry less than three months away is announced', () => {
  const soon = (liveHoursExpireDate: string | null) => balanceOf({ ...firm, liveHoursExpireDate }, now).expiresSoon
  expect(['2027-02-20T11:59:00+08:00', '2027-02-20T12:00:00+08:00', null].map(soon)).toEqual([true, false, false])
})

test('APP-42 Points are low below the safety stock that was set, and hidden with Surenotify', () => {
  expect(balanceOf(firm, now)).toMatchObject({ points: 500, pointsLow: false })
  expect(balanceOf({ ...firm, pointSafetyStockNotice: 501 }, now).pointsLow).toBe(true)
  expect(balanceOf({ ...firm, pointSafetyStockNotice: 500 }, now).pointsLow).toBe(false)
  const sure = balanceOf({ ...firm, pointSafetyStockNotice: 501, isSurenotify: true }, now)
  expect([sure.points, sure.pointsLow]).toEqual([undefined, false])
})

test('APP-43 The pager shows the ends and the neighbours of the page, and no gap of one', () => {
  expect(pagesToShow(1, 1)).toEqual([1])
  expect(pagesToShow(3, 7)).toEqual([1, 2, 3, 4, 0, 7])
  expect(pagesToShow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pagesToShow(50, 99)).toEqual([1, 0, 49, 50, 51, 0, 99])
})
