import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { checkSecret, openSecret, secretFrom } from './secret.ts'

const folders: string[] = []
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kaimai-secret-'))
  folders.push(dataDir)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const a = secretFrom('a'.repeat(40))
const b = secretFrom('b'.repeat(40))

test('PLATFORM-19 The secret file is made once, for its owner only', async () => {
  const first = await openSecret({ dataDir, mayMake: true })
  const path = join(dataDir, 'secret')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const text = readFileSync(path, 'utf8')
  expect(text.trim()).toHaveLength(43)
  chmodSync(path, 0o644)
  const second = await openSecret({ dataDir, mayMake: true })
  expect(second.keyFor('x')).toEqual(first.keyFor('x'))
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('PLATFORM-20 A secret from the environment goes first, and a missing or empty file is not made up for', async () => {
  await expect(openSecret({ dataDir, mayMake: false })).rejects.toThrow(/secret is missing, but there is a database/)
  writeFileSync(join(dataDir, 'secret'), '\n')
  await expect(openSecret({ dataDir, mayMake: true })).rejects.toThrow(/is empty/)
  const given = await openSecret({ dataDir, configured: 'a'.repeat(40), mayMake: false })
  expect(given.keyFor('x')).toEqual(a.keyFor('x'))
})

test('PLATFORM-21 Each purpose has a key of its own', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, two) => {
      expect(a.keyFor(one)).toHaveLength(32)
      expect(a.keyFor(one).equals(a.keyFor(two))).toBe(one === two)
      expect(a.keyFor(one).equals(b.keyFor(one))).toBe(false)
    }),
  )
})

test('PLATFORM-22 A signature holds for its text, purpose and secret only', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (purpose, text, other) => {
      const signature = a.sign(purpose, text)
      expect(signature).toMatch(/^[\w-]{43}$/)
      expect(a.verify(purpose, text, signature)).toBe(true)
      expect(a.verify(purpose, other, signature)).toBe(other === text)
      expect(a.verify(other, text, signature)).toBe(other === purpose)
      expect(b.verify(purpose, text, signature)).toBe(false)
      expect(a.verify(purpose, text, other)).toBe(false)
    }),
  )
})

test('PLATFORM-23 Of a signature there is one writing only: padded, lengthened or otherwise encoded it is none', () => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  fc.assert(
    fc.property(fc.string(), fc.nat(2), (text, spare) => {
      const signature = a.sign('x', text)
      const last = digits.indexOf(signature.at(-1) ?? '')
      // The last digit has bits that no byte needs.
      const twin = `${signature.slice(0, -1)}${digits[last + 1 + spare] ?? ''}`
      expect(Buffer.from(twin, 'base64url').equals(Buffer.from(signature, 'base64url'))).toBe(true)
      const standard = signature.replaceAll('-', '+').replaceAll('_', '/')
      for (const other of [twin, `${signature}=`, `${signature}!!`, ` ${signature}`, `${signature}A`])
        expect(a.verify('x', text, other)).toBe(false)
      expect(a.verify('x', text, standard)).toBe(standard === signature)
    }),
  )
})

test('PLATFORM-24 What is sealed opens with its key and purpose, and not when a single character was changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.nat(), (text, other, at) => {
      const sealed = a.encrypt('letters', text)
      expect(a.decrypt('letters', sealed)).toBe(text)
      expect(a.encrypt('letters', text)).not.toBe(sealed)
      if (other !== 'letters') expect(() => a.decrypt(other, sealed)).toThrow()
      expect(() => b.decrypt('letters', sealed)).toThrow(/another key/)
      const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
      const position = at % bytes.length
      bytes[position] = (bytes[position] ?? 0) ^ 1
      const changed = [...sealed.split('.').slice(0, 2), bytes.toString('base64url')].join('.')
      expect(() => a.decrypt('letters', changed)).toThrow()
    }),
  )
  expect(() => a.decrypt('x', 'plain text')).toThrow(/not a sealed text/)
})

test('PLATFORM-25 With a new secret before the old one, old things still open', () => {
  const both = secretFrom(`${'b'.repeat(40)}, ${'a'.repeat(40)}`)
  expect(both.decrypt('x', a.encrypt('x', 'old'))).toBe('old')
  expect(both.verify('x', 'old', a.sign('x', 'old'))).toBe(true)
  expect(b.decrypt('x', both.encrypt('x', 'new'))).toBe('new')
  expect(both.keyFor('x')).toEqual(b.keyFor('x'))
})

test('PLATFORM-26 A database made with another secret is refused with an error text', async () => {
  const db = await testDatabase()
  await checkSecret(db, a)
  await checkSecret(db, a)
  await expect(checkSecret(db, b)).rejects.toThrow(/made with another secret/)
  await checkSecret(db, secretFrom(`${'b'.repeat(40)},${'a'.repeat(40)}`))
  await db.close()
})
