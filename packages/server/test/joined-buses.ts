import { setImmediate as turn } from 'node:timers/promises'
import type { Bus } from '../src/platform/bus/bus.ts'
import { inProcessBus } from '../src/platform/bus/in-process-bus.ts'
import { silentLog } from './database.ts'

/** The end of one process on a bus: closing it leaves the others theirs. */
const endOf = (shared: Bus): Bus => {
  const ends = new Set<() => void>()
  return {
    ...shared,
    subscribe: (topic, handle) => {
      const end = shared.subscribe(topic, handle)
      ends.add(end)
      return end
    },
    close: async () => {
      for (const end of ends) end()
    },
  }
}

/** The buses of two processes that hear each other, as over Redis. `arrived` waits until all that was said is heard. */
export const joinedBuses = (): {
  readonly here: Bus
  readonly there: Bus
  readonly arrived: () => Promise<void>
} => {
  const shared = inProcessBus(silentLog)
  return { here: endOf(shared), there: endOf(shared), arrived: () => turn() }
}
