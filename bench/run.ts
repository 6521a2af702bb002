import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BenchRow } from './process.ts'

const smoke = process.argv.includes('--smoke')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const all = ['first-load', 'lighthouse', 'inp', 'playlist', 'upload', 'checkout', 'lists', 'step', 'fan-out']
// That viewers are in step is a journey of its own (in-step.e2e), and a look by Lighthouse or at interactions takes a
// minute: npm test does without.
const long = new Set(['step', 'lighthouse', 'inp'])
const benches = smoke && wanted.length === 0 ? all.filter((name) => !long.has(name)) : all
const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

const shown = (value: number | undefined): string =>
  value === undefined ? '—' : new Intl.NumberFormat('en').format(value)
const ratioOf = ({ ratio }: BenchRow): string => (ratio === undefined ? '—' : `${ratio.toFixed(2)}×`)

const lineOf = (row: BenchRow): string =>
  `| ${row.name} | ${shown(row.ours)} ${row.unit} | ${row.peer === undefined ? '—' : `${shown(row.peer)} ${row.unit}`} | ${ratioOf(row)} | ${shown(row.goal)} | ${row.ok ? 'yes' : 'no'} |`

const rows: BenchRow[] = []
for (const name of benches.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  process.stdout.write(`${name} …\n`)
  // Each in a process of its own: what one leaves behind, heap or pinned core, is no part of the next.
  const out = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { run } from ${JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href)}; const rows = await run({ smoke: ${smoke} }); process.stdout.write('\\n@rows ' + JSON.stringify(rows)); process.exit(0)`,
      '--',
      ...process.argv.slice(2).filter((word) => word.startsWith('--')),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  ).toString('utf8')
  const found: BenchRow[] = JSON.parse(out.slice(out.lastIndexOf('@rows ') + '@rows '.length))
  for (const row of found) process.stdout.write(`${lineOf(row)}\n`)
  rows.push(...found)
}

if (!smoke && wanted.length === 0) {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`
  writeFileSync(
    page,
    `# Benchmarks\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Client and server share the cores, so compare ratios and CPU, not wall clock. Where there is a peer, the goal is a ratio (unless it says otherwise); without one, a limit.\n\n| What | Ours | Peer | Ratio | Goal | Reached |\n|---|---|---|---|---|---|\n${rows.map(lineOf).join('\n')}\n`,
  )
}
const missed = rows.filter(({ ok }) => !ok).length
process.stdout.write(`${rows.length - missed} passed, ${missed} failed\n`)
process.exit(smoke && missed > 0 ? 1 : 0)
