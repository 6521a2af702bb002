import type { AskedQuestion } from '@kaimai/contract/signup/question.rules.ts'
import { expect, test } from 'vitest'
import { answerField, errorOf, errorsOf, fieldsOf, isEmptyField, type Person } from './checks.ts'

const questions: readonly AskedQuestion[] = [
  { id: 'how', kind: 'oneChoice', label: '怎麼認識我們？', required: true, options: ['朋友', '粉專'] },
  { id: 'birth', kind: 'date', label: '生日', required: false, options: [] },
]
const person: Person = {
  name: '林佳穎',
  phone: '0912345678',
  phoneCountry: 'TW',
  email: 'lin@example.com',
  county: '',
  consent: true,
  answers: { how: '粉專' },
}
const needs = { countyRequired: false, questions, library: undefined, language: 'en' } as const

test('SIGNUP-87 The page checks own questions by the server’s rules, in their place before the consent', () => {
  expect(fieldsOf(questions)).toEqual(['name', 'phone', 'email', 'county', 'answers.how', 'answers.birth', 'consent'])
  expect(errorsOf(person, needs)).toEqual({})
  expect(errorsOf({ ...person, answers: { birth: '2026-02-30' } }, needs)).toEqual({
    'answers.how': 'Please fill in this field',
    'answers.birth': 'This time isn’t valid',
  })
  expect(errorOf(answerField('how'), { ...person, answers: { how: '報紙' } }, needs)).toBe('Choose one of the options')
  expect(isEmptyField(answerField('birth'), person)).toBe(true)
  expect(isEmptyField(answerField('how'), person)).toBe(false)
})
