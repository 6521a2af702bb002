import type { Script } from '../live/show.rules.ts'
import type { RoomState } from './room.state.ts'
import type { PublicRoom } from './room.routes.ts'

/** Where the room stands that the studio shows in a frame; it knows only what the studio sends it. */
export const previewPath = '/studio-preview/room'

/** A thing of the script to be outlined in the room. */
export type PreviewOutline =
  | { readonly kind: 'comment' | 'fakeTicket' | 'callToAction' | 'poll' | 'giveaway'; readonly atMs: number }
  | { readonly kind: 'hearts'; readonly atMs: number; readonly seconds: number }
  | { readonly kind: 'product'; readonly productId: string }
  | { readonly kind: 'audience' }

/** Messages from the studio, or a rehearsal's control room, to the frame. Times are in ms of the programme. */
export type PreviewMessage =
  | {
      readonly t: 'show'
      readonly room: PublicRoom
      readonly script: Script
      /** A VOD playlist; empty: the clock runs without a picture. */
      readonly videoUrl: string
      readonly posterUrl: string
      readonly lengthMs: number
      /** A rehearsal: the room is what `stands` says, by the server's clock, instead of the script at a playhead. */
      readonly follows?: true
    }
  /** How the room of a rehearsal stands at a server time, epoch ms. */
  | { readonly t: 'stands'; readonly room: RoomState; readonly nowMs: number }
  | { readonly t: 'sound'; readonly on: boolean }
  /** `settled`: it stays there; else it only passes by. */
  | { readonly t: 'seek'; readonly ms: number; readonly settled: boolean }
  | { readonly t: 'play' | 'pause' }
  | { readonly t: 'outline'; readonly things: readonly PreviewOutline[] }

/** Messages from the frame to the studio. */
export type PreviewFact =
  | { readonly t: 'ready' }
  | { readonly t: 'at'; readonly ms: number; readonly playing: boolean }
  /** The picture can't be played; the clock runs without it. */
  | { readonly t: 'noPicture' }

const from = 'kaimai-studio'

export const previewMessage = <T extends PreviewMessage | PreviewFact>(sent: T): { from: string; sent: T } => ({
  from,
  sent,
})

/** A message from another window of the same origin; undefined when it is none of ours. */
export const readPreviewMessage = <T extends PreviewMessage | PreviewFact>(data: unknown): T | undefined =>
  typeof data === 'object' && data !== null && 'from' in data && data.from === from && 'sent' in data
    ? // Both ends are of one build and one origin.
      (data.sent as T)
    : undefined
