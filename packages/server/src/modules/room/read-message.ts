import { ClientMessage, type CloseReason, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import type { RawData } from 'ws'
import { z } from 'zod'

/** A first frame in another version of the protocol: of a page that was open while the server was updated. */
const OtherVersion = z.object({
  t: z.enum(['join', 'resume']),
  v: z.number().refine((version) => version !== protocolVersion),
})

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data) ? data.toString('utf8') : Array.isArray(data) ? '' : Buffer.from(data).toString('utf8')

/** The message that a text frame holds, or why its sender is turned away. */
export const readMessage = (data: RawData): ClientMessage | Extract<CloseReason, 'badFrame' | 'outdated'> => {
  let json: unknown
  try {
    json = JSON.parse(textOf(data))
  } catch {
    return 'badFrame'
  }
  const message = ClientMessage.safeParse(json)
  if (message.success) return message.data
  return OtherVersion.safeParse(json).success ? 'outdated' : 'badFrame'
}
