// node tooling/new-feature.ts <slug>: what a feature begins with, on all floors of the house: it
// compiles, its tests pass, and the architecture test finds nothing. The words and the rules are then yours.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTree } from './architecture/tree.ts'
import { newFeature } from './feature/feature.ts'
import { byHand } from './feature/joined.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [slug] = process.argv.slice(2)
try {
  if (slug === undefined) throw new Error('Say its name: node tooling/new-feature.ts gift-card')
  const { names, files, notJoined } = newFeature(readTree(root), slug)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(path)
  }
  // Lines break elsewhere with every name's length.
  const biome = join(root, 'node_modules', '.bin', 'biome')
  spawnSync(biome, ['format', '--write', ...Object.keys(files)], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(['\nBy hand:', ...notJoined, ...byHand(names)].join('\n- '))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
