import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { builds, listSources } from './builds.mjs'
import { projectEnv, projectNode, root, run } from './run.mjs'

/**
 * Builds what a start runs once in a folder whose path has a space and Chinese letters, as a merchant's machine may have: a
 * copy of its sources, beside a node_modules of links whose own packages are the copies. Throws with the build's words.
 */
export async function buildElsewhere() {
  const folder = join(root, '.cache', '測試 folder')
  rmSync(folder, { recursive: true, force: true })
  for (const build of Object.values(builds))
    for (const file of listSources(root, build)) cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'packages/contract/package.json'), join(folder, 'packages/contract/package.json'))
  mkdirSync(join(folder, 'node_modules', '@kaimai'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@kaimai') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of ['contract', 'server', 'web']) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', '@kaimai', name))
    const own = join(root, 'packages', name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'))
  }
  const outcomes = []
  for (const build of Object.values(builds)) {
    // A test run that finds changed sources builds under its own NODE_ENV: what it makes is for production all the same.
    const { code, output } = await run(projectNode, [build.script], {
      cwd: folder,
      env: projectEnv({ NODE_ENV: 'test' }),
    })
    const result = join(folder, build.result)
    const isBuilt = code === 0 && existsSync(result) && !readFileSync(result, 'utf8').includes('jsxDEV')
    outcomes.push({ title: build.title, isBuilt, output })
  }
  rmSync(folder, { recursive: true, force: true })
  for (const { title, isBuilt, output } of outcomes)
    if (!isBuilt) throw new Error(`The ${title} could not be built in "${folder}":\n${output}`)
}
