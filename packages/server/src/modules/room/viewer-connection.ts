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

/** The WebSocket side: it reads, and says goodbye. */
export interface Peer {
  close(code: number, reason: string): void
  terminate(): void
}

/** One connection that has joined. */
export interface Connection {
  readonly line: Line
  readonly peer: Peer
  readonly language: Language
  /** Where it comes from, as limits count it; empty: this machine's own. */
  readonly network: string
  /** The last sign of life, epoch ms. */
  heardAtMs: number
  pinged: boolean
  /** Bytes of the frames that were left out since it fell behind; undefined while it keeps up. */
  missedBytes: number | undefined
}

/** A viewer's connection, of which there may be several. */
export interface Seat extends Connection {
  readonly identity: Identity
}

export const closePeer = (peer: Peer, reason: CloseReason): void => peer.close(closeCodes[reason], reason)

/** After so long without a sign of life it is asked for one; browsers answer pings by themselves, asleep tabs too. */
const askAfterMs = 20_000

/**
 * Sends a frame to who keeps up. Who is more than `backlogBytes` behind gets no more until all is taken; who then
 * misses as much again is too slow.
 */
export const sendFrame = (seat: Connection, frame: Uint8Array): 'sent' | 'behind' | 'tooSlow' => {
  if (seat.missedBytes === undefined) {
    if (seat.line.writableLength <= roomLimits.backlogBytes) {
      seat.line.write(frame)
      return 'sent'
    }
    seat.missedBytes = 0
  }
  seat.missedBytes += frame.byteLength
  return seat.line.writableLength + seat.missedBytes > 2 * roomLimits.backlogBytes ? 'tooSlow' : 'behind'
}

/** Whether a seat that fell behind has taken everything. */
export const hasCaughtUp = (seat: Connection): boolean =>
  seat.missedBytes !== undefined && seat.line.writableLength === 0

/** Asks the silent for a sign of life; true when there was none for too long. */
export const isGone = (seat: Connection, nowMs: number): boolean => {
  const silentMs = nowMs - seat.heardAtMs
  if (silentMs > roomLimits.silenceMs) return true
  if (silentMs > askAfterMs && !seat.pinged) {
    seat.pinged = true
    seat.line.write(pingFrame)
  }
  return false
}

export const heard = (seat: Connection, nowMs: number): void => {
  seat.heardAtMs = nowMs
  seat.pinged = false
}
