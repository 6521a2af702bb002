import { expect, test } from 'vitest'
import { wordsLeft } from './use-message.ts'

test('ORDER-160 What is written while a message is on its way stays, what was sent goes', () => {
  expect(wordsLeft('請包裝', '請包裝')).toBe('')
  expect(wordsLeft('請包裝 ', ' 請包裝')).toBe('')
  expect(wordsLeft('請包裝\n還有，要紅色的', '請包裝')).toBe('還有，要紅色的')
  expect(wordsLeft('不用了', '請包裝')).toBe('不用了')
  expect(wordsLeft('', '請包裝')).toBe('')
})
