import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BlockMarks, blockNames, blockStateOf, type Comer, isBarred, type StandingBlock } from './block.rules.ts'

const few = (letter: string) => fc.constantFrom(`${letter}1`, `${letter}2`, `${letter}3`)
const lives = fc.constantFrom('l1', 'l2', 'l3')
const marks = fc.record<BlockMarks>({
  liveUserId: fc.option(few('u'), { nil: null }),
  phone: fc.option(few('+8869'), { nil: null }),
  email: fc.option(few('e@'), { nil: null }),
  deviceHash: fc.option(few('d'), { nil: null }),
})
const block: fc.Arbitrary<StandingBlock> = fc
  .tuple(marks, fc.option(lives, { nil: null }), fc.boolean())
  .map(([of, liveId, cancelled]) => ({ ...of, liveId, cancelled }))
const blocks = fc.array(block, { maxLength: 6 })
const person = fc.record<Comer>({
  liveUserIds: fc.array(few('u'), { maxLength: 2 }),
  phones: fc.array(few('+8869'), { maxLength: 2 }),
  emails: fc.array(few('e@'), { maxLength: 2 }),
  deviceHashes: fc.array(few('d'), { maxLength: 2 }),
})

test('BLOCK-1 Who shares nothing with any block is never barred, and nobody is without blocks', () => {
  fc.assert(
    fc.property(blocks, person, lives, (some, comer, liveId) => {
      expect(isBarred([], comer, liveId)).toBe(false)
      expect(
        isBarred(
          some.filter((one) => !blockNames(one, comer)),
          comer,
          liveId,
        ),
      ).toBe(false)
    }),
  )
})

test('BLOCK-2 Each mark alone bars: the viewer, the phone, the e-mail, the browser', () => {
  fc.assert(
    fc.property(blocks, block, person, lives, (some, one, comer, liveId) => {
      const standing = { ...one, cancelled: false, liveId: null }
      for (const [mark, list] of [
        ['liveUserId', 'liveUserIds'],
        ['phone', 'phones'],
        ['email', 'emails'],
        ['deviceHash', 'deviceHashes'],
      ] as const) {
        const value = standing[mark]
        if (value === null) continue
        expect(isBarred([...some, standing], { ...comer, [list]: [value] }, liveId)).toBe(true)
      }
    }),
  )
})

test('BLOCK-3 A temporary block bars from its live alone, a permanent one from every live', () => {
  fc.assert(
    fc.property(block, person, lives, (one, comer, liveId) => {
      fc.pre(blockNames(one, comer))
      const standing = { ...one, cancelled: false }
      expect(isBarred([standing], comer, liveId)).toBe(one.liveId === null || one.liveId === liveId)
      expect(isBarred([{ ...standing, liveId: null }], comer, liveId)).toBe(true)
    }),
  )
})

test('BLOCK-4 A cancelled block bars nobody, and every other stands as it did', () => {
  fc.assert(
    fc.property(blocks, block, person, lives, (some, one, comer, liveId) => {
      const cancelled = { ...one, cancelled: true }
      expect(isBarred([...some, cancelled], comer, liveId)).toBe(isBarred(some, comer, liveId))
      expect(blockStateOf(cancelled)).toBe('cancelled')
    }),
  )
})

test('BLOCK-5 More blocks, or knowing more of a person, never lets in who was barred', () => {
  fc.assert(
    fc.property(blocks, blocks, person, person, lives, (some, more, comer, other, liveId) => {
      if (!isBarred(some, comer, liveId)) return
      const known = {
        liveUserIds: [...comer.liveUserIds, ...other.liveUserIds],
        phones: [...comer.phones, ...other.phones],
        emails: [...comer.emails, ...other.emails],
        deviceHashes: [...comer.deviceHashes, ...other.deviceHashes],
      }
      expect(isBarred([...more, ...some], known, liveId)).toBe(true)
    }),
  )
})

test('BLOCK-6 An empty mark is no mark', () => {
  const empty: StandingBlock = { liveUserId: '', phone: '', email: '', deviceHash: '', liveId: null, cancelled: false }
  expect(isBarred([empty], { liveUserIds: [''], phones: [''], emails: [''], deviceHashes: [''] }, 'l1')).toBe(false)
})
