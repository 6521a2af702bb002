import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { whileAlone } from './hold.mjs'
import { projectNode, run, secondsSince } from './run.mjs'

const whatAllReads = ['packages/contract/src', 'package-lock.json', 'package.json', 'tsconfig.json']

/** The built server, as Node runs it. */
export const serverProgram = 'packages/server/dist/program/main.js'

/**
 * What is built before a start: `sources` are the files it is made of, without tests and what is built itself; `made` is
 * its folder, `result` a file that stands once it is done.
 */
export const builds = {
  web: {
    title: 'web app',
    sources: ['packages/web', ...whatAllReads],
    script: 'packages/web/build.ts',
    made: 'packages/web/dist',
    result: 'packages/web/dist/ssr/render.js',
  },
  server: {
    title: 'server',
    sources: ['packages/server/src', 'packages/server/seed', 'packages/server/build.ts', ...whatAllReads],
    script: 'packages/server/build.ts',
    made: 'packages/server/dist',
    result: serverProgram,
  },
}
const passedOver = new Set(['node_modules', 'dist'])

/** Sees to it that what a start runs is made of the sources as they are. */
export async function ensureBuilds(root) {
  await ensureBuild(root, builds.web)
  await ensureBuild(root, builds.server)
}

/**
 * Builds it unless the build that stands was made of the same sources. Sizes and times are asked first, as that costs a
 * few ms; contents decide when those differ (after a checkout or a copy).
 */
export async function ensureBuild(root, build) {
  if (isCurrent(root, build)) return
  const waiting = `The ${build.title} is being built by another start; waiting for it …`
  await whileAlone(root, `build-${basename(dirname(build.made))}`, waiting, async (alsoFor) => {
    const known = readKnown(root, build)
    const files = listSources(root, build)
    const made = { list: listHash(root, files), content: contentHash(root, files) }
    if (known.content !== made.content) await make(root, build, alsoFor)
    writeFileSync(hashFile(root, build), JSON.stringify(made))
  })
}

const hashFile = (root, { made }) => join(root, made, '.hash')

/** By sizes and times alone, or, for a user who may not write the new ones down, by contents. */
function isCurrent(root, build) {
  const known = readKnown(root, build)
  if (known.list === undefined) return false
  const files = listSources(root, build)
  return (
    known.list === listHash(root, files) ||
    (!canWrite(hashFile(root, build)) && known.content === contentHash(root, files))
  )
}

async function make(root, build, alsoFor) {
  const start = Date.now()
  console.log(`Building the ${build.title} …`)
  // A build cut short must not pass for the one that stood before.
  rmSync(hashFile(root, build), { force: true })
  const { code, output } = await run(projectNode, [build.script], { onStart: alsoFor })
  if (code !== 0) throw new Error(`The ${build.title} could not be built:\n${output}`)
  console.log(`  built in ${secondsSince(start)}.`)
}

/** Paths from the project's folder, sorted. */
export function listSources(root, { sources }) {
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

function readKnown(root, build) {
  try {
    return JSON.parse(readFileSync(hashFile(root, build), 'utf8'))
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
