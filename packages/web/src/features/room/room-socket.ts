/** One connection of the room, as the client needs it. */
export interface RoomLine {
  readonly send: (text: string) => void
  /** Ends it; `closed` is not called for that. */
  readonly end: () => void
}

export interface LineEvents {
  readonly opened: () => void
  readonly heard: (text: string) => void
  /** Ended by the other side, or never opened; the code of the close frame, 1006 without one. */
  readonly closed: (code: number) => void
}

export type OpenLine = (url: string, events: LineEvents) => RoomLine

/** Over the browser's WebSocket. */
export const openBrowserLine: OpenLine = (url, events) => {
  const socket = new WebSocket(url)
  let ended = false
  socket.addEventListener('open', () => {
    if (!ended) events.opened()
  })
  socket.addEventListener('message', (message) => {
    if (!ended && typeof message.data === 'string') events.heard(message.data)
  })
  socket.addEventListener('close', (close) => {
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
