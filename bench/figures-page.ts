// docs/benchmarks.md: a part for each bench, written anew whenever that bench was run whole.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { bareNodeSpeed } from './bare-node.ts'
import type { BenchRow } from './process.ts'

const opening = `# Benchmarks

Written by \`npm run bench\`, or by \`node bench/run.ts\` with names of benches; each part says when and on what machine.
Client and server share the cores, so compare ratios and CPU, not wall clock. Where there is a peer, it ran in turns with ours
in the same run, and the goal is a ratio (unless the row says otherwise); without one, a limit. A row that calls its peer recorded
is from before that was so. A row without a goal has reached nothing. What bare node answers by the second of CPU tells machines
apart: they differ twofold by the day.
`

const shown = (value: number | undefined): string =>
  value === undefined ? '—' : new Intl.NumberFormat('en').format(value)
const ratioOf = ({ ratio }: BenchRow): string => (ratio === undefined ? '—' : `${ratio.toFixed(2)}×`)

/** What nothing was asked of can't have reached it. */
const reached = ({ goal, ok }: BenchRow): string => (!ok ? 'no' : goal === undefined ? '—' : 'yes')

export const lineOf = (row: BenchRow): string =>
  `| ${row.name} | ${shown(row.ours)} ${row.unit} | ${row.peer === undefined ? '—' : `${shown(row.peer)} ${row.unit}`} | ${ratioOf(row)} | ${shown(row.goal)} | ${reached(row)} |`

const machine = (): string =>
  `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`

/** Puts the rows in the place of the bench's last ones, or at the end of the page. */
export const recordFigures = async (page: string, bench: string, rows: readonly BenchRow[]): Promise<void> => {
  const speed = await bareNodeSpeed(2)
  const part = `## ${bench}

${new Date().toISOString().slice(0, 10)}, ${machine()}, bare node ${shown(Math.round(speed))} answers by the second of CPU.

| What | Ours | Peer | Ratio | Goal | Reached |
|---|---|---|---|---|---|
${rows.map(lineOf).join('\n')}
`
  const [, ...parts] = (await readFile(page, 'utf8')).split(/^(?=## )/m)
  const isOwn = (text: string): boolean => text.startsWith(`## ${bench}\n`)
  const all = parts.some(isOwn) ? parts.map((text) => (isOwn(text) ? part : text.trimEnd())) : [...parts, part]
  await writeFile(page, `${[opening, ...all].map((text) => text.trim()).join('\n\n')}\n`)
}
