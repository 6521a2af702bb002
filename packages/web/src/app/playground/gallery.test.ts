import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { notShown } from './not-shown.ts'
import texts from './text/en.json' with { type: 'json' }

const here = import.meta.dirname
const ui = join(here, '../../ui')
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  )

/** Names that the gallery takes from each file of ui/ and uses. */
const shown = new Map<string, Set<string>>()
for (const page of readdirSync(here).filter((name) => name.endsWith('.tsx'))) {
  const text = readFileSync(join(here, page), 'utf8')
  for (const [, names = '', file = ''] of text.matchAll(/import \{([^}]+)\} from '\.\.\/\.\.\/ui\/([^']+)'/g)) {
    for (const name of names.split(',').map((each) => each.trim())) {
      const isUsed = new RegExp(`<${name}[\\s>/]|\\b${name}[.(\\[]`).test(text)
      if (name !== '' && !name.startsWith('type ') && isUsed) shown.set(file, (shown.get(file) ?? new Set()).add(name))
    }
  }
}

describe('the gallery shows every component', () => {
  test.each(files(ui))('APP-25 Ui/%s is shown by one of its components, or says why not', (file) => {
    expect((shown.get(file)?.size ?? 0) > 0 || (notShown[file] ?? '') !== '').toBe(true)
  })

  test('APP-26 What is listed as not shown is there, and is not shown', () => {
    expect(Object.keys(notShown).filter((file) => !files(ui).includes(file) || shown.has(file))).toEqual([])
  })

  test('APP-52 Each specimen has a title and a note', () => {
    const said = new Map<string, Record<string, unknown>>(
      Object.entries(texts).map(([key, value]) => [key, { ...Object(value) }]),
    )
    const specimens = readdirSync(here)
      .filter((name) => name.endsWith('.page.tsx'))
      .flatMap((name) => {
        const text = readFileSync(join(here, name), 'utf8')
        const page = /<Gallery\s+page="(\w+)"/.exec(text)?.[1] ?? ''
        return page === ''
          ? []
          : [...text.matchAll(/\bid: '([\w-]+)',\s+names: /g)].map(([, id = '']) => ({ page, id }))
      })
    expect(specimens.length).toBeGreaterThan(25)
    expect(specimens.filter(({ page, id }) => said.get(page)?.[id] === undefined)).toEqual([])
  })
})
