// node tooling/complete-lock.mjs, after an `npm install`: npm leaves out of package-lock.json the optional packages that
// its registry does not have (mirrors seldom have those for other platforms), and `npm ci` then refuses the whole lock.
// This writes them in by version and platform; they carry no integrity until an `npm install` that finds them.
import { readFileSync, writeFileSync } from 'node:fs'
import { absentPackages, completed } from './lock-entries.mjs'

if (process.argv.length > 2) {
  console.error('It takes no arguments: it writes into package-lock.json what is absent there.')
  process.exit(1)
}
const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const names = absentPackages(lock.packages).map(({ name }) => name)
if (names.length > 0) {
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: completed(lock.packages) }, null, 2)}\n`)
}
console.log(names.length === 0 ? 'The lock is whole.' : `Written into the lock: ${names.join(', ')}`)
