import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

const rounds = 3
const steps = 40_000_000

/** How long a fixed loop takes, in ms: the best of three, so that a passing stop of the machine does not count. */
export function loopMs() {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    let value = 1
    for (let step = 0; step < steps; step += 1) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
    // Read, so that the loop is not left out.
    if (value === 0.5) throw new Error('unreachable')
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** Processor ticks since the machine started, as Linux tells them; undefined elsewhere. */
function ticks() {
  if (!existsSync('/proc/stat')) return undefined
  const [line] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user, nice, system, idle, wait, irq, softIrq, steal] = line.trim().split(/\s+/).slice(1).map(Number)
  const all = user + nice + system + idle + wait + irq + softIrq + steal
  return { all, busy: all - idle - wait, steal }
}

/** What the machine is like now; `since` of two such looks says what it did between them. */
export const lookAtMachine = () => ({ loopMs: loopMs(), load: loadavg()[0], ticks: ticks() })

/** In words: how fast it was before and after, how busy, and how much of its time others took. */
export function since(before, after) {
  const speed = `loop ${before.loopMs.toFixed(0)} → ${after.loopMs.toFixed(0)} ms, load ${after.load.toFixed(1)}`
  if (before.ticks === undefined || after.ticks === undefined) return speed
  const all = Math.max(1, after.ticks.all - before.ticks.all)
  const percent = (part) => `${Math.round((100 * part) / all)} %`
  return `${speed}, busy ${percent(after.ticks.busy - before.ticks.busy)}, stolen ${percent(after.ticks.steal - before.ticks.steal)}`
}
