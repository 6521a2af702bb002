// Five thousand joins a minute through one address, by viewers whom nobody asked: what the others notice of it, and what it
// costs the merchant. The peer of the chat is the same room in the same run without them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Lags } from './hostile-joins-client.ts'
import type { Charged, Ready } from './hostile-joins-server.ts'
import { type BenchRow, pinTo } from './process.ts'

const joinsPerMinute = 5000
/** A room's chat is sent out every 100 ms: the p99 may grow by its noise, no more. */
const p99Goal = 0.8
const hoursGoalPercent = 1

const start = (file: string, core: number, args: readonly (string | number)[] = []): ChildProcess => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args.map(String)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  pinTo(child.pid ?? 0, core)
  return child
}

const heard = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('a process of the bench has ended'))),
  ])
  return message
}

const ask = <T>(child: ChildProcess): Promise<T> => {
  const answer = heard<T>(child)
  child.send('now')
  return answer
}

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const viewers = smoke ? 40 : 300
  const seconds = smoke ? 2 : 60
  const server = start('hostile-joins-server.ts', 0)
  try {
    const { port, streamId } = await heard<Ready>(server)
    const honest = start('hostile-joins-client.ts', 1, ['honest', port, streamId, viewers, seconds])
    await heard<string>(honest)
    await ask<Lags>(honest)
    await sleep(seconds * 1000)
    const without = await ask<Lags>(honest)
    const joins = (joinsPerMinute / 60) * seconds
    const hostile = start('hostile-joins-client.ts', 1, ['hostile', port, streamId, joins, seconds])
    // They come from elsewhere: their own work must not take the core from those who measure.
    setPriority(hostile.pid ?? 0, 19)
    const flood = await heard<{ asked: number; joined: number; seconds: number }>(hostile)
    const during = await ask<Lags>(honest)
    const { charged, hostile: hostileSeconds } = await ask<Charged>(server)
    hostile.kill()
    honest.kill()
    const percent = (100 * hostileSeconds) / charged
    const asked = Math.round((60 * flood.asked) / flood.seconds)
    return [
      {
        name: `chat p99 of ${viewers} viewers while one address asks ${asked} times a minute to join, ${flood.joined} of them let in (peer: without, same run)`,
        ours: during.p99,
        peer: without.p99,
        unit: 'ms',
        ratio: without.p99 / during.p99,
        goal: p99Goal,
        ok: smoke || without.p99 / during.p99 >= p99Goal,
      },
      {
        name: 'of the hours charged meanwhile, those of the hostile viewers',
        ours: Number(percent.toFixed(2)),
        peer: undefined,
        unit: '%',
        ratio: undefined,
        goal: hoursGoalPercent,
        ok: smoke || percent < hoursGoalPercent,
      },
    ]
  } finally {
    server.kill()
  }
}
