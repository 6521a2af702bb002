import fc from 'fast-check'
import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import { describe, expect, test } from 'vitest'
import { afterAnswer, afterError, afterSuccess, beginUpload, chunkOf, isStuck } from './upload-plan.ts'

describe('the plan of an upload', () => {
  test('VIDEO-65 Whatever fails on the way, the server ends up with every chunk, and the last one ends it', () => {
    const mishap = fc.constantFrom('ok', 'ok', 'ok', 'error', 'lostAnswer')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 * chunkBytes }),
        fc.array(mishap, { maxLength: 60 }),
        fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
        (size, mishaps, heldBefore) => {
          const server = new Set(heldBefore)
          const count = Math.ceil(size / chunkBytes)
          let state = beginUpload('guid', size, heldBefore.length > 0)
          const luck = [...mishaps]
          for (let step = 0; !state.finished && !isStuck(state); step++) {
            expect(step).toBeLessThan(1000)
            expect(state.progress).toBeGreaterThanOrEqual(0)
            expect(state.progress).toBeLessThan(100)
            if (state.asks) {
              state = afterAnswer(state, { chunks: [...server], finished: false })
              continue
            }
            const { chunk, offset, end, finished } = chunkOf(state)
            expect(end - offset).toBe(Math.min(chunkBytes, size - offset))
            const happens = luck.shift() ?? 'ok'
            if (happens !== 'error') server.add(chunk)
            const whole = Array.from({ length: count }, (_, each) => server.has(each)).every(Boolean)
            state = happens === 'ok' && (!finished || whole) ? afterSuccess(state) : afterError(state)
          }
          if (state.finished) {
            expect(state.progress).toBe(100)
            for (let chunk = 0; chunk < count; chunk++) expect(server.has(chunk)).toBe(true)
          }
          expect(state.finished || mishaps.length >= 30).toBe(true)
        },
      ),
    )
  })
})
