import { createStore } from '../../lib/store/store.ts'
import { openBrowserSocket, type OpenSocket, type RoomSocket } from '../../features/room/room-socket.ts'

export interface SeenFrame {
  readonly id: number
  readonly way: 'in' | 'out'
  readonly text: string
  readonly atMs: number
}

/** Frames that a pane keeps. */
export const framesMax = 60

/** As a dead network has it: the close frame never came. */
const lostSocket = 1006

/** A socket whose frames are seen, and that can be cut and restored. */
export const createBenchSocket = (open: OpenSocket = openBrowserSocket, nowMs: () => number = () => Date.now()) => {
  const frames = createStore<readonly SeenFrame[]>([])
  const isCut = createStore(false)
  const lines = new Map<RoomSocket, () => void>()
  let count = 0
  const see = (way: SeenFrame['way'], text: string): void => {
    count += 1
    frames.set([...frames.get(), { id: count, way, text, atMs: nowMs() }].slice(-framesMax))
  }

  const openSocket: OpenSocket = (url, events) => {
    if (isCut.get()) {
      const timer = setTimeout(() => events.closed(lostSocket), 0)
      return { send: () => undefined, end: () => clearTimeout(timer) }
    }
    const inner = open(url, {
      ...events,
      received: (text) => {
        see('in', text)
        events.received(text)
      },
      closed: (code) => {
        lines.delete(socket)
        events.closed(code)
      },
    })
    const socket: RoomSocket = {
      send: (text) => {
        see('out', text)
        inner.send(text)
      },
      end: () => {
        lines.delete(socket)
        inner.end()
      },
    }
    lines.set(socket, () => {
      socket.end()
      events.closed(lostSocket)
    })
    return socket
  }

  return {
    openSocket,
    frames,
    isCut,
    /** The socket ends as with a lost network, and opens no other until it is restored. */
    cut: (): void => {
      isCut.set(true)
      for (const lose of [...lines.values()]) lose()
    },
    repair: (): void => isCut.set(false),
  }
}
export type BenchSocket = ReturnType<typeof createBenchSocket>
