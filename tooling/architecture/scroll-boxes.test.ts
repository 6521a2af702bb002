import { expect, test } from 'vitest'
import { checkScrollBoxes } from './scroll-boxes.ts'
import { treeOf } from './tree.ts'

const path = 'packages/web/src/ui/toolbar.module.css'
const offences = (css: string) => checkScrollBoxes(treeOf({ [path]: css }))

test('a box that scrolls with a position passes, wherever its position is given', () => {
  expect(offences('.a { overflow: hidden; }\n.b { position: relative; overflow: auto; }')).toEqual([])
  expect(offences('.a { position: sticky; }\n@media (max-width: 600px) { .a { overflow-x: auto; } }')).toEqual([])
})

test('one without is caught, also inside a media query', () => {
  expect(
    offences('.a { overflow: auto hidden; }\n@media (max-width: 600px) {\n  .b { overflow-y: scroll; }\n}'),
  ).toEqual([`${path}:1 .a scrolls without a position`, `${path}:3 .b scrolls without a position`])
  expect(offences('.a { position: static; overflow: auto; }')).toHaveLength(1)
})
