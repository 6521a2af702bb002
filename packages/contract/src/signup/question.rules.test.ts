import { isDay } from '../common/taipei.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { common } from '../common/error-text.ts'
import { answerError, type AskedQuestion, questionKinds, readAnswers } from './question.rules.ts'
import { QuestionList } from './signup-parts.ts'

const asked = (given: Partial<AskedQuestion>): AskedQuestion => ({
  id: 'q1',
  kind: 'text',
  label: '怎麼認識我們？',
  required: false,
  options: ['朋友', '粉專', 'LINE'],
  ...given,
})

describe('answers to own questions', () => {
  test('SIGNUP-1 A required question wants an answer of its kind, an optional one takes none as well', () => {
    for (const kind of questionKinds) {
      for (const nothing of ['', '   ', []])
        expect(answerError(asked({ kind }), kind === 'manyChoices' && nothing === '   ' ? [] : nothing)).toBeUndefined()
      expect(answerError(asked({ kind, required: true }), kind === 'manyChoices' ? [] : ' ')).toBe(common.required)
    }
    expect(answerError(asked({ kind: 'oneChoice' }), '粉專')).toBeUndefined()
    expect(answerError(asked({ kind: 'oneChoice' }), '報紙')).toBe(common.wrongChoice)
    expect(answerError(asked({ kind: 'manyChoices' }), ['LINE', '朋友'])).toBeUndefined()
    expect(answerError(asked({ kind: 'manyChoices' }), ['LINE', '報紙'])).toBe(common.wrongChoice)
    expect(answerError(asked({ kind: 'yesNo' }), 'yes')).toBeUndefined()
    expect(answerError(asked({ kind: 'yesNo' }), '是')).toBe(common.wrongChoice)
    expect(answerError(asked({ kind: 'date' }), '2026-02-28')).toBeUndefined()
    expect(answerError(asked({ kind: 'date' }), '2026-02-29')).toBe(common.wrongTime)
    expect(answerError(asked({}), 'x'.repeat(201))).toBe(common.tooLong)
    expect(answerError(asked({ kind: 'longText' }), 'x'.repeat(1000))).toBeUndefined()
  })

  test('SIGNUP-2 Answers are stored with the question as asked; what nobody asked falls away', () => {
    const questions = [
      asked({}),
      asked({ id: 'q2', kind: 'manyChoices', label: '喜歡什麼？' }),
      asked({ id: 'q3', required: true }),
    ]
    const { answers, errors } = readAnswers(questions, { q1: ' 朋友介紹 ', q2: ['LINE', '朋友', 'LINE'], other: 'x' })
    expect(answers).toEqual({
      q1: { label: '怎麼認識我們？', kind: 'text', value: '朋友介紹' },
      q2: { label: '喜歡什麼？', kind: 'manyChoices', value: ['朋友', 'LINE'] },
    })
    expect(errors).toEqual({ 'answers.q3': common.required })
  })

  test('SIGNUP-3 Whatever is sent, an answer is kept or refused, never both, and a kept one is right', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.constantFrom('朋友', '粉專', 'LINE', '報紙', '')))
    fc.assert(
      fc.property(fc.constantFrom(...questionKinds), fc.boolean(), value, (kind, required, given) => {
        const question = asked({ kind, required })
        const { answers, errors } = readAnswers([question], { q1: given })
        const kept = answers['q1']
        if (kept) {
          expect(errors).toEqual({})
          expect(answerError(question, kept.value)).toBeUndefined()
          expect(kept.value.length).toBeGreaterThan(0)
        } else expect(Object.keys(errors).length === 1 || !required).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('SIGNUP-4 A day is one of the calendar', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
        (date) => {
          expect(isDay(date.toISOString().slice(0, 10))).toBe(true)
        },
      ),
    )
    for (const wrong of ['2026-13-01', '2026-00-10', '2026-04-31', '26-01-01', '2026-1-1', '', '1899-12-31'])
      expect(isDay(wrong)).toBe(false)
  })

  test('SIGNUP-5 A form asks at most 20 questions, each with its own id, a choice with two options or more', () => {
    const errors = (list: unknown) => QuestionList.safeParse(list).error?.issues.map(({ path }) => path.join('.')) ?? []
    const many = (count: number) => Array.from({ length: count }, (_, index) => asked({ id: `q${index}` }))
    expect(errors(many(20))).toEqual([])
    expect(errors(many(21))).toEqual([''])
    expect(errors([asked({}), asked({})])).toEqual(['1.id'])
    expect(errors([asked({ kind: 'oneChoice', options: ['朋友'] })])).toEqual(['0.options'])
    expect(errors([asked({ kind: 'manyChoices', options: ['朋友', '朋友'] })])).toEqual(['0.options.1'])
    expect(errors([asked({ label: ' ' })])).toEqual(['0.label'])
  })
})
