import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles } from './changes.mjs'
import { projectNode, root } from './run.mjs'

/** Processors' worth of other work beside the last of the three runs. */
const busyLoops = 2
/** Runs of each file: two alone, one in a crowd. */
const runs = 3
/** What a whole npm test spends on it, in seconds; asked for by its name it takes as long as it takes. */
const budgetSeconds = 120
/** What a file is taken to cost that this run has not timed. */
const unknownSeconds = 10

/** The suite whose arguments run a test file; undefined where the path is of no test. */
export function suiteOf(path) {
  if (/^e2e\/.*\.e2e\.ts$/.test(path)) return 'journeys'
  if (!/\.test\.(tsx?|mjs)$/.test(path) || path.startsWith('tooling/architecture')) return undefined
  return path.startsWith('packages/server/') ? 'pglite' : 'quick'
}

/**
 * Which of the changed files are run: as many as the budget holds, the cheapest first, as they are the likeliest to be a
 * change's own. `{ chosen, left }`.
 */
export function chooseFiles(paths, seconds, budget) {
  const cost = (path) => runs * (seconds[path] ?? unknownSeconds)
  const sorted = paths.toSorted((a, b) => cost(a) - cost(b) || (a < b ? -1 : 1))
  const chosen = []
  let sum = 0
  for (const path of sorted) {
    sum += cost(path)
    if (sum > budget) break
    chosen.push(path)
  }
  return { chosen, left: sorted.slice(chosen.length) }
}

async function inACrowd(work) {
  const loops = Array.from({ length: busyLoops }, () => spawn(projectNode, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

/**
 * Runs each changed test file twice more alone and once beside two busy loops. `vitest(suite, files, name)` runs files of
 * a suite with one worker and answers `{ failed, failures }`. Throws with what was red.
 */
export async function burnIn({ suites, seconds, isWhole, vitest }) {
  const changed = changedFiles(root).filter((path) => suiteOf(path) !== undefined && existsSync(join(root, path)))
  const { chosen, left } = chooseFiles(changed, seconds, isWhole ? budgetSeconds : Number.POSITIVE_INFINITY)
  if (left.length > 0) console.log(`  ${left.length} of ${changed.length} changed test files are too many for one run`)
  for (const name of ['quick', 'pglite', 'journeys']) {
    const suite = suites.find((each) => each.name === name)
    const files = chosen.filter((path) => suiteOf(path) === name)
    if (files.length === 0) continue
    for (let time = 1; time <= runs; time += 1) {
      const isCrowded = time === runs
      const once = () => vitest(suite, files, `burn-in-${name}-${time}`)
      const { failed, failures } = await (isCrowded ? inACrowd(once) : once())
      if (failed > 0)
        throw new Error(`A changed test is not steady (${isCrowded ? 'beside two busy loops' : 'alone'}):\n${failures}`)
    }
  }
  return chosen.length
}
