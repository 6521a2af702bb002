import { isDay } from '../common/taipei.ts'
import { common, type ErrorText } from '../common/error-text.ts'

/** What a form's own question asks for. */
export const questionKinds = ['text', 'longText', 'oneChoice', 'manyChoices', 'yesNo', 'date'] as const
export type QuestionKind = (typeof questionKinds)[number]

export const questionLimits = { questions: 20, label: 80, options: 20, option: 60, text: 200, longText: 1000 } as const

export interface AskedQuestion {
  /** Unique in its form; stays when the question is reworded. */
  readonly id: string
  readonly kind: QuestionKind
  readonly label: string
  readonly required: boolean
  /** What to choose from; empty for kinds without a choice. */
  readonly options: readonly string[]
}

/** An answer: a text, the option chosen, 'yes' or 'no', a day (YYYY-MM-DD); several options as a list. */
export type AnswerValue = string | readonly string[]

/** An answer as it is stored: with the question as it was asked. */
export interface StoredAnswer {
  readonly label: string
  readonly kind: QuestionKind
  readonly value: string | string[]
}
export type StoredAnswers = Record<string, StoredAnswer>

export const hasOptions = (kind: QuestionKind): boolean => kind === 'oneChoice' || kind === 'manyChoices'

const listOf = (value: AnswerValue): readonly string[] => (typeof value === 'string' ? [value] : value)
const textOf = (value: AnswerValue): string => (typeof value === 'string' ? value : (value[0] ?? '')).trim()

/** The answer without what says nothing: trimmed, options once and in the question's order. */
export const tidyAnswer = (question: AskedQuestion, value: AnswerValue): string | string[] => {
  if (question.kind !== 'manyChoices') return textOf(value)
  const chosen = new Set(listOf(value).filter((option) => option !== ''))
  const known = question.options.filter((option) => chosen.has(option))
  return [...known, ...[...chosen].filter((option) => !question.options.includes(option))]
}

const isEmpty = (value: AnswerValue): boolean => value.length === 0

/** Why an answer is refused; undefined when it is right. */
export const answerError = (question: AskedQuestion, answer: AnswerValue): ErrorText | undefined => {
  const value = tidyAnswer(question, answer)
  if (isEmpty(value)) return question.required ? common.required : undefined
  switch (question.kind) {
    case 'text':
    case 'longText':
      return value.length > questionLimits[question.kind] ? common.tooLong : undefined
    case 'oneChoice':
      return question.options.includes(textOf(value)) ? undefined : common.wrongChoice
    case 'manyChoices':
      return listOf(value).every((option) => question.options.includes(option)) ? undefined : common.wrongChoice
    case 'yesNo':
      return value === 'yes' || value === 'no' ? undefined : common.wrongChoice
    case 'date':
      return isDay(textOf(value)) ? undefined : common.wrongTime
  }
}

/** The field path of an answer, as field errors name it. */
export const answerPath = (id: string): string => `answers.${id}`

/** Answers to keep, and what is wrong with them by field path. What was asked by nobody falls away. */
export const readAnswers = (
  questions: readonly AskedQuestion[],
  typed: Readonly<Record<string, AnswerValue>>,
): { answers: StoredAnswers; errors: Record<string, ErrorText> } => {
  const answers: StoredAnswers = {}
  const errors: Record<string, ErrorText> = {}
  for (const question of questions) {
    const value = tidyAnswer(question, Object.hasOwn(typed, question.id) ? (typed[question.id] ?? '') : '')
    const error = answerError(question, value)
    if (error) errors[answerPath(question.id)] = error
    else if (!isEmpty(value)) answers[question.id] = { label: question.label, kind: question.kind, value }
  }
  return { answers, errors }
}
