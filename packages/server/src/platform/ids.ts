import { randomBytes, randomInt } from 'node:crypto'

let lastMs = 0
let sequence = 0

/**
 * UUIDv7: sorts by time of making, strictly within one process (RFC 9562, method 1: a 12-bit counter in rand_a).
 * For keys inside; what stands in a public URL uses `unguessable`.
 */
export const newId = (): string => {
  const bytes = randomBytes(16)
  const ms = Date.now()
  if (ms > lastMs) {
    lastMs = ms
    sequence = bytes.readUInt16BE(6) & 0x7ff
  } else {
    // Same millisecond, or a clock that stepped back: keep counting, and borrow from the future when 12 bits are full.
    sequence += 1
    if (sequence > 0xfff) {
      lastMs += 1
      sequence = 0
    }
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Random text for URLs and tokens, base64url: 20 bytes = 160 bits = 27 characters. */
export const unguessable = (bytes = 20): string => randomBytes(bytes).toString('base64url')

// Without 0 O 1 I L U V: read aloud, typed from a slip of paper.
const codeLetters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/** A code people type (about 4.9 bits a character): guard it with a limit on tries. */
export const shortCode = (length: number): string =>
  Array.from({ length }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('')
