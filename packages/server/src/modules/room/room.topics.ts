import { heartLimits } from '@kaimai/contract/room/hearts.rules.ts'
import { Colleague } from '@kaimai/contract/room/room.protocol.ts'
import { z } from 'zod'

/** Bus topic of a room: hints between the nodes that hold its viewers. */
export const roomTopic = (liveId: string): string => `room/${liveId}`

export const RoomHint = z.discriminatedUnion('kind', [
  /** The log has grown up to there. */
  z.object({ kind: z.literal('seq'), seq: z.number().int() }),
  /** Every second, from each node that holds viewers: how many, and how far it has read. */
  z.object({
    kind: z.literal('here'),
    node: z.string(),
    seq: z.number().int(),
    viewers: z.number().int().min(0),
  }),
  /** So many hearts were given at a node since it said so last. */
  z.object({ kind: z.literal('hearts'), node: z.string(), count: z.number().int().min(1).max(heartLimits.perHint) }),
  /** A viewer may no longer stay: blocked, or the link was revoked. */
  z.object({ kind: z.literal('blocked'), liveUserId: z.string(), epoch: z.number().int() }),
  /** Who of the staff sits at a node: when that changes, and every second while somebody does. */
  z.object({ kind: z.literal('staff'), node: z.string(), mates: z.array(Colleague) }),
  /** The crew of the live was changed: its open control rooms are asked again whether they may stay. */
  z.object({ kind: z.literal('crew') }),
])
export type RoomHint = z.output<typeof RoomHint>
