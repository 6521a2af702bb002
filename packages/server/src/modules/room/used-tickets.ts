import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'

const lifeMs = roomLimits.ticketSeconds * 1000
const sweepAt = 10_000

/**
 * A ticket lets in once: who has read it off a screen or a log comes too late. Where several processes share a
 * database the note is shared too, else this process remembers it for the ticket's own 60 s.
 */
export const createUsedTickets = ({ clock, shared }: { clock: Clock; shared: Limits | undefined }) => {
  const used = new Map<string, number>()
  return {
    /** True for the first to show it. */
    use: async (ticket: string): Promise<boolean> => {
      const nowMs = clock.ms()
      const signature = ticket.slice(ticket.lastIndexOf('.') + 1)
      if ((used.get(signature) ?? 0) > nowMs) return false
      if (used.size >= sweepAt) for (const [known, untilMs] of used) if (untilMs <= nowMs) used.delete(known)
      used.set(signature, nowMs + lifeMs)
      return shared === undefined || (await shared.take(`room-ticket ${signature}`, { limit: 1, windowMs: lifeMs })).ok
    },
  }
}
export type UsedTickets = ReturnType<typeof createUsedTickets>
