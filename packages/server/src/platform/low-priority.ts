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
 * The calling thread, or all threads of this process, get a tenth of a core that somebody else wants too: for what
 * the server does by itself. Not less, or it would never end on a busy machine. Does nothing where the system has no such thing.
 */
export const lowerPriority = (whose: 'thread' | 'process'): void => {
  for (const id of threadsOf(whose)) {
    try {
      setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // A thread that has ended meanwhile, or a system that forbids it: it runs as the others do.
    }
  }
}
