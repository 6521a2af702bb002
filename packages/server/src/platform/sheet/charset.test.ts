import { type Charset, charsets } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../test/charset-bytes.ts'
import { guessCharset, statedCharset, textIn } from './charset.ts'
import { readLikeliest, readSheet } from './read-sheet.ts'

const persons: readonly (readonly [Charset, string])[] = [
  ['big5', '陳美惠'],
  ['gbk', '林佳颖'],
  ['shift_jis', 'さくら'],
  ['euc-kr', '김민수'],
]
const fileOf = (name: string) => `name,phone,email\n${name},0912345678,mei@example.com\n`

test('SHEET-138 A file that doesn’t say its character set is read in the likeliest, as a guess, and shows its words in every other', async () => {
  for (const [charset, name] of persons.slice(0, 3)) {
    const { rows, source } = await readSheet(bytesIn(charset, fileOf(name)))
    expect(rows[0]?.cells[0], charset).toBe(name)
    expect(source, charset).toMatchObject({ charset, isGuessed: true, sheetName: '' })
    expect(source.candidates).toContainEqual({ charset, sample: name })
  }
})

test('SHEET-139 In the character set that was chosen a file is read as it was written, and is no guess', async () => {
  for (const [charset, name] of persons) {
    const { rows, source } = await readSheet(bytesIn(charset, fileOf(name)), { charset })
    expect(rows[0]?.cells[0]).toBe(name)
    expect(source).toMatchObject({ charset, isGuessed: false })
  }
  await expect(readSheet(Uint8Array.of(97, 10, 0xff, 0xff), { charset: 'utf-8' })).rejects.toMatchObject({
    fields: { file: { reason: sheetErrors.sheetOtherCharset, values: { charset: 'UTF-8' } } },
  })
})

test('SHEET-140 UTF-8 and UTF-16 say it themselves, UTF-16 without its mark too; a text in ASCII has nothing to choose', async () => {
  const text = fileOf('林佳颖')
  const utf16 = Buffer.from(text, 'utf16le')
  for (const [charset, bytes] of [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ] as const) {
    const { rows, source } = await readSheet(new Uint8Array(bytes))
    expect(rows[0]?.cells[0]).toBe('林佳颖')
    expect(source).toMatchObject({ charset, isGuessed: false })
  }
  const unmarked = await readSheet(new Uint8Array(utf16))
  expect(unmarked).toMatchObject({ rows: [{ cells: ['林佳颖', '0912345678', 'mei@example.com'] }] })
  expect(unmarked.source).toMatchObject({ charset: 'utf-16le', isGuessed: true })
  expect((await readSheet(new TextEncoder().encode('a\n1\n'))).source).toEqual({
    charset: 'utf-8',
    isGuessed: false,
    sheetName: '',
    candidates: [],
  })
})

test('SHEET-144 Where the likeliest character set doesn’t have what a file must have, the next that has it is taken, as a guess', async () => {
  // As common in Big5 as in EUC-KR.
  const file = bytesIn('euc-kr', '김민수,x\n1,2\n')
  expect((await readSheet(file)).source).toMatchObject({ charset: 'big5', isGuessed: true })
  const found = await readLikeliest({ file, charset: undefined }, ({ headers }) => headers.includes('김민수'))
  expect(found).toMatchObject({ headers: ['김민수', 'x'], source: { charset: 'euc-kr', isGuessed: true } })
  const none = await readLikeliest({ file, charset: undefined }, () => false)
  expect(none.source.charset).toBe('big5')
})

test('SHEET-141 No bytes make the reading of a character set throw, and what is guessed is a text in it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const stated = statedCharset(bytes)
      const guessed = guessCharset(bytes)
      if (stated === undefined && guessed !== undefined) expect(textIn(bytes, guessed)).toBeDefined()
      for (const charset of charsets) textIn(bytes, charset)
    }),
  )
})
