import { type ScriptItem, showAt, sortScript } from '@kaimai/contract/live/show.rules.ts'
import { callNow } from '@kaimai/contract/room/call.rules.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { enterAt, goOn, type RoomAt } from './room-at.ts'

const products = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002'] as const
const lengthMs = 60_000

const scripts = fc
  .array(fc.record({ atMs: fc.nat(lengthMs), what: fc.nat(6), productId: fc.constantFrom(...products) }), {
    maxLength: 300,
  })
  .map((drafts) =>
    sortScript(
      drafts.map(({ atMs, what, productId }, at): ScriptItem => {
        const place = { id: `i${at}`, atMs }
        if (what === 0) return { ...place, kind: 'showProduct', productId }
        if (what === 1) return { ...place, kind: 'hideProduct', productId }
        if (what === 2) return { ...place, kind: 'callToAction', text: `${at}` }
        if (what === 3) return { ...place, kind: 'endCallToAction' }
        return { ...place, kind: 'comment', name: '小美', imgUrl: '', text: `${at}` }
      }),
    ),
  )

test('ROOM-90 The preview shows at every moment what a viewer sees then, whether it was played up to there or entered', () => {
  fc.assert(
    fc.property(scripts, fc.array(fc.nat(lengthMs), { minLength: 1, maxLength: 20 }), (script, moments) => {
      const timeline = { script, disclosure: true, turn: 1 }
      let played: RoomAt = enterAt(timeline, 0, false)
      for (const ms of moments.toSorted((a, b) => a - b)) {
        played = goOn(played, timeline, ms)
        const expected = showAt(script, ms)
        for (const { room } of [played, enterAt(timeline, ms, false)]) {
          expect(room.shown).toEqual(expected.shown)
          expect(callNow(room)?.text).toBe(expected.callToAction?.text)
        }
      }
    }),
  )
})
