// node tooling/rules.ts: the behaviours of docs/rules.md that no test proves; ends with 1 if there are any.
import { fileURLToPath } from 'node:url'
import { rulesOf, unprovenRules } from './architecture/rule-numbers.ts'
import { readTree } from './architecture/tree.ts'

const tree = readTree(fileURLToPath(new URL('..', import.meta.url)))
const unproven = unprovenRules(tree)
for (const { number, text } of unproven) console.log(`${number}  ${text}`)
console.log(`${rulesOf(tree).length} rules, ${unproven.length} without a test`)
process.exit(unproven.length === 0 ? 0 : 1)
