import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastOf, contrastOnWhite, readableFrom, shadesOf, toneStyle } from './tone-shades.ts'

const hex = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** Every tone that a form takes; the tests look hard at the edge, where the lightest ones are. */
const tone = hex.filter((each) => contrastOnWhite(each) >= readableFrom)
const edge = tone.filter((each) => contrastOnWhite(each) < readableFrom + 0.4)
const quiet = '#626977'

describe('shades of a tone', () => {
  test('COMMON-27 Every tone that is readable on white gives shades on which all texts are readable', () => {
    for (const given of [tone, edge])
      fc.assert(
        fc.property(given, (each) => {
          const { onTone, pressed, ink, soft, ground } = shadesOf(each)
          for (const [text, on] of [
            [onTone, each],
            [onTone, pressed],
            [ink, '#ffffff'],
            [ink, soft],
            [ink, ground],
            [quiet, soft],
            [quiet, ground],
          ] as const)
            expect(contrastOf(text, on), `${text} on ${on} of ${each}`).toBeGreaterThanOrEqual(readableFrom)
        }),
        { numRuns: 1000 },
      )
  })

  test('COMMON-28 What has no words (the ring of the focus, the chosen mark) stands out from its ground by 3:1', () => {
    fc.assert(
      fc.property(edge, (each) => {
        const { soft, ground } = shadesOf(each)
        for (const on of ['#ffffff', '#f6f7f9', soft, ground]) expect(contrastOf(each, on)).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  test('COMMON-29 A tone keeps its own colour, its soft ground has a breath of it, its line more', () => {
    expect(toneStyle('#9c4a24')).toEqual({
      '--tone': '#9c4a24',
      '--on-tone': '#ffffff',
      '--tone-pressed': '#8c4423',
      '--tone-ink': '#9c4a24',
      '--tone-soft': '#f6efeb',
      '--tone-ground': '#fbf7f5',
      '--tone-line': '#e3ccc2',
    })
    fc.assert(
      fc.property(tone, (each) => {
        const { soft, ground, line } = shadesOf(each)
        expect(contrastOnWhite(ground)).toBeLessThanOrEqual(contrastOnWhite(soft))
        expect(contrastOnWhite(soft)).toBeLessThan(contrastOnWhite(line))
      }),
    )
  })
})
