import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { type ChatUser, Speaker } from '@kaimai/contract/room/room-event.schema.ts'
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
  /** Has not signed up: is out where only those who have may be. */
  readonly anonymous: boolean
  /** The room's block epoch when this was written: a room with a higher one looks the viewer up again. */
  readonly epoch: number
  /** Of the personal link it came by. */
  readonly keyVersion: number
  /** A member who looks at an own room: not counted, and not charged. */
  readonly preview?: boolean | undefined
}

/** The viewer as others in the room see it. */
export const chatUserOf = ({ publicId, name, imgUrl, as }: Identity): ChatUser => ({
  userId: publicId,
  name,
  imgUrl,
  as,
})

/** Who of the staff sits in a control room, for as long as a session stands. */
export interface ControlRoomIdentity {
  readonly firmId: string
  readonly liveId: string
  readonly memberId: string
  readonly sessionId: string
  readonly publicId: string
  readonly name: string
  readonly imgUrl: string
}

const purposes = { ticket: 'room-ticket', resume: 'room-resume', controlRoom: 'room-desk' } as const

const ControlRoomClaims = z.tuple(
  [z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.number()],
  z.string(),
)

/** Behind them a ticket has a word of its own: two of one viewer in one millisecond are two. */
const claims = [
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  Speaker,
  z.boolean(),
  z.number().int(),
  z.number().int(),
  z.boolean(),
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
  const signed = (purpose: string, claims: readonly unknown[]): string => {
    const body = encode(JSON.stringify(claims))
    return `${body}.${secret.sign(purpose, body)}`
  }
  const opened = (purpose: string, text: string): unknown => {
    const [body = '', signature = '', ...more] = text.split('.')
    // Of a ticket there is one writing only, else a used one could be shown again in another.
    if (more.length > 0) return undefined
    return secret.verify(purpose, body, signature) ? parseJson(decode(body)) : undefined
  }

  const write = (purpose: string, it: Identity, expiresAtMs: number, ...own: string[]): string => {
    const claims: z.input<typeof Claims> = [
      it.firmId,
      it.liveId,
      it.liveUserId,
      it.publicId,
      it.name,
      it.imgUrl,
      it.as,
      it.anonymous,
      it.epoch,
      it.keyVersion,
      it.preview === true,
      expiresAtMs,
      ...own,
    ]
    return signed(purpose, claims)
  }

  const read = (purpose: string, text: string): Identity | undefined => {
    const claims = Claims.safeParse(opened(purpose, text))
    if (!claims.success) return undefined
    const [firmId, liveId, liveUserId, publicId, name, imgUrl, as, anonymous, epoch, keyVersion, preview, expiresAtMs] =
      claims.data
    if (expiresAtMs !== 0 && expiresAtMs <= clock.ms()) return undefined
    return {
      firmId,
      liveId,
      liveUserId,
      publicId,
      name,
      imgUrl,
      as,
      anonymous,
      epoch,
      keyVersion,
      ...(preview && { preview }),
    }
  }

  return {
    ticketFor: (identity: Identity): string =>
      write(purposes.ticket, identity, clock.ms() + roomLimits.ticketSeconds * 1000, unguessable(6)),
    resumeFor: (identity: Identity): string => write(purposes.resume, identity, 0),
    /** Undefined when it was not made here, was changed, or has run out. */
    readTicket: (text: string): Identity | undefined => read(purposes.ticket, text),
    readResume: (text: string): Identity | undefined => read(purposes.resume, text),

    /** Of the staff: 60 seconds, and no token to come back with. */
    controlRoomTicketFor: ({
      firmId,
      liveId,
      memberId,
      sessionId,
      publicId,
      name,
      imgUrl,
    }: ControlRoomIdentity): string => {
      const untilMs = clock.ms() + roomLimits.ticketSeconds * 1000
      const claims: z.input<typeof ControlRoomClaims> = [
        ...([firmId, liveId, memberId, sessionId, publicId, name, imgUrl] as const),
        untilMs,
        unguessable(6),
      ]
      return signed(purposes.controlRoom, claims)
    },
    readControlRoomTicket: (text: string): ControlRoomIdentity | undefined => {
      const claims = ControlRoomClaims.safeParse(opened(purposes.controlRoom, text))
      if (!claims.success) return undefined
      const [firmId, liveId, memberId, sessionId, publicId, name, imgUrl, untilMs] = claims.data
      if (untilMs <= clock.ms()) return undefined
      return { firmId, liveId, memberId, sessionId, publicId, name, imgUrl }
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
