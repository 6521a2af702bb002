import { defaultFirmName } from '@kaimai/contract/firm/firm.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agendaOf, progressOf } from './agenda.ts'
import { firstSteps, type KnownOfFirm, nextStep } from '@kaimai/contract/dashboard/first-steps.rules.ts'

const nothing: KnownOfFirm = {
  firmName: defaultFirmName,
  lives: 0,
  orders: 0,
  signups: 0,
  videos: 0,
  products: 0,
  groups: 0,
  testMode: true,
  tried: false,
}
const doneOf = (known: Partial<KnownOfFirm>) =>
  firstSteps({ ...nothing, ...known })
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id)

test('DASHBOARD-1 A new merchant begins with the name of the shop, looks at the room as a viewer, and ends with real payments', () => {
  expect(doneOf({})).toEqual([])
  expect(nextStep(firstSteps(nothing))).toBe('shop')
  expect(nextStep(firstSteps({ ...nothing, firmName: '器日', videos: 1 }))).toBe('product')
  const all = { ...nothing, firmName: '器日', videos: 1, products: 1, lives: 1, signups: 1 }
  expect(nextStep(firstSteps(all))).toBe('viewer')
  expect(nextStep(firstSteps({ ...all, tried: true }))).toBe('payment')
  expect(nextStep(firstSteps({ ...all, tried: true, testMode: false }))).toBeUndefined()
})

test('DASHBOARD-2 The comment group may be left out', () => {
  expect(nextStep(firstSteps({ ...nothing, firmName: '器日', videos: 1, products: 1 }))).toBe('live')
})

test('DASHBOARD-3 What is there shows what was done before it, without being asked for', () => {
  expect(doneOf({ lives: 1, videos: undefined })).toEqual(['video', 'live'])
  expect(doneOf({ orders: 1, products: undefined })).toEqual(['product', 'viewer'])
})

const status = fc.constantFrom('draft', 'scheduled', 'open', 'live', 'ended', 'cancelled')
const live = fc.record({ status, minutes: fc.integer({ min: 0, max: 100_000 }) }).map(({ status, minutes }) => ({
  status,
  beginAt: new Date(Date.UTC(2026, 10, 20) + minutes * 60_000).toISOString(),
}))

test('DASHBOARD-4 What runs stands first, what comes follows from the soonest on, the rest is left out', () => {
  fc.assert(
    fc.property(fc.array(live), (lives) => {
      const { running, next } = agendaOf(lives)
      expect(running.every((each) => each.status === 'live')).toBe(true)
      expect(next.every((each) => each.status === 'open' || each.status === 'scheduled')).toBe(true)
      const left = lives.filter((each) => ['draft', 'ended', 'cancelled'].includes(each.status))
      expect(running.length + next.length + left.length).toBe(lives.length)
      const begins = next.map(({ beginAt }) => Date.parse(beginAt))
      expect(begins).toEqual(begins.toSorted((a, b) => a - b))
    }),
  )
})

test('DASHBOARD-5 How far a live is stays between its begin and its end', () => {
  const beginAt = '2026-11-20T12:00:00.000Z'
  const endAt = '2026-11-20T13:00:00.000Z'
  const at = (iso: string) => progressOf({ beginAt, endAt }, Date.parse(iso))
  expect(at('2026-11-20T12:15:00.000Z')).toBe(0.25)
  expect(at('2026-11-20T11:00:00.000Z')).toBe(0)
  expect(at('2026-11-20T15:00:00.000Z')).toBe(1)
  expect(progressOf({ beginAt, endAt: beginAt }, Date.parse(beginAt))).toBe(1)
})
