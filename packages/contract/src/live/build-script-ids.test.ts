import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScript, type ScriptSource } from './build-script.rules.ts'
import { Script } from './show.rules.ts'

const products = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002']
const seconds = fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10)
const sources = fc.record({
  productList: fc.array(
    fc.record({
      productId: fc.constantFrom(...products),
      showAt: fc.option(seconds),
      hideAt: fc.option(seconds),
      livePrice: fc.constant(null),
      showLeft: fc.constant(true),
    }),
    { maxLength: 8 },
  ),
  fakeTicket: fc.array(
    fc.record({
      at: seconds,
      userName: fc.constant('Mei'),
      productId: fc.constantFrom(...products),
      quantity: fc.constant(1),
    }),
    { maxLength: 8 },
  ),
  callToAction: fc.array(
    fc.record({ at: seconds, until: fc.option(seconds), text: fc.string({ maxLength: 40 }), url: fc.constant('') }),
    { maxLength: 8 },
  ),
  audienceCurve: fc.array(fc.record({ at: seconds, count: fc.nat(50) }), { maxLength: 8 }),
})
const comments = fc
  .array(fc.record({ name: fc.constant('Mei'), imgUrl: fc.constant(''), text: fc.string(), second: seconds }), {
    maxLength: 20,
  })
  .map((list) => list.toSorted((a, b) => a.second - b.second))

test('LIVE-61 Every item has an id of its own, the same for the same input, and the script is one that is kept', () => {
  fc.assert(
    fc.property(sources, comments, (source: ScriptSource, said) => {
      const script = buildScript(source, said)
      expect(new Set(script.map(({ id }) => id)).size).toBe(script.length)
      expect(buildScript(structuredClone(source), structuredClone(said))).toEqual(script)
      expect(Script.safeParse(script).success).toBe(true)
    }),
  )
})

test('LIVE-11 A comment that is added or removed at another second changes no other item, so nobody receives anything twice', () => {
  fc.assert(
    fc.property(sources, comments, fc.nat(), (source: ScriptSource, said, pick) => {
      const gone = said[pick % Math.max(1, said.length)]
      if (gone === undefined) return
      const atMs = Math.round(gone.second * 1000)
      const after = buildScript(
        source,
        said.filter(({ second }) => second !== gone.second),
      )
      expect(after).toEqual(buildScript(source, said).filter((item) => item.kind !== 'comment' || item.atMs !== atMs))
    }),
  )
})

test('LIVE-12 Of several comments of one second the order of the list is kept', () => {
  const said = Array.from({ length: 12 }, (_, at) => ({ name: 'Mei', imgUrl: '', text: `${at}`, second: 4 }))
  const script = buildScript({ productList: [], fakeTicket: [], callToAction: [], audienceCurve: [] }, said)
  expect(script.map((item) => 'text' in item && item.text)).toEqual(said.map(({ text }) => text))
})
