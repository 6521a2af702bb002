import { createStore } from '../../lib/store/store.ts'
import { openBrowserLine, type OpenLine, type RoomLine } from '../../features/room/room-socket.ts'

export interface SeenFrame {
  readonly id: number
  readonly way: 'in' | 'out'
  readonly text: string
  readonly atMs: number
}

/** Frames that a pane keeps. */
export const framesKept = 60

/** As a dead network has it: the close frame never came. */
const lostLine = 1006

/** A line whose frames are seen, and that can be cut and mended. */
export const createBenchLine = (open: OpenLine = openBrowserLine, nowMs: () => number = () => Date.now()) => {
  const frames = createStore<readonly SeenFrame[]>([])
  const isCut = createStore(false)
  const lines = new Map<RoomLine, () => void>()
  let count = 0
  const see = (way: SeenFrame['way'], text: string): void => {
    count += 1
    frames.set([...frames.get(), { id: count, way, text, atMs: nowMs() }].slice(-framesKept))
  }

  const openLine: OpenLine = (url, events) => {
    if (isCut.get()) {
      const timer = setTimeout(() => events.closed(lostLine), 0)
      return { send: () => undefined, end: () => clearTimeout(timer) }
    }
    const inner = open(url, {
      ...events,
      heard: (text) => {
        see('in', text)
        events.heard(text)
      },
      closed: (code) => {
        lines.delete(line)
        events.closed(code)
      },
    })
    const line: RoomLine = {
      send: (text) => {
        see('out', text)
        inner.send(text)
      },
      end: () => {
        lines.delete(line)
        inner.end()
      },
    }
    lines.set(line, () => {
      line.end()
      events.closed(lostLine)
    })
    return line
  }

  return {
    openLine,
    frames,
    isCut,
    /** Ends the line as a lost network does, and opens no other until it is mended. */
    cut: (): void => {
      isCut.set(true)
      for (const lose of [...lines.values()]) lose()
    },
    mend: (): void => isCut.set(false),
  }
}
export type BenchLine = ReturnType<typeof createBenchLine>
