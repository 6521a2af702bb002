import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { whileAlone } from './hold.mjs'
import { projectNode, run, secondsSince } from './run.mjs'

/** What the web app is made of; `dist` itself and tests are not. */
const sources = ['packages/web', 'packages/contract/src', 'package-lock.json', 'package.json', 'tsconfig.json']
const passedOver = new Set(['node_modules', 'dist'])

/**
 * Builds the web app unless the build that stands was made of the same sources. Sizes and times are asked first, as
 * that costs a few ms; contents decide when those differ (after a checkout or a copy).
 */
export async function ensureWebBuild(root) {
  if (isCurrent(root)) return
  await whileAlone(root, 'build', 'The web app is being built by another start; waiting for it …', async (alsoFor) => {
    const known = readKnown(root)
    const files = listSources(root)
    const made = { list: listHash(root, files), content: contentHash(root, files) }
    if (known.content !== made.content) await build(root, alsoFor)
    writeFileSync(hashFile(root), JSON.stringify(made))
  })
}

const hashFile = (root) => join(root, 'packages', 'web', 'dist', '.hash')

/** By sizes and times alone, or, for a user who may not write the new ones down, by contents. */
function isCurrent(root) {
  const known = readKnown(root)
  if (known.list === undefined) return false
  const files = listSources(root)
  return (
    known.list === listHash(root, files) || (!canWrite(hashFile(root)) && known.content === contentHash(root, files))
  )
}

async function build(root, alsoFor) {
  const start = Date.now()
  console.log('Building the web app …')
  // A build cut short must not pass for the one that stood before.
  rmSync(hashFile(root), { force: true })
  const { code, output } = await run(projectNode, ['packages/web/build.ts'], { onStart: alsoFor })
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
  console.log(`Web app built in ${secondsSince(start)}.`)
}

/** Paths from the project's folder, sorted. */
export function listSources(root) {
  const found = []
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (passedOver.has(entry.name) || entry.name.includes('.test.')) continue
      const below = join(path, entry.name)
      if (entry.isDirectory()) walk(below)
      else found.push(relative(root, below))
    }
  }
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    if (statSync(path).isDirectory()) walk(path)
    else found.push(source)
  }
  return found.sort()
}

function listHash(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function contentHash(root, files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function readKnown(root) {
  try {
    return JSON.parse(readFileSync(hashFile(root), 'utf8'))
  } catch {
    // None, or one cut short: the sources decide.
    return {}
  }
}

function canWrite(file) {
  try {
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}
