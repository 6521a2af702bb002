import { z } from 'zod'
import { ChatUser } from './room-event.schema.ts'

/** A viewer’s comment that the staff has pinned for all. */
export const PinnedMessage = z.object({
  /** Of the act that pinned it; `of`: the comment’s own. */
  seq: z.number().int(),
  of: z.number().int(),
  user: ChatUser,
  text: z.string(),
})
export type PinnedMessage = z.output<typeof PinnedMessage>
