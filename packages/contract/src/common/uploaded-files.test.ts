import { expect, test } from 'vitest'
import { fileErrors } from './file.errors.ts'
import { pictureFileLimits, pictureFileProblem } from './picture-file.rules.ts'
import { sheetFileProblem } from './sheet-file.rules.ts'
import { sheetErrors } from './sheet.errors.ts'
import { sheetLimits } from './sheet.ts'

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((one) => one.charCodeAt(0)))),
  )

test.each([
  ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ['PNG', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
  ['GIF', bytes('GIF89a')],
  ['WebP', bytes('RIFF', 1, 0, 0, 0, 'WEBP')],
  ['AVIF', bytes(0, 0, 0, 0x1c, 'ftypavif')],
])('COMMON-221 %s is a picture by its first bytes, up to 12 MB', (_name, head) => {
  expect(pictureFileProblem(pictureFileLimits.bytes, head)).toBeUndefined()
  expect(pictureFileProblem(pictureFileLimits.bytes + 1, head)).toEqual({
    reason: fileErrors.fileTooBig,
    values: { megabytes: 12 },
  })
})

test.each([
  ['a text', bytes('hello, picture')],
  ['SVG', bytes('<svg xmlns=')],
  ['HEIC', bytes(0, 0, 0, 0x1c, 'ftypheic')],
  ['WAV', bytes('RIFF', 1, 0, 0, 0, 'WAVE')],
  ['nothing', bytes()],
])('COMMON-222 %s is no picture, whatever its name says', (_name, head) => {
  expect(pictureFileProblem(1000, head)).toBe(fileErrors.notAnImage)
})

test('COMMON-223 A sheet is a workbook or a text; what else it is, is said before it is sent', () => {
  for (const head of [
    bytes('PK', 3, 4),
    bytes('商品'),
    bytes(0xff, 0xfe, 'a', 0),
    bytes('a', 0, ',', 0, 0xde),
    bytes(0xef, 0xbb, 0xbf, 'a,b'),
  ])
    expect(sheetFileProblem(1000, head)).toBeUndefined()
  expect(sheetFileProblem(1000, bytes(0xd0, 0xcf, 0x11, 0xe0))).toBe(sheetErrors.sheetOldExcel)
  expect(sheetFileProblem(1000, bytes('%PDF-1.7'))).toBe(sheetErrors.sheetUnreadable)
  expect(sheetFileProblem(1000, bytes(0xff, 0xd8, 0xff, 0xe0, 0))).toBe(sheetErrors.sheetUnreadable)
  expect(sheetFileProblem(0, bytes())).toBe(sheetErrors.sheetEmpty)
  expect(sheetFileProblem(sheetLimits.bytes, bytes('a,b'))).toBeUndefined()
  expect(sheetFileProblem(sheetLimits.bytes + 1, bytes('a,b'))).toEqual({
    reason: sheetErrors.sheetTooBig,
    values: { megabytes: 5 },
  })
})
