// npm start: brings the packages and the web app up to date, then becomes the server. Runs under any Node from 20 on.
import { spawn } from 'node:child_process'
import { ensurePackages } from './packages.mjs'
import { onParentGone } from './parent.mjs'
import { refuseUnsupported } from './platform.mjs'
import { endTogether, projectEnv, projectNode, root } from './run.mjs'
import { ensureWebBuild } from './web-build.mjs'

refuseUnsupported()
const preparation = endTogether()
try {
  await ensurePackages(root)
  await ensureWebBuild(root)
  preparation.release()
  becomeServer(['packages/server/src/main.ts', ...process.argv.slice(2)])
} catch (error) {
  if (preparation.isStopping()) process.exit()
  console.error(error.message)
  process.exit(1)
}

/** Replaces this process by the server where Node can (one process, one set of signals), else stands in front of it. */
function becomeServer(args) {
  process.chdir(root)
  const env = projectEnv()
  const allArgs = ['--import', new URL('end-with-parent.mjs', import.meta.url).href, ...args]
  if (process.execve) process.execve(projectNode, [projectNode, ...allArgs], env)
  const server = spawn(projectNode, allArgs, { stdio: 'inherit', env })
  onParentGone(() => server.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the server by itself: a second one would cut its closing short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
    })
  }
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    // Ends as the server ended, so that whoever waits sees the same.
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
