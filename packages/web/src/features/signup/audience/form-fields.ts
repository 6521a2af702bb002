import type { AnswerValue } from '@kaimai/contract/signup/question.rules.ts'
import type { Person } from './checks.ts'
import { homeCountry } from './phone-countries.ts'

// The browser keeps what is typed, so that nothing is lost before the page stands.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (found: unknown): found is Control =>
  found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement

const control = (form: HTMLFormElement, name: string): Control | undefined => {
  const found = form.elements.namedItem(name)
  return isControl(found) ? found : undefined
}

const answerPrefix = 'answers.'
const answerControls = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(isControl).filter(({ name }) => name.startsWith(answerPrefix))

const isTick = (field: Control, type: 'radio' | 'checkbox'): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === type

const readAnswers = (form: HTMLFormElement): Record<string, AnswerValue> => {
  const answers: Record<string, AnswerValue> = {}
  for (const field of answerControls(form)) {
    const id = field.name.slice(answerPrefix.length)
    if (isTick(field, 'checkbox')) {
      const before = answers[id] ?? []
      answers[id] = field.checked ? [...before, field.value] : before
    } else if (!isTick(field, 'radio') || field.checked) answers[id] = field.value
  }
  return answers
}

export const readPerson = (form: HTMLFormElement): Person => {
  const value = (name: string) => control(form, name)?.value ?? ''
  const consent = control(form, 'consent')
  return {
    name: value('name'),
    phone: value('phone'),
    phoneCountry: value('phoneCountry') || homeCountry,
    email: value('email'),
    county: value('county'),
    consent: consent instanceof HTMLInputElement && consent.checked,
    answers: readAnswers(form),
  }
}

export const isUntouched = ({ name, phone, email }: Person): boolean => name === '' && phone === '' && email === ''

/** Fills in what was typed before, where nothing stands yet. */
export const fillIn = (form: HTMLFormElement, { answers = {}, ...typed }: Partial<Person>): void => {
  for (const [name, text] of Object.entries(typed)) {
    const field = control(form, name)
    if (field && typeof text === 'string' && text !== '' && (field.value === '' || name === 'phoneCountry')) {
      field.value = text
      if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  const before = readAnswers(form)
  for (const field of answerControls(form)) {
    const id = field.name.slice(answerPrefix.length)
    const stored = answers[id]
    if (stored === undefined || (before[id] ?? '').length > 0) continue
    if (isTick(field, 'checkbox')) field.checked = stored.includes(field.value)
    else if (isTick(field, 'radio')) field.checked = stored === field.value
    else if (typeof stored === 'string') field.value = stored
  }
}

export const writeField = (form: HTMLFormElement, name: string, text: string): void => {
  const field = control(form, name)
  if (field && field.value !== text) field.value = text
}

/** Shows a field in the middle of the screen and puts the cursor into it. */
export const goTo = (form: HTMLFormElement, name: string): void => {
  const field = [...form.elements].filter(isControl).find((each) => each.name === name)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

export const chosenSession = (form: HTMLFormElement): string | undefined =>
  form.querySelector<HTMLInputElement>('input[name=session]:checked')?.value

export const chooseSession = (form: HTMLFormElement, key: string): void => {
  for (const radio of form.querySelectorAll<HTMLInputElement>('input[name=session]'))
    if (radio.value === key && !radio.disabled) radio.checked = true
}
