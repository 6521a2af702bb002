import { RegisterBody } from '@kaimai/contract/auth/auth.schema.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readDraft, writeDraft } from './draft.ts'
import { errorsAt, errorsOf, errorsWithout, problemOf } from './field-error.ts'

const Fields = RegisterBody.omit({ deviceId: true })
const good = { name: '', userName: '林', email: 'a@b.tw', account: 'demo', password: 'kaimai-demo' }

test('FORM-7 A form shows the first error of each field in the words of the contract and the language of the user', () => {
  expect(errorsOf(Fields, good, 'zh-TW')).toEqual({})
  const bad = { ...good, userName: ' ', email: 'a@', account: 'x', password: 'short' }
  expect(errorsOf(Fields, bad, 'zh-TW')).toEqual({
    userName: '請填寫此欄位',
    email: '請填寫正確的電子郵件',
    account: '帳號限 4–40 個英文字母、數字或 . _ - @',
    password: '密碼至少 10 個字',
  })
  expect(errorsOf(Fields, bad, 'en').email).toBe('Please fill in your correct email')
})

test('FORM-8 Checks without words of their own still say something fitting', () => {
  const schema = z.object({
    title: z.string().min(1),
    price: z.number().int().min(0).max(10),
    kind: z.enum(['a', 'b']),
    sessions: z.array(z.object({ capacity: z.number() })).min(1),
  })
  const wrong = { title: '', price: 11, kind: 'c', sessions: [{ capacity: 'x' }] }
  expect(errorsOf(schema, wrong, 'en')).toEqual({
    title: 'Please fill in this field',
    price: 'This number is too large',
    kind: 'Choose one of the options',
    'sessions.0.capacity': 'The format isn’t valid',
  })
  expect(errorsOf(schema, { title: 'a', price: 1, kind: 'a', sessions: [] }, 'en')).toEqual({
    sessions: 'Please fill in this field',
  })
  expect(errorsOf(schema, { price: 1, kind: 'a', sessions: [{ capacity: 1 }] }, 'en')).toEqual({
    title: 'Please fill in this field',
  })
})

test('FORM-9 Errors are found and forgotten by field, not by the start of its name', () => {
  const errors = { session: '1', 'sessions.0.capacity': '2', sessions: '3' }
  expect(errorsAt(errors, 'sessions')).toEqual({ 'sessions.0.capacity': '2', sessions: '3' })
  expect(errorsWithout(errors, 'session')).toEqual({ 'sessions.0.capacity': '2', sessions: '3' })
})

test('FORM-10 A draft comes back with the fields that the form has now', () => {
  const items = new Map<string, string>()
  const storage = {
    length: 0,
    key: () => null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  writeDraft(storage, 'signup.new', { title: '碗', gone: 1 }, 77)
  expect([...items.keys()]).toEqual(['console.draft.signup.new'])
  expect(readDraft(storage, 'signup.new', { title: '', added: true })).toEqual({
    values: { title: '碗', added: true },
    savedAtMs: 77,
  })
  items.set('console.draft.signup.new', '{"values":')
  expect(readDraft(storage, 'signup.new', { title: '' })).toBeUndefined()
  const full = {
    ...storage,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(() => writeDraft(full, 'x', {}, 1)).not.toThrow()
})

test('FORM-11 A form’s bar counts its faulty fields and says in words what none of them shows', () => {
  const faults = (count: number) => `${count} to fix`
  expect(problemOf({ errors: {}, failure: undefined }, faults)).toBeUndefined()
  expect(problemOf({ errors: {}, failure: 'no line' }, faults)).toBe('no line')
  expect(problemOf({ errors: { a: 'x', b: 'y' }, failure: undefined }, faults)).toBe('2 to fix')
  expect(problemOf({ errors: { a: 'x', b: 'y' }, failure: 'y' }, faults)).toBe('2 to fix y')
})
