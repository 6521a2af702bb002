// Writes down how long each test file took in the last whole run (.cache/test), for longest-first.ts: those over a second.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const seconds = JSON.parse(readFileSync(join(root, '.cache', 'test', 'durations.json'), 'utf8'))
const long = Object.entries(seconds)
  .filter(([, took]) => took >= 1)
  .map(([path, took]) => [path, Math.round(took)])
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(join(root, 'tooling', 'durations.json'), `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
console.log(`tooling/durations.json: ${long.length} files of a second and more`)
