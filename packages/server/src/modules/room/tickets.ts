import { roomLimits, Speaker } from '@kaimai/contract/room/room.protocol.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { unguessable } from '../../platform/ids.ts'
import type { Secret } from '../../platform/secret.ts'

/** Who sits in a room: all that its socket needs to know, so that a lost line costs no query. */
export interface Identity {
  readonly firmId: string
  readonly liveId: string
  readonly liveUserId: string
  readonly publicId: string
  readonly name: string
  readonly imgUrl: string
  readonly as: Speaker
  /** The room's block epoch when this was written: a room with a higher one looks the viewer up again. */
  readonly epoch: number
  /** Of the personal link it came by. */
  readonly keyVersion: number
}

const purposes = { ticket: 'room-ticket', resume: 'room-resume' } as const

/** Behind them a ticket has a word of its own: two of one viewer in one millisecond are two. */
const claims = [
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  Speaker,
  z.number().int(),
  z.number().int(),
  /** Epoch ms; 0: no end of its own. */
  z.number(),
] as const
const Claims = z.tuple(claims, z.string())

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')
const decode = (text: string): string => Buffer.from(text, 'base64url').toString('utf8')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tickets (60 seconds, to come in) and resume tokens (as long as the room is open, to come back in), signed. */
export const createTickets = ({ secret, clock }: { secret: Pick<Secret, 'sign' | 'verify'>; clock: Clock }) => {
  const write = (purpose: string, it: Identity, expiresAtMs: number, ...own: string[]): string => {
    const claims: z.input<typeof Claims> = [
      it.firmId,
      it.liveId,
      it.liveUserId,
      it.publicId,
      it.name,
      it.imgUrl,
      it.as,
      it.epoch,
      it.keyVersion,
      expiresAtMs,
      ...own,
    ]
    const body = encode(JSON.stringify(claims))
    return `${body}.${secret.sign(purpose, body)}`
  }

  const read = (purpose: string, text: string): Identity | undefined => {
    const [body = '', signature = ''] = text.split('.')
    if (!secret.verify(purpose, body, signature)) return undefined
    const claims = Claims.safeParse(parseJson(decode(body)))
    if (!claims.success) return undefined
    const [firmId, liveId, liveUserId, publicId, name, imgUrl, as, epoch, keyVersion, expiresAtMs] = claims.data
    if (expiresAtMs !== 0 && expiresAtMs <= clock.ms()) return undefined
    return { firmId, liveId, liveUserId, publicId, name, imgUrl, as, epoch, keyVersion }
  }

  return {
    ticketFor: (identity: Identity): string =>
      write(purposes.ticket, identity, clock.ms() + roomLimits.ticketSeconds * 1000, unguessable(6)),
    resumeFor: (identity: Identity): string => write(purposes.resume, identity, 0),
    /** Undefined when it was not made here, was changed, or has run out. */
    readTicket: (text: string): Identity | undefined => read(purposes.ticket, text),
    readResume: (text: string): Identity | undefined => read(purposes.resume, text),
  }
}
export type Tickets = ReturnType<typeof createTickets>
