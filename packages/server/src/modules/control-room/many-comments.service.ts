import type { ManyDecision } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'
import type { ControlRoomMarks } from './marks.service.ts'
import type { Moderation } from './moderation.service.ts'

export interface ManyCommentsDeps {
  readonly room: Pick<ControlRoomAccess, 'findHeld'>
  readonly moderation: Pick<Moderation, 'decide'>
  readonly marks: Pick<ControlRoomMarks, 'mark'>
}

/** The same decision about several comments: each is decided, recorded and told as if it came alone. */
export const createManyComments = ({ room, moderation, marks }: ManyCommentsDeps) => ({
  decide: async (
    caller: ControlRoomCaller,
    { liveId, seqs, decision }: { liveId: string; seqs: readonly number[]; decision: ManyDecision },
  ): Promise<{ done: number; refused: number[] }> => {
    await room.findHeld(caller.firm.id, liveId)
    const refused: number[] = []
    const decideOne = (seq: number) =>
      decision === 'mark' || decision === 'unmark'
        ? marks.mark(caller, { liveId, seq, marked: decision === 'mark' })
        : moderation.decide(caller, { liveId, seq, decision })
    // One after the other: the room shows them in the order in which they were chosen.
    const all = [...new Set(seqs)]
    for (const seq of all) {
      try {
        await decideOne(seq)
      } catch (error) {
        if (!(error instanceof KaimaiError)) throw error
        refused.push(seq)
      }
    }
    return { done: all.length - refused.length, refused }
  },
})
export type ManyComments = ReturnType<typeof createManyComments>
