// node tooling/complete-lock.ts, after an `npm install`: npm leaves out of package-lock.json the optional packages that
// its registry does not have (mirrors seldom have those for other platforms), and `npm ci` then refuses the whole lock.
// This writes them in by version and platform; they carry no integrity until an `npm install` that finds them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { absentPackages, completed } from './lock-entries.ts'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
const entries = z.record(z.string(), z.unknown()).parse(lock.packages)
const names = absentPackages(entries).map(({ name }) => name)
if (names.length > 0) writeFileSync(file, `${JSON.stringify({ ...lock, packages: completed(entries) }, null, 2)}\n`)
console.log(names.length === 0 ? 'The lock is whole.' : `Written into the lock: ${names.join(', ')}`)
