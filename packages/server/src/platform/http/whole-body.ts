import type { IncomingMessage } from 'node:http'
import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'

const cutOff = () => fail('invalid', { reason: common.notJson })

/** What comes of a body, piece by piece; fails with invalid where its sender goes away in the middle. */
const piecesOf = async function* (body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body as AsyncIterable<Buffer>) yield piece
  } catch (error) {
    if (body.complete) throw error
    throw cutOff()
  }
}

/**
 * A body as one piece. Where its length is declared, what comes is copied into its place at once: kept in pieces until
 * the end, an upload's thousands of pieces outlived the collector's young generation, which took half of its CPU.
 * @param max in bytes; a longer body fails with tooLarge
 */
export const readWholeBody = async (body: IncomingMessage, max: number): Promise<Buffer> => {
  const header = body.headers['content-length']
  if (header === undefined) {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of piecesOf(body)) {
      length += piece.length
      if (length > max) throw fail('tooLarge')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
  // The HTTP parser has refused what is no number, and ends the body after so many bytes.
  const declared = Number(header)
  if (declared > max) throw fail('tooLarge')
  const whole = Buffer.allocUnsafeSlow(declared)
  let length = 0
  for await (const piece of piecesOf(body)) length += piece.copy(whole, length)
  if (length < declared) throw cutOff()
  return whole
}
