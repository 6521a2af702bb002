import type { ErrorText } from '../common/error-text.ts'
import { lengthOf } from '../common/text-length.ts'
import { roomLimits } from './room.limits.ts'
import { roomErrors } from './room.errors.ts'

// Line ends and other control characters; then what has no width, or turns the reading direction of what follows.
const controls = /[\p{Cc}\u2028\u2029]+/gu
const invisible = /[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g
/** Marks piled on one letter until they cover the lines above it. */
const piledMarks = /(\p{M}{4})\p{M}+/gu
const spaces = /\s+/g
/** A message of joiners, variation selectors and letters that are drawn as nothing is empty. */
const visible = /[^\s\p{Cc}\p{Cf}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u

/** A line of text as it is stored and shown: applied to its own result it changes nothing. Joiners of emoji stay. */
export const cleanLine = (text: string): string => {
  // Half a character, as a script may send it, is no text for a database.
  const clean = text
    .toWellFormed()
    .replace(controls, ' ')
    .replace(invisible, '')
    .replace(piledMarks, '$1')
    .replace(spaces, ' ')
    .trim()
  return visible.test(clean) ? clean : ''
}

export type Said = { readonly text: string } | { readonly refused: ErrorText }

/** A viewer's message as it will be said, or why not. */
export const readSaid = (text: string): Said => {
  const clean = cleanLine(text)
  if (clean === '') return { refused: roomErrors.saidNothing }
  if (lengthOf(clean) > roomLimits.messageCharacters) return { refused: roomErrors.saidTooLong }
  return { text: clean }
}

/** A bucket of messages: full it holds a burst, and one drops in every so often. */
export interface Bucket {
  readonly left: number
  readonly atMs: number
}

export const fullBucket = (nowMs: number): Bucket => ({ left: roomLimits.messageBurst, atMs: nowMs })

const leftAt = ({ left, atMs }: Bucket, nowMs: number): number =>
  Math.min(roomLimits.messageBurst, left + (Math.max(0, nowMs - atMs) / 1000) * roomLimits.messagesPerSecond)

/** Whether it has filled up since: it is as one that nothing was ever taken out of. */
export const isFull = (bucket: Bucket, nowMs: number): boolean => leftAt(bucket, nowMs) === roomLimits.messageBurst

/** Takes one message out, or says in how many milliseconds there will be one. A clock that steps back gives nothing. */
export const takeMessage = (
  bucket: Bucket,
  nowMs: number,
): { readonly bucket: Bucket; readonly retryAfterMs: number | undefined } => {
  const left = leftAt(bucket, nowMs)
  const atMs = Math.max(nowMs, bucket.atMs)
  if (left >= 1) return { bucket: { left: left - 1, atMs }, retryAfterMs: undefined }
  return { bucket: { left, atMs }, retryAfterMs: Math.ceil(((1 - left) / roomLimits.messagesPerSecond) * 1000) }
}
