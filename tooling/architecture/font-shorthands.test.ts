import { expect, test } from 'vitest'
import { checkFontShorthands } from './font-shorthands.ts'
import { treeOf } from './tree.ts'

const path = 'packages/web/src/ui/toolbar.module.css'
const offences = (css: string) => checkFontShorthands(treeOf({ [path]: css }))

test('a font with a family passes, and one that is inherited', () => {
  expect(offences('.a { font: var(--section) var(--font); }\n.b { font: inherit; }')).toEqual([])
})

test('one without a family is caught, and what only sounds like it is not', () => {
  expect(offences('.a { font-size: 12px; }\n.b {\n  font: var(--section);\n}')).toEqual([
    `${path}:3 font: var(--section) has no family`,
  ])
})
