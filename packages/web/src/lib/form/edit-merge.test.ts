import { beforeEach, expect, test } from 'vitest'
import { errorOfAnswer } from '../http/call-error.ts'
import { readDraft, writeDraft } from './draft.ts'
import { type EditedRecord, questionOfDraft, theirsOf } from './edit-merge.ts'

interface Values {
  readonly name: string
  readonly price: string
  readonly rows: readonly { readonly id: string; readonly stock: string }[]
}
const base: Values = { name: '碗', price: '680', rows: [{ id: 'v1', stock: '10' }] }
const recordOf = (now: Values, version: number): EditedRecord<Values> => ({
  version,
  reload: async () => ({ values: now, version }),
  rows: { rowKeys: { rows: 'id' } },
})

let items: Map<string, string>
const storage = {
  length: 0,
  key: () => null,
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
}
beforeEach(() => {
  items = new Map()
})

test('FORM-1 A draft knows the version and the values that it was made from', () => {
  writeDraft(storage, 'product.1', { ...base, name: '大碗' }, 77, { version: 3, base })
  expect(readDraft(storage, 'product.1', base)).toEqual({
    values: { ...base, name: '大碗' },
    savedAtMs: 77,
    version: 3,
    base,
  })
})

test('FORM-2 A draft of an older version takes what was saved since and asks only for what both changed', () => {
  const now = { ...base, price: '620' }
  const draft = { values: { ...base, name: '大碗' }, base, savedAtMs: 77 }
  const question = questionOfDraft(draft, { values: now, version: 4 }, recordOf(now, 4))
  expect(question?.merge).toMatchObject({
    merged: { name: '大碗', price: '620' },
    conflicts: [],
    taken: ['price'],
  })
  const both = questionOfDraft(
    { ...draft, values: { ...base, price: '600' } },
    { values: now, version: 4 },
    recordOf(now, 4),
  )
  expect(both?.merge.conflicts).toEqual([{ path: ['price'], base: '680', mine: '600', theirs: '620' }])
})

test('FORM-3 A draft that holds nothing of its own any more is no question', () => {
  const now = { ...base, price: '620' }
  const draft = { values: { ...base, price: '620' }, base, savedAtMs: 77 }
  expect(questionOfDraft(draft, { values: now, version: 4 }, recordOf(now, 4))).toBeUndefined()
})

test('FORM-4 A draft from before drafts knew their origin asks for every field that differs', () => {
  const draft = { values: { ...base, name: '大碗', price: '600' }, base: undefined, savedAtMs: 77 }
  const question = questionOfDraft(draft, { values: base, version: 4 }, recordOf(base, 4))
  expect(question?.merge.conflicts.map(({ path }) => path)).toEqual([['name'], ['price']])
})

test('FORM-5 A field that nobody saved stays as the form began with it, so that a sale is no change of anybody', async () => {
  const now = { ...base, price: '620', rows: [{ id: 'v1', stock: '8' }] }
  const conflict = { version: 4, changedBy: '林', changedAt: null, fields: [{ field: 'price', now: 62000 }] }
  expect((await theirsOf(recordOf(now, 4), conflict, base)).values).toEqual({ ...base, price: '620' })
  // Somebody saved once more before it was read: nobody knows what that was.
  expect((await theirsOf(recordOf(now, 5), conflict, base)).values).toEqual(now)
})

test('FORM-6 The error of a refused save carries what changed since; a broken one carries nothing', () => {
  const conflict = { version: 4, changedBy: '林', changedAt: null, fields: [{ field: 'price', now: 1 }] }
  const body = (reported: unknown) => ({ error: { code: 6, name: 'conflict', message: 'x', conflict: reported } })
  expect(errorOfAnswer(409, body(conflict), 'zh-TW')).toMatchObject({ errorName: 'conflict', conflict })
  expect(errorOfAnswer(409, body({ fields: 'x' }), 'zh-TW').conflict).toBeUndefined()
})
