// npm run dev: the server, restarted when its sources change, and Vite's own server in front of it.
import { ensurePackages } from './packages.mjs'
import { refuseUnsupported } from './platform.mjs'
import { endTogether, projectEnv, projectNode, root, run, stopAll } from './run.mjs'

refuseUnsupported()
const ending = endTogether()
try {
  await ensurePackages(root)
} catch (error) {
  if (!ending.isStopping()) console.error(error.message)
  process.exit(process.exitCode ?? 1)
}

const serverPort = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${webPort}`

const start = async (name, args, env) => {
  const say = (line) => console.log(`${name.padEnd(6)} | ${line}`)
  const { code } = await run(projectNode, args, { env: projectEnv(env), onLine: say })
  say(`ended with code ${code}`)
  // One without the other serves nobody.
  if (!ending.isStopping()) stopAll('SIGTERM')
  return code
}

const codes = await Promise.all([
  start('server', ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts', ...process.argv.slice(2)], {
    PORT: serverPort,
    PUBLIC_URL: publicUrl,
  }),
  start('web', ['tooling/dev-web.ts'], { WEB_PORT: webPort, API_URL: `http://127.0.0.1:${serverPort}` }),
])
process.exit(process.exitCode ?? Math.max(...codes))
