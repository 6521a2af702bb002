import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'

/** What one of the staff said to the others. */
export interface StaffLineMessage {
  readonly seq: number
  /** Epoch ms. */
  readonly atMs: number
  readonly by: { readonly userId: string; readonly name: string }
  readonly text: string
}
export type StaffLine = readonly StaffLineMessage[]

/** As many as the server gives. */
const maxMessages = 200

/** Both in order, each once; the newest remain. */
export const withStaffMessages = (line: StaffLine, more: StaffLine): StaffLine => {
  const known = new Set(line.map(({ seq }) => seq))
  const fresh = more.filter(({ seq }) => !known.has(seq))
  return fresh.length === 0 ? line : [...line, ...fresh].sort((a, b) => a.seq - b.seq).slice(-maxMessages)
}

/** What events say among the staff. `beginMs`: of the live, epoch ms. */
export const staffMessagesOf = (events: readonly RoomEvent[], beginMs: number): StaffLine =>
  events.flatMap((event) =>
    event.kind === 'staffSaid' ? [{ seq: event.seq, atMs: beginMs + event.ms, by: event.by, text: event.text }] : [],
  )
