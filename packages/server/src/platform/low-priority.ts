import { readdirSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { constants, setPriority } from 'node:os'

// Linux keeps a priority per thread: /proc says which they are. Elsewhere a thread can't be named, a process can.
const threadsOf = (whose: 'thread' | 'process'): number[] => {
  try {
    return whose === 'thread'
      ? [Number(basename(readlinkSync('/proc/thread-self')))]
      : readdirSync('/proc/self/task').map(Number)
  } catch {
    return whose === 'thread' ? [] : [process.pid]
  }
}

/**
 * The calling thread, or all threads of this process, run only when nobody else on the machine wants the core: for what
 * the server does by itself. Does nothing where the system has no such thing.
 */
export const lowerPriority = (whose: 'thread' | 'process'): void => {
  for (const id of threadsOf(whose)) {
    try {
      setPriority(id, constants.priority.PRIORITY_LOW)
    } catch {
      // A thread that has ended meanwhile, or a system that forbids it: it runs as the others do.
    }
  }
}
