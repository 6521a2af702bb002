import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutHeads } from './page-head-code.ts'

const stripped = (code: string) => withoutHeads(code, parseSync('a.js', code).program)

test('APP-21 Browsers load no code of a page’s head, and all else of the page', () => {
  const page = `const page = define({ texts: ['a'], head: ({ data }) => { return headOf(data) }, View: () => 1 })`
  expect(stripped(page)).toBe(`const page = define({ texts: ['a'], head: () => ({ title: '' }), View: () => 1 })`)
  const other = 'const a = { head: () => b }; const c = { View: d }'
  expect(stripped(other)).toBe(other)
})
