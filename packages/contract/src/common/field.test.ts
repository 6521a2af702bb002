import fc from 'fast-check'
import { expect, test } from 'vitest'
import { because, common } from './error-text.ts'
import {
  choice,
  count,
  type Field,
  flag,
  instant,
  list,
  money,
  optionalCount,
  optionalInstant,
  optionalMoney,
  percent,
  ref,
  text,
} from './field.ts'
import { Id } from './fields.ts'

const kinds: Readonly<Record<string, Field>> = {
  text: text({ max: 10 }),
  'optional text': text({ max: 10, optional: true }),
  choice: choice({ a: { 'zh-TW': '甲', en: 'A' }, b: { 'zh-TW': '乙', en: 'B' } }),
  flag: flag(),
  count: count(),
  'optional count': optionalCount(),
  money: money(),
  'optional money': optionalMoney(),
  percent: percent(),
  instant: instant(),
  'optional instant': optionalInstant(),
  ref: ref(),
  list: list(Id, 3),
}

test('COMMON-140 What a form begins with is taken where a field may stay empty, and refused where it must be filled in', () => {
  const taken = Object.entries(kinds).flatMap(([name, { body, initial }]) =>
    body.safeParse(initial).success ? [name] : [],
  )
  expect(taken).toEqual([
    'optional text',
    'choice',
    'flag',
    'optional count',
    'optional money',
    'optional instant',
    'list',
  ])
  for (const name of ['count', 'money', 'percent'])
    expect(kinds[name]?.body.safeParse(kinds[name].initial).error?.issues[0]?.message).toBe(because(common.required))
})

test('COMMON-141 Whatever a body takes, an answer holds', () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer({ min: -10, max: 2_000_000_000 }),
    fc.constantFrom(null, true, false, 'a', 'b', '2026-03-02T04:00:00+08:00', Number.NaN, 1.5),
    fc.array(fc.uuid(), { maxLength: 4 }),
    fc.uuid(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(kinds)), anything, ({ body, answer }, value) => {
      const sent = body.safeParse(value)
      if (sent.success) expect(answer.safeParse(sent.data).success).toBe(true)
    }),
  )
})

test('COMMON-142 A text is stored in its case, within its length, and only in its form', () => {
  const { body } = text({ max: 5, fold: 'upper', match: /^[A-Z]+$/ })
  expect(body.parse(' abc ')).toBe('ABC')
  expect(body.safeParse('a1').error?.issues[0]?.message).toBe(because(common.wrongFormat))
  expect(body.safeParse('abcdef').error?.issues[0]?.message).toBe(because(common.tooLong))
  expect(body.safeParse('').error?.issues[0]?.message).toBe(because(common.required))
  const any = text({ max: 5, fold: 'upper' }).body
  expect(any.parse('gruß')).toBe('GRUSS')
  expect(any.safeParse('straß').error?.issues[0]?.message).toBe(because(common.tooLong))
})

test('COMMON-143 An instant is one of the years in which somebody plans', () => {
  for (const { body } of [instant(), optionalInstant()]) {
    expect(body.parse('2026-12-24T12:00:00.000Z')).toBe('2026-12-24T12:00:00.000Z')
    for (const never of ['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '9999-12-31T23:59:59+23:59'])
      expect(body.safeParse(never).error?.issues[0]?.message).toBe(because(common.wrongTime))
  }
})
