import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMultipart } from './multipart.ts'

const wire = async (form: FormData): Promise<[Uint8Array, string]> => {
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return [new Uint8Array(await request.arrayBuffer()), request.headers.get('content-type') ?? '']
}

const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,10}$/)

test('HTTP-1 What a browser puts into a form comes out of it, texts and files, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        name,
        fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n')),
        { maxKeys: 6 },
      ),
      fc.dictionary(
        name.map((each) => `f${each}`),
        fc.uint8Array({ maxLength: 3000 }),
        { maxKeys: 4 },
      ),
      async (texts, files) => {
        const form = new FormData()
        const fields = Object.fromEntries(Object.entries(texts).filter(([key]) => !(key in files)))
        for (const [key, value] of Object.entries(fields)) form.set(key, value)
        for (const [key, value] of Object.entries(files)) form.set(key, new Blob([new Uint8Array(value)]), `${key}.bin`)
        if ([...form.keys()].length === 0) return
        const read = readMultipart(...(await wire(form)))
        expect({ ...read.fields }).toEqual(fields)
        expect(Object.keys(read.files).toSorted()).toEqual(Object.keys(files).toSorted())
        for (const [key, value] of Object.entries(files))
          expect(Buffer.from(read.files[key] ?? []).equals(Buffer.from(value))).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('HTTP-2 A body that is cut, or no form at all, is refused and never hangs', async () => {
  const form = new FormData()
  form.set('a', '1')
  form.set('file', new Blob([new Uint8Array(500)]), 'x')
  const [body, type] = await wire(form)
  for (let length = 0; length < body.length - 4; length += 7)
    expect(() => readMultipart(body.subarray(0, length), type)).toThrow('invalid')
  expect(() => readMultipart(body, 'multipart/form-data')).toThrow('invalid')
  expect(() => readMultipart(body, 'multipart/form-data; boundary=other')).toThrow('invalid')
})

test('HTTP-25 A part of any name is a part and nothing else', () => {
  const part = (name: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\nabc\r\n`
  const body = Buffer.from(`${part('__proto__', '; filename="a"')}${part('__proto__')}${part('constructor')}--x--`)
  const { fields, files } = readMultipart(body, 'multipart/form-data; boundary=x')
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor'])
  expect(Object.keys(files)).toEqual(['__proto__'])
  expect(files['length']).toBeUndefined()
  expect(fields['toString']).toBeUndefined()
})
