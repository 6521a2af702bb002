// node tooling/rules.ts: writes docs/rules.md from the titles of the tests, after it gave a number to each test that has
// none of its own area. What else names a number that changed (comments, docs) follows.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renumbered, rulesPage, rulesText } from './architecture/rule-numbers.ts'
import { readTree } from './architecture/tree.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { files, moved } = renumbered(readTree(root))
for (const [path, text] of files) writeFileSync(join(root, path), text)

const numbers = /\b[A-Z]+(?:-[A-Z]+)*-\d+\b/g
for (const path of readTree(root).keys()) {
  if (path === rulesPage || path.startsWith('tooling/') || !/\.(tsx?|mjs|md|css)$/.test(path)) continue
  const text = readFileSync(join(root, path), 'utf8')
  // In a test's own file the titles are done; what its comments name may have moved.
  const inComments = files.has(path) ? /^\s*(?:\/\/|\*).*$/gm : /^.*$/gm
  const renamed = text.replace(inComments, (line) => line.replace(numbers, (number) => moved.get(number) ?? number))
  if (renamed !== text) writeFileSync(join(root, path), renamed)
}
writeFileSync(join(root, rulesPage), rulesText(readTree(root)))
console.log(`${rulesPage} is written; ${files.size} files got numbers`)
