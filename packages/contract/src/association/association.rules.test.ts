import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withLink } from '../tracking/link-touch.rules.ts'
import type { LinkTouch } from '../tracking/tracking.schema.ts'
import { type AssociationTerms, dayMs, earningVisit, selfPurchaseBy } from './association.rules.ts'

const terms = (id: string, more: Partial<AssociationTerms> = {}): AssociationTerms => ({
  id,
  beginAtMs: 0,
  endAtMs: null,
  cookieDays: 30,
  signupIds: [],
  productIds: [],
  ...more,
})
const sale = { atMs: 100 * dayMs, signupId: null, productIds: [] }
const visit = (associationId: string, daysBefore: number) => ({ associationId, atMs: sale.atMs - daysBefore * dayMs })

test('ASSOCIATION-1 Of several links the last click earns, or the first one where the firm says so', () => {
  const visits = [visit('mei', 3), visit('kai', 2), visit('mei', 5)]
  const all = [terms('mei'), terms('kai')]
  expect(earningVisit(visits, all, sale, 'last')).toMatchObject(visit('kai', 2))
  expect(earningVisit(visits, all, sale, 'first')).toMatchObject(visit('mei', 5))
  expect(earningVisit([], all, sale, 'last')).toBeUndefined()
})

test('ASSOCIATION-2 A click counts for the cookie days of its link, to the millisecond, and within the link’s period', () => {
  const atLimit = visit('mei', 30)
  expect(earningVisit([atLimit], [terms('mei')], sale, 'last')).toMatchObject(atLimit)
  expect(earningVisit([{ ...atLimit, atMs: atLimit.atMs - 1 }], [terms('mei')], sale, 'last')).toBeUndefined()
  // A link that ended: clicks from before count on, those from then on are none (money.md A7).
  const ended = terms('kai', { endAtMs: visit('kai', 2).atMs })
  expect(earningVisit([visit('kai', 2)], [ended], sale, 'last')).toBeUndefined()
  expect(earningVisit([visit('kai', 3)], [ended], sale, 'last')).toMatchObject(visit('kai', 3))
  expect(earningVisit([visit('mei', 1)], [terms('mei', { beginAtMs: sale.atMs })], sale, 'last')).toBeUndefined()
  // A browser whose clock is ahead clicked now.
  expect(earningVisit([visit('mei', -400)], [terms('mei')], sale, 'last')).toEqual(visit('mei', 0))
})

test('ASSOCIATION-3 A click whose link is for other products or forms leaves the sale to another one', () => {
  const bowls = terms('kai', { productIds: ['bowl'] })
  const visits = [visit('mei', 2), visit('kai', 1)]
  const sold = (productIds: string[], signupId: string | null = null) =>
    earningVisit(visits, [terms('mei'), bowls], { ...sale, productIds, signupId }, 'last')?.associationId
  expect(sold(['plate'])).toBe('mei')
  expect(sold(['plate', 'bowl'])).toBe('kai')
  const form = terms('kai', { signupIds: ['autumn'] })
  expect(earningVisit(visits, [form], { ...sale, signupId: 'autumn' }, 'last')?.associationId).toBe('kai')
  expect(earningVisit(visits, [form], { ...sale, signupId: 'winter' }, 'last')).toBeUndefined()
})

test('ASSOCIATION-4 Who has signed up by a link is credited to it for what is ordered however much later', () => {
  const long = { ...visit('mei', 90), hasSignedUp: true }
  expect(earningVisit([long], [terms('mei')], sale, 'last')).toEqual(long)
  // A later click on another link still wins where the last one counts.
  expect(earningVisit([long, visit('kai', 1)], [terms('mei'), terms('kai')], sale, 'last')?.associationId).toBe('kai')
  expect(earningVisit([long, visit('kai', 1)], [terms('mei'), terms('kai')], sale, 'first')?.associationId).toBe('mei')
})

test('ASSOCIATION-5 Whatever is clicked in whatever order, what earns is one of the counting clicks, and no other is nearer', () => {
  const clicks = fc.array(
    fc.record({ associationId: fc.constantFrom('mei', 'kai', 'gone'), atMs: fc.integer({ min: 0, max: 120 * dayMs }) }),
    { maxLength: 8 },
  )
  const all = [terms('mei', { cookieDays: 7 }), terms('kai', { endAtMs: 95 * dayMs })]
  fc.assert(
    fc.property(clicks, fc.constantFrom('last' as const, 'first' as const), (visits, rule) => {
      const found = earningVisit(visits, all, sale, rule)
      const counting = visits
        .map((each) => ({ ...each, atMs: Math.min(each.atMs, sale.atMs) }))
        .filter(({ associationId, atMs }) =>
          associationId === 'mei'
            ? atMs >= 93 * dayMs
            : associationId === 'kai' && atMs >= 70 * dayMs && atMs < 95 * dayMs,
        )
      const times = counting.map(({ atMs }) => atMs)
      expect(found?.atMs).toBe(times.length === 0 ? undefined : Math[rule === 'last' ? 'max' : 'min'](...times))
      expect(earningVisit(visits.toReversed(), all, sale, rule)?.atMs).toBe(found?.atMs)
    }),
  )
})

test('ASSOCIATION-6 A browser keeps the first and last click of each link, and what is no code changes nothing', () => {
  const clicks = ['mei', 'kai', '', 'mei', 'no such!', 'x'.repeat(64)]
  const links = clicks.reduce<readonly LinkTouch[]>((kept, code, at) => withLink(kept, code, at), [])
  expect(links).toEqual([
    { association: 'kai', firstMs: 1, lastMs: 1 },
    { association: 'mei', firstMs: 0, lastMs: 3 },
  ])
  const many = Array.from({ length: 12 }, (_, at) => `code-${at}`)
  const kept = many.reduce<readonly LinkTouch[]>((so, code, at) => withLink(so, code, at), [])
  expect(kept.map(({ association }) => association)).toEqual(many.slice(-8))
})

test('ASSOCIATION-7 A buyer is the credited partner by e-mail, phone or device, however the address is written (money.md A6)', () => {
  const partner = { emails: ['x@mei.tw', 'y@mei.tw'], phones: ['+886912345678'], deviceHashes: ['d1'] }
  const stranger = { email: 'friend@else.tw', phone: '+886987654321', deviceHash: 'd9' }
  expect(selfPurchaseBy(stranger, partner)).toBeUndefined()
  expect(selfPurchaseBy({ ...stranger, email: ' X@Mei.TW ' }, partner)).toBe('email')
  expect(selfPurchaseBy({ ...stranger, email: 'y@mei.tw' }, partner)).toBe('email')
  expect(selfPurchaseBy({ ...stranger, phone: '+886912345678' }, partner)).toBe('phone')
  expect(selfPurchaseBy({ ...stranger, deviceHash: 'd1' }, partner)).toBe('device')
  const empty = { email: '', phone: '', deviceHash: '' }
  expect(selfPurchaseBy(empty, { emails: [''], phones: [''], deviceHashes: [''] })).toBeUndefined()
})
