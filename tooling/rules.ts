// node tooling/rules.ts: prints what Kaimai promises, from the titles of the tests. With --number it first gives a number
// to each test that has none of its own area; what else names a number that changed (comments, docs) follows.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renumbered, rulesText } from './architecture/rule-numbers.ts'
import { readTree } from './architecture/tree.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const giveNumbers = (): void => {
  const { files, moved } = renumbered(readTree(root))
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  const numbers = /\b[A-Z]+(?:-[A-Z]+)*-\d+\b/g
  for (const path of readTree(root).keys()) {
    if (path.startsWith('tooling/') || !/\.(tsx?|mjs|md|css)$/.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    // In a test's own file the titles are done; what its comments name may have moved.
    const inComments = files.has(path) ? /^\s*(?:\/\/|\*).*$/gm : /^.*$/gm
    const renamed = text.replace(inComments, (line) => line.replace(numbers, (found) => moved.get(found) ?? found))
    if (renamed !== text) writeFileSync(join(root, path), renamed)
  }
  console.error(`${files.size} files got numbers`)
}

if (process.argv.includes('--number')) giveNumbers()
process.stdout.write(rulesText(readTree(root)))
