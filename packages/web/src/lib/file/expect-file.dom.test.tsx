import { fileErrors } from '@kaimai/contract/common/file.errors.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { expect, test } from 'vitest'
import { CallError } from '../http/call-error.ts'
import { expectPicture, expectSheet } from './expect-file.ts'

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0)
const answerOf = (work: Promise<void>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof CallError ? [error.errorName, error.message] : error),
  )

test('FILE-82 A picture is known by what it holds, and refused unsent in the words of the server, in the language of the page', async () => {
  document.documentElement.lang = 'en'
  expect(await answerOf(expectPicture(new File([png], 'notes.txt', { type: 'text/plain' })))).toBe('taken')
  const renamed = new File(['a text'], 'a.png', { type: 'image/png' })
  expect(await answerOf(expectPicture(renamed))).toEqual(['invalid', fileErrors.notAnImage.en])
  document.documentElement.lang = 'zh-TW'
  expect(await answerOf(expectPicture(renamed))).toEqual(['invalid', fileErrors.notAnImage['zh-TW']])
})

test('FILE-83 A sheet likewise; a file that cannot be read is said to be one', async () => {
  document.documentElement.lang = 'en'
  expect(await answerOf(expectSheet(new File(['商品,售價\n'], 'rows.csv')))).toBe('taken')
  expect(await answerOf(expectSheet(new File(['%PDF-1.7'], 'rows.csv')))).toEqual([
    'invalid',
    sheetErrors.sheetUnreadable.en,
  ])
  const gone = new File(['a,b'], 'rows.csv')
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError')
  }
  expect(await answerOf(expectSheet(gone))).toEqual(['invalid', fileErrors.fileUnreadable.en])
})
