import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPlainTranslator } from '../../../../lib/i18n/translator.ts'
import en from './text/en.json' with { type: 'json' }
import zh from './text/zh-TW.json' with { type: 'json' }

const sourceFiles = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.tsx?$/.test(name))

test('ORDER-135 Every text that the checkout asks for by name is there, in both languages', () => {
  const asked = sourceFiles.flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/\bt\(\s*'([\w.]+)'(?! in )/g)].flatMap(
      (match) => match[1] ?? [],
    ),
  )
  expect(asked.length).toBeGreaterThan(60)
  for (const [language, texts] of [['zh-TW', zh] as const, ['en', en] as const]) {
    const missing: string[] = []
    const translator = createPlainTranslator(language, { checkout: texts }, (name) => missing.push(name))
    for (const key of asked) translator.text('checkout', key, { count: 2 })
    expect(missing).toEqual([])
  }
})
