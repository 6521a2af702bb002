import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { lineOf, recordFigures } from './figures-page.ts'
import type { BenchRow } from './process.ts'

const execute = promisify(execFile)
const smoke = process.argv.includes('--smoke')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const all = [
  'first-load',
  'lighthouse',
  'inp',
  'busy-room',
  'playlist',
  'upload',
  'checkout',
  'lists',
  'imports',
  'letters',
  'figures-month',
  'figures-export',
  'figures-lag',
  'step',
  'fan-out',
  'hostile-joins',
]
// That viewers are in step is a journey of its own (in-step.e2e), as is that a dashboard follows (live-figures.e2e), and a look by Lighthouse, at interactions or at a busy
// room takes a minute and more: npm test does without.
const long = new Set(['step', 'lighthouse', 'inp', 'busy-room', 'figures-lag'])
const benches = smoke && wanted.length === 0 ? all.filter((name) => !long.has(name)) : all
const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
/** Flags make a part of a bench: no figure for the page. */
const isWhole = !smoke && !process.argv.slice(2).some((word) => word.startsWith('--'))

/** Each in a process of its own: what one leaves behind, heap or pinned core, is no part of the next. */
const runOne = async (name: string): Promise<BenchRow[]> => {
  const running = execute(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { run } from ${JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href)}; const rows = await run({ smoke: ${smoke} }); process.stdout.write('\\n@rows ' + JSON.stringify(rows)); process.exit(0)`,
      '--',
      ...process.argv.slice(2).filter((word) => word.startsWith('--')),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  running.child.stderr?.pipe(process.stderr)
  const { stdout } = await running
  return JSON.parse(stdout.slice(stdout.lastIndexOf('@rows ') + '@rows '.length))
}

const chosen = benches.filter((each) => wanted.length === 0 || wanted.includes(each))
const found = new Map<string, BenchRow[]>()
const lane = async (queue: string[]): Promise<void> => {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    process.stdout.write(`${name} …\n`)
    const rows = await runOne(name)
    for (const row of rows) process.stdout.write(`${lineOf(row)}\n`)
    found.set(name, rows)
    if (isWhole) await recordFigures(page, name, rows)
  }
}
const queue = [...chosen]
// Figures need the machine for themselves; a smoke only shows that all runs, so two at a time.
await Promise.all(Array.from({ length: smoke ? 2 : 1 }, () => lane(queue)))
const rows = chosen.flatMap((name) => found.get(name) ?? [])

const missed = rows.filter(({ ok }) => !ok).length
const known = rows.filter(({ goal, ok }) => ok && goal === undefined).length
process.stdout.write(`${known} figures without a goal\n${rows.length - missed} passed, ${missed} failed\n`)
process.exit(smoke && missed > 0 ? 1 : 0)
