import { closeCodes } from '@kaimai/contract/room/room.protocol.ts'

/** One connection of the room, as the client needs it. */
export interface RoomSocket {
  readonly send: (text: string) => void
  /** Ends it; `closed` is not called for that. */
  readonly end: () => void
}

export interface SocketEvents {
  readonly opened: () => void
  readonly received: (text: string) => void
  /** Ended by the other side, or never opened; the code of the close frame, 1006 without one. */
  readonly closed: (code: number) => void
}

export type OpenSocket = (url: string, events: SocketEvents) => RoomSocket

/** Once a minute at most, so that a page that is still old afterwards does not load itself for ever. */
const reloadEveryMs = 60_000
const reloadedAtKey = 'kaimai.reloadedAt'

const reloadOutdated = (): void => {
  const nowMs = Date.now()
  if (nowMs - Number(sessionStorage.getItem(reloadedAtKey)) < reloadEveryMs) return
  sessionStorage.setItem(reloadedAtKey, String(nowMs))
  location.reload()
}

/** Over the browser's WebSocket. A page that the server calls outdated is loaded anew. */
export const openBrowserSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url)
  let ended = false
  socket.addEventListener('open', () => {
    if (!ended) events.opened()
  })
  socket.addEventListener('message', (message) => {
    if (!ended && typeof message.data === 'string') events.received(message.data)
  })
  socket.addEventListener('close', (close) => {
    if (close.code === closeCodes.outdated) reloadOutdated()
    if (!ended) events.closed(close.code)
    ended = true
  })
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    end: () => {
      ended = true
      socket.close()
    },
  }
}
