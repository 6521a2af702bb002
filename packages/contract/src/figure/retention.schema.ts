import { z } from 'zod'
import { Id } from '../common/fields.ts'

export const RetentionQuery = z.object({ liveId: Id })
export type RetentionQuery = z.output<typeof RetentionQuery>

const stageKinds = ['product', 'callToAction', 'poll', 'giveaway'] as const

/** What stood in the room beside the video, and when. */
export const StageItem = z.object({
  kind: z.enum(stageKinds),
  /** Of a product its name (empty: it is deleted), else what viewers read. */
  text: z.string(),
  fromSecond: z.number().int(),
  /** Null: it stood until the end, or stands. */
  untilSecond: z.number().int().nullable(),
})
export type StageItem = z.output<typeof StageItem>

export const Retention = z.object({
  /** Persons who came into the room: what shares are of. */
  joined: z.number().int(),
  /** Seconds that the live lasts. */
  seconds: z.number().int(),
  /** Persons in the room at each second since the begin, as far as the live has come. */
  persons: z.array(z.number().int()),
  /** In the order in which they began. */
  stage: z.array(StageItem),
})
export type Retention = z.output<typeof Retention>
