import type { Language } from '@kaimai/contract/common/language.ts'
import { closeCodes, type CloseReason, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { Identity } from './tickets.ts'
import { pingFrame } from './ws-frame.ts'

/**
 * The TCP side of a connection, as node:net's Socket. Frames are written to it past the WebSocket library: nothing is
 * compressed, so the library keeps no queue of its own, and a frame encoded once serves every socket.
 */
export interface Line {
  write(bytes: Uint8Array): unknown
  /** Bytes that the other side has not taken yet. */
  readonly writableLength: number
}

/** Frames go past the library, which says goodbye on its own: after that nothing more may be written. */
export const lineOf = (ws: { readonly readyState: number; readonly OPEN: number }, socket: Line): Line => ({
  write: (bytes) => ws.readyState === ws.OPEN && socket.write(bytes),
  get writableLength() {
    return socket.writableLength
  },
})

/** The WebSocket side: it reads, and says goodbye. */
export interface WebSocketPeer {
  close(code: number, reason: string): void
  terminate(): void
}

/** One connection that has joined. */
export interface Connection {
  readonly socket: Line
  readonly webSocket: WebSocketPeer
  readonly language: Language
  /** Where it comes from, as limits count it; empty: this machine's own. */
  readonly network: string
  /** The last sign of life, epoch ms. */
  heardAtMs: number
  /** Since when it is asked for one, epoch ms; undefined: it is not. */
  askedAtMs: number | undefined
  /** Bytes of the frames that were left out since it fell behind; undefined while it keeps up. */
  missedBytes: number | undefined
}

/** A viewer's connection, of which there may be several. */
export interface ViewerConnection extends Connection {
  readonly identity: Identity
}

/** What the first frame of a client says it holds. */
export interface Held {
  readonly seq: number
  readonly since: number
}

export const closeSocket = (webSocket: WebSocketPeer, reason: CloseReason): void =>
  webSocket.close(closeCodes[reason], reason)

/** After so long without a sign of life it is asked for one; browsers answer pings by themselves, asleep tabs too. */
const askAfterMs = 20_000

/**
 * Sends a frame to who keeps up. Who is more than `backlogBytes` behind gets no more until all is taken; who then
 * misses as much again is too slow.
 */
export const sendFrame = (connection: Connection, frame: Uint8Array): 'sent' | 'behind' | 'tooSlow' => {
  if (connection.missedBytes === undefined) {
    if (connection.socket.writableLength <= roomLimits.backlogBytes) {
      connection.socket.write(frame)
      return 'sent'
    }
    connection.missedBytes = 0
  }
  connection.missedBytes += frame.byteLength
  return connection.socket.writableLength + connection.missedBytes > 2 * roomLimits.backlogBytes ? 'tooSlow' : 'behind'
}

/** Whether a seat that fell behind has taken everything. */
export const hasCaughtUp = (connection: Connection): boolean =>
  connection.missedBytes !== undefined && connection.socket.writableLength === 0

/**
 * Asks the silent for a sign of life; true when there was none for too long although it was asked. A server that stood
 * still for a minute, or whose clock was set forward, hears of nobody at first: it asks them all and ends none.
 */
export const isGone = (connection: Connection, nowMs: number): boolean => {
  if (nowMs - connection.heardAtMs <= askAfterMs) return false
  if (connection.askedAtMs === undefined) {
    connection.askedAtMs = nowMs
    connection.socket.write(pingFrame)
  }
  return nowMs - connection.askedAtMs >= roomLimits.silenceMs - askAfterMs
}

export const received = (connection: Connection, nowMs: number): void => {
  connection.heardAtMs = nowMs
  connection.askedAtMs = undefined
}
