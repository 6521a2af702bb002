import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curveAt, stepsOfCurve } from './audience-curve.rules.ts'
import { buildScript, type ScriptSource } from './build-script.rules.ts'
import { showAt } from './show.rules.ts'

const nothing: ScriptSource = { productList: [], fakeTicket: [], callToAction: [], audienceCurve: [] }
const product = (id: number, showFrom: number | null, hideAt: number | null) => ({
  productId: `00000000-0000-7000-8000-00000000000${id}`,
  showAt: showFrom,
  hideAt,
  livePrice: null,
  showLeft: true,
})
const call = (at: number, until: number | null, text: string) => ({ at, until, text, url: '' })

const calls = fc.array(
  fc
    .record({ at: fc.integer({ min: 0, max: 100 }), by: fc.option(fc.integer({ min: -5, max: 40 })), n: fc.nat(1000) })
    .map(({ at, by, n }) => call(at, by === null ? null : Math.max(0, at + by), `c${n}`)),
  { maxLength: 8 },
)

describe('the script of what was set', () => {
  test('LIVE-13 A call stands from its second on, until its end or until the next one begins', () => {
    fc.assert(
      fc.property(calls, fc.integer({ min: 0, max: 140_000 }), (list, ms) => {
        const script = buildScript({ ...nothing, callToAction: list }, [])
        const begun = list.filter(({ at }) => at * 1000 <= ms)
        const last = begun.toSorted((a, b) => a.at - b.at).at(-1)
        const isOver = last !== undefined && last.until !== null && last.until > last.at && last.until * 1000 <= ms
        expect(showAt(script, ms).callToAction?.text).toBe(isOver ? undefined : last?.text)
      }),
    )
  })

  test('LIVE-14 A product that was cut in two, or is shown twice, stands as long as one of its showings lasts', () => {
    const showings = fc.array(
      fc
        .record({ id: fc.constantFrom(1, 2), at: fc.nat(100), by: fc.option(fc.integer({ min: 1, max: 50 })) })
        .map(({ id, at, by }) => product(id, at, by === null ? null : at + by)),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(showings, fc.integer({ min: 0, max: 160_000 }), (productList, ms) => {
        const script = buildScript({ ...nothing, productList }, [])
        const standing = productList.filter(
          ({ showAt: from, hideAt }) => (from ?? 0) * 1000 <= ms && (hideAt === null || hideAt * 1000 > ms),
        )
        expect(new Set(showAt(script, ms).shown)).toEqual(new Set(standing.map(({ productId }) => productId)))
      }),
    )
  })

  test('LIVE-15 The virtual audience goes evenly from each point to the next, in steps that a room can send', () => {
    const curve = [
      { atMs: 0, count: 60 },
      { atMs: 60_000, count: 180 },
      { atMs: 90_000, count: 180 },
    ]
    expect([curveAt({ atMs: 0, count: 60 }, { atMs: 60_000, count: 180 }, 30_000), stepsOfCurve(curve).length]).toEqual(
      [120, 62],
    )
    const points = fc
      .array(fc.record({ atMs: fc.nat(7_200_000), count: fc.nat(2000) }), { maxLength: 300 })
      .map((list) => list.toSorted((a, b) => a.atMs - b.atMs))
    fc.assert(
      fc.property(points, (list) => {
        const steps = stepsOfCurve(list)
        expect(steps.length).toBeLessThanOrEqual(list.length + 1800)
        for (const point of list) expect(steps).toContainEqual(point)
        for (const [at, step] of steps.entries()) expect(step.atMs).toBeGreaterThanOrEqual(steps[at - 1]?.atMs ?? 0)
      }),
    )
  })
})
