import { type ReplayChunk, replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import type { Clock } from '../../../../lib/clock/clock.ts'
import { createStore, type Store } from '../../../../lib/store/store.ts'
import { neededFor, chunkAt, type ReplayChunks } from './replay-view.ts'

export interface ChunkStore extends Pick<Store<ReplayChunks>, 'get' | 'subscribe'> {
  /** Fetches the piece that begins there; answers once it is there, and throws when it isn't for a while. */
  readonly fetch: (fromMs: number) => Promise<void>
  /** The playhead is there: fetches what it needs, and a while before its end what comes next. */
  readonly need: (ms: number) => void
  readonly stop: () => void
}

/** The next piece is asked for so long before it is needed, ms of the recording: enough at twice the speed. */
const aheadMs = 120_000
const againAfterMs = 3_000
/** Who reads back is told when a piece has not come by then; it goes on being asked for. */
const patienceMs = 8_000

/** The chunks of a replay, each asked for once; the store waits for a network that is away. */
export const createChunkStore = (fetchChunk: (fromMs: number) => Promise<ReplayChunk>, clock: Clock): ChunkStore => {
  const store = createStore<ReplayChunks>(new Map())
  const asked = new Set<number>()
  let stopped = false

  const ask = (fromMs: number): void => {
    if (asked.has(fromMs) || stopped) return
    asked.add(fromMs)
    fetchChunk(fromMs).then(
      (chunk) => {
        if (!stopped) store.set(new Map([...store.get(), [chunk.fromMs, chunk]]))
      },
      () => {
        clock.after(againAfterMs, () => {
          asked.delete(fromMs)
          ask(fromMs)
        })
      },
    )
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    fetch: (fromMs) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!store.get().has(fromMs)) return
          cancel()
          forget()
          resolve()
        }
        const forget = store.subscribe(look)
        const cancel = clock.after(patienceMs, () => {
          forget()
          reject(new Error('the piece has not come'))
        })
        ask(fromMs)
        look()
      }),
    need: (ms) => {
      const chunk = chunkAt(store.get(), ms)
      if (chunk?.untilMs === null) {
        if (chunk.fromMs > 0) ask(chunk.fromMs - replayChunkMs)
        return
      }
      for (const fromMs of neededFor(ms)) ask(fromMs)
      if (chunk && chunk.untilMs !== null && ms > chunk.untilMs - aheadMs) ask(chunk.untilMs)
    },
    stop: () => {
      stopped = true
    },
  }
}
