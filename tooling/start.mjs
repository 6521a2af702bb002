// npm start: brings the packages, the web app and the server's program up to date, then runs the server and watches over it. Runs under any
// Node from 20 on.
import { join } from 'node:path'
import { ensureBuilds, serverProgram } from './builds.mjs'
import { ensurePackages } from './packages.mjs'
import { refuseUnsupported } from './platform.mjs'
import { endTogether, projectEnv, projectNode, root } from './run.mjs'
import { supervise } from './supervise.mjs'

refuseUnsupported()
const preparation = endTogether()
try {
  await ensurePackages(root)
  await ensureBuilds(root)
  preparation.release()
} catch (error) {
  if (preparation.isStopping()) process.exit()
  console.error(error.message)
  process.exit(1)
}

process.chdir(root)
// What Node has compiled once it reads from there at the next start: a third of the time.
const cache = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compile')
supervise(projectNode, [serverProgram, ...process.argv.slice(2)], {
  env: projectEnv({ NODE_COMPILE_CACHE: cache }),
})
