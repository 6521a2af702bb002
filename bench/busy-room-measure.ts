// What the busy-room bench measures of a page while somebody uses it: interactions, memory, and with flags what its scripts did.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import type { Visitor } from '../e2e/harness/browser.ts'
import type { Act } from './busy-room-acts.ts'
import type { BenchRow } from './process.ts'

/** Issue 11, Shown by. */
const goalMs = 200
/** What is held at the end may be so much more than early on: as a ratio, the peer is the earlier look. */
const growthGoal = Number((1 / 1.15).toFixed(2))
/** Between two acts of one person. */
const pauseMs = 1_500
/** The browser tells of an event when the next picture stands; more than that is waited for. */
const settleMs = 500

interface Interaction {
  readonly act: string
  readonly name: string
  readonly target: string
  readonly ms: number
  /** From the hand to the first listener, in the listeners, and from there to the picture. */
  readonly parts: readonly [waited: number, worked: number, drawn: number]
}

export interface Memory {
  /** Seconds of CPU that the page's main thread has worked so far: a starved page draws fewer frames, and works less. */
  readonly worked: number
  readonly atMs: number
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

declare global {
  interface Window {
    /** Of interactions since they were last taken: the slowest event of each. */
    kaimaiBusyRoom: { act: string; found: Record<number, Interaction> }
  }
}

export const watch = (): void => {
  window.kaimaiBusyRoom = { act: '', found: {} }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const event = entry as PerformanceEventTiming & { interactionId?: number }
      const { interactionId = 0, target, name, duration, startTime, processingStart, processingEnd } = event
      const { act, found } = window.kaimaiBusyRoom
      if (interactionId === 0 || (found[interactionId]?.ms ?? 0) >= duration) continue
      const shown = target instanceof Element ? (target.outerHTML.split('>')[0] ?? '').slice(0, 80) : ''
      const worked = processingEnd - processingStart
      const waited = processingStart - startTime
      const parts = [waited, worked, duration - waited - worked].map(Math.round) as [number, number, number]
      found[interactionId] = { act, name, target: shown, ms: duration, parts }
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Somebody with a page, and what that page did when it was touched. */
interface Person {
  readonly place: 'room' | 'control-room'
  readonly what: string
  readonly page: Page
  readonly session: CDPSession
  readonly slowed: number
  readonly acts: readonly Act[]
  readonly interactions: Interaction[]
  /** Of the acts themselves, not of the page: what could not be done. */
  readonly missed: string[]
}

const perform = async (person: Person, act: Act): Promise<void> => {
  const { page, interactions, missed } = person
  await page.evaluate((name) => {
    window.kaimaiBusyRoom.act = name
  }, act.name)
  await act.run().catch((error: unknown) => missed.push(`${act.name}: ${String(error).slice(0, 300)}`))
  await page.waitForTimeout(settleMs)
  const found = await page.evaluate(() => {
    const taken = Object.values(window.kaimaiBusyRoom.found)
    window.kaimaiBusyRoom.found = {}
    return taken
  })
  interactions.push(...found)
}

/** Does one thing after the other until then, and ends with the page as it was. */
export const actUntil = async (person: Person, endMs: number): Promise<void> => {
  for (let nth = 0; performance.now() < endMs; nth += 1) {
    const act = person.acts[nth % person.acts.length]
    if (act !== undefined) await perform(person, act)
    await sleep(pauseMs)
  }
}

export const memoryOf = async ({ session, slowed }: Person): Promise<Memory> => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // What a finalizer lets go of is collected the second time.
  for (let turn = 0; turn < 2; turn += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await sleep(settleMs)
  }
  const { metrics } = await session.send('Performance.getMetrics')
  const worked = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  return { worked, atMs: performance.now(), heap: usedSize / 1024 ** 2, nodes, listeners: jsEventListeners }
}

/** Where profiles and heaps are written. */
const traceFolder = fileURLToPath(new URL('../.cache/busy-room/', import.meta.url))
const isAsked = (flag: string): boolean => process.argv.includes(flag)

export const writeHeap = async ({ session, place }: Person, when: string): Promise<void> => {
  if (!isAsked('--heap')) return
  await mkdir(traceFolder, { recursive: true })
  const file = createWriteStream(`${traceFolder}${place}-${when}.heapsnapshot`)
  const take = ({ chunk }: { chunk: string }) => void file.write(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  file.end()
  await finished(file)
}

export const startProfile = async ({ session }: Person): Promise<void> => {
  if (!isAsked('--profile')) return
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
}
export const writeProfile = async ({ session, place }: Person): Promise<void> => {
  if (!isAsked('--profile')) return
  const { profile } = await session.send('Profiler.stop')
  await mkdir(traceFolder, { recursive: true })
  await writeFile(`${traceFolder}${place}.cpuprofile`, JSON.stringify(profile))
}

const quantile = (interactions: readonly Interaction[], part: number): Interaction | undefined =>
  interactions.toSorted((a, b) => a.ms - b.ms)[
    Math.min(interactions.length - 1, Math.floor(interactions.length * part))
  ]

export const personOf = async (
  place: Person['place'],
  what: string,
  visitor: Visitor,
  slowed: number,
  actsOf: (page: Page, session: CDPSession) => readonly Act[],
): Promise<Person> => {
  const { page, context } = visitor
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  return { place, what, page, session, slowed, acts: actsOf(page, session), interactions: [], missed: [] }
}

/** All that one person's page is judged by. */
export const rowsOf = (
  { what, interactions }: Person,
  calm: readonly Interaction[],
  early: Memory,
  late: Memory,
  about: string,
  smoke: boolean,
): BenchRow[] => {
  const msOf = (part: number): number => quantile(interactions, part)?.ms ?? Number.NaN
  const known = { unit: 'ms', goal: undefined, ok: interactions.length > 0 }
  const beside = (part: number): Pick<BenchRow, 'ours' | 'peer' | 'ratio'> => {
    const calmMs = quantile(calm, part)?.ms
    return { ours: msOf(part), peer: calmMs, ratio: calmMs && calmMs / msOf(part) }
  }
  const p98 = msOf(0.98)
  const grown = (name: string, unit: string, of: (memory: Memory) => number, digits: number): BenchRow => ({
    name: `${what}, ${name} at the end (peer: early in the same run)`,
    ours: Number(of(late).toFixed(digits)),
    peer: Number(of(early).toFixed(digits)),
    unit,
    ratio: of(early) / of(late),
    goal: growthGoal,
    ok: smoke || of(early) / of(late) >= growthGoal,
  })
  return [
    {
      ...known,
      ...beside(0.75),
      name: `${what}, input to next paint, p75 of ${interactions.length} interactions (peer: ${calm.length} in the calm room before, same run)`,
    },
    {
      ...known,
      peer: undefined,
      ratio: undefined,
      name: `${what}, input to next paint, p98 (${about})`,
      ours: p98,
      goal: goalMs,
      ok: smoke ? Number.isFinite(p98) : p98 < goalMs,
    },
    { ...known, ...beside(1), name: `${what}, input to next paint, slowest` },
    {
      ...known,
      peer: undefined,
      ratio: undefined,
      name: `${what}, CPU of the page's main thread`,
      ours: Math.round((late.worked - early.worked) / ((late.atMs - early.atMs) / 1_000_000)),
      unit: 'ms a second',
    },
    grown('script heap', 'MB', ({ heap }) => heap, 1),
    grown('DOM nodes', 'nodes', ({ nodes }) => nodes, 0),
    grown('event listeners', 'listeners', ({ listeners }) => listeners, 0),
  ]
}

export const describe = ({ what, interactions, missed }: Person): void => {
  const byAct = Map.groupBy(interactions, ({ act }) => act)
  for (const [act, some] of byAct) {
    const worst = quantile(some, 1)
    console.error(
      `${what}, ${act}: ${some.length} interactions, p75 ${quantile(some, 0.75)?.ms} ms, worst ${JSON.stringify(worst)}`,
    )
  }
  for (const each of new Set(missed)) console.error(`${what} could not: ${each}`)
}
