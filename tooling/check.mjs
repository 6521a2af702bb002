// npm run check: what must hold before a commit; two at a time, what they say is shown where they fail.
import { checks } from './checks.mjs'
import { ensurePackages } from './packages.mjs'
import { refuseUnsupported } from './platform.mjs'
import { endTogether, root, run } from './run.mjs'

refuseUnsupported()
const ending = endTogether()
try {
  await ensurePackages(root)
} catch (error) {
  if (!ending.isStopping()) console.error(error.message)
  process.exit(process.exitCode ?? 1)
}

const failures = []
const waiting = [...checks]
const worker = async () => {
  for (let check = waiting.shift(); check && !ending.isStopping(); check = waiting.shift()) {
    const [command, ...args] = check.command ?? ['vitest', 'run', ...check.vitest]
    const { code, output, ms } = await run(command, args)
    console.log(`${code === 0 ? '✓' : '✗'} ${check.title.padEnd(14)} ${(ms / 1000).toFixed(1).padStart(6)} s`)
    if (code !== 0) failures.push({ title: check.title, output })
  }
}
await Promise.all([worker(), worker()])
if (ending.isStopping()) process.exit()
for (const { title, output } of failures) console.log(`\n── ${title}\n${output.trim()}`)
process.exit(failures.length === 0 ? 0 : 1)
