import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root, run } from './run.mjs'
import { listSources } from './web-build.mjs'

/**
 * Builds the web app once in a folder whose path has a space and Chinese letters, as a merchant's machine may have: a
 * copy of its sources, beside a node_modules of links whose own packages are the copies. Throws with the build's words.
 */
export async function buildElsewhere() {
  const folder = join(root, '.cache', '測試 folder')
  rmSync(folder, { recursive: true, force: true })
  for (const file of listSources(root)) cpSync(join(root, file), join(folder, file), { recursive: true })
  cpSync(join(root, 'packages/contract/package.json'), join(folder, 'packages/contract/package.json'))
  mkdirSync(join(folder, 'node_modules', '@kaimai'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@kaimai') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of ['contract', 'web']) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', '@kaimai', name))
    const own = join(root, 'packages', name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'))
  }
  const { code, output } = await run(projectNode, ['packages/web/build.ts'], { cwd: folder })
  const isBuilt = existsSync(join(folder, 'packages/web/dist/ssr/render.js'))
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0 || !isBuilt) throw new Error(`The web app could not be built in "${folder}":\n${output}`)
}
