import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BlockMarks, blockNames, blockStateOf, type Person, isBlocked, type StandingBlock } from './block.rules.ts'

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
const person = fc.record<Person>({
  liveUserIds: fc.array(few('u'), { maxLength: 2 }),
  phones: fc.array(few('+8869'), { maxLength: 2 }),
  emails: fc.array(few('e@'), { maxLength: 2 }),
  deviceHashes: fc.array(few('d'), { maxLength: 2 }),
})

test('BLOCK-1 A person who shares nothing with any block is never blocked, and without blocks nobody is', () => {
  fc.assert(
    fc.property(blocks, person, lives, (some, person, liveId) => {
      expect(isBlocked([], person, liveId)).toBe(false)
      expect(
        isBlocked(
          some.filter((one) => !blockNames(one, person)),
          person,
          liveId,
        ),
      ).toBe(false)
    }),
  )
})

test('BLOCK-2 Each mark alone bars: the viewer, the phone, the e-mail, the browser', () => {
  fc.assert(
    fc.property(blocks, block, person, lives, (some, one, person, liveId) => {
      const standing = { ...one, cancelled: false, liveId: null }
      for (const [mark, list] of [
        ['liveUserId', 'liveUserIds'],
        ['phone', 'phones'],
        ['email', 'emails'],
        ['deviceHash', 'deviceHashes'],
      ] as const) {
        const value = standing[mark]
        if (value === null) continue
        expect(isBlocked([...some, standing], { ...person, [list]: [value] }, liveId)).toBe(true)
      }
    }),
  )
})

test('BLOCK-3 A temporary block bars from its live alone, a permanent one from every live', () => {
  fc.assert(
    fc.property(block, person, lives, (one, person, liveId) => {
      fc.pre(blockNames(one, person))
      const standing = { ...one, cancelled: false }
      expect(isBlocked([standing], person, liveId)).toBe(one.liveId === null || one.liveId === liveId)
      expect(isBlocked([{ ...standing, liveId: null }], person, liveId)).toBe(true)
    }),
  )
})

test('BLOCK-4 A cancelled block bars nobody, and every other stands as it did', () => {
  fc.assert(
    fc.property(blocks, block, person, lives, (some, one, person, liveId) => {
      const cancelled = { ...one, cancelled: true }
      expect(isBlocked([...some, cancelled], person, liveId)).toBe(isBlocked(some, person, liveId))
      expect(blockStateOf(cancelled)).toBe('cancelled')
    }),
  )
})

test('BLOCK-5 More blocks, or knowing more of a person, never lets in a person who was blocked', () => {
  fc.assert(
    fc.property(blocks, blocks, person, person, lives, (some, more, person, other, liveId) => {
      if (!isBlocked(some, person, liveId)) return
      const known = {
        liveUserIds: [...person.liveUserIds, ...other.liveUserIds],
        phones: [...person.phones, ...other.phones],
        emails: [...person.emails, ...other.emails],
        deviceHashes: [...person.deviceHashes, ...other.deviceHashes],
      }
      expect(isBlocked([...more, ...some], known, liveId)).toBe(true)
    }),
  )
})

test('BLOCK-6 An empty mark is no mark', () => {
  const empty: StandingBlock = { liveUserId: '', phone: '', email: '', deviceHash: '', liveId: null, cancelled: false }
  expect(isBlocked([empty], { liveUserIds: [''], phones: [''], emails: [''], deviceHashes: [''] }, 'l1')).toBe(false)
})
